import { usePortal, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'

/** The environment was changed in another tab. Continuing in it loses nothing that was typed. */
export function MovedDialog({ from, to }: { from: string; to: string }) {
  const { launcher } = usePortal().core
  const words = useWords()
  return (
    <Dialog
      title={words.say('moved.title', { to })}
      actions={
        <Button look="primary" data-initial-focus onClick={() => void launcher.fetch()}>
          {words.say('moved.go', { to })}
        </Button>
      }
    >
      <p>{words.say('moved.message', { from, to })}</p>
    </Dialog>
  )
}
