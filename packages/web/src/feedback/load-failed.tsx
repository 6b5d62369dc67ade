import { useWords } from '../portal/context.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** A screen whose content did not come: the banner says why, this offers to try again. */
export function LoadFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const words = useWords()
  return (
    <EmptyState
      message={words.say('error.notLoaded.title')}
      action={<Button onClick={() => void onRetry()}>{words.say('error.retry')}</Button>}
    />
  )
}
