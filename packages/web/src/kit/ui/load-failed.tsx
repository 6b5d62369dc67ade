import { useCore, useWords } from '../context/portal-context.tsx'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** A screen whose content failed to load: the banner says why, this offers to retry. */
export function LoadFailed({ onRetry }: { onRetry: () => Promise<void> }) {
  const { feedback } = useCore()
  const words = useWords()
  const retry = () => {
    feedback.clearError()
    void onRetry()
  }
  return (
    <EmptyState
      message={words.say('error.notLoaded.title')}
      action={<Button onClick={retry}>{words.say('error.retry')}</Button>}
    />
  )
}
