import type { WordId } from '@portico/core'

import { useWords } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './key-sheet.module.css'

const keys: readonly { readonly keys: readonly string[]; readonly does: WordId }[] = [
  { keys: ['Ctrl K', '⌘ K'], does: 'keys.palette' },
  { keys: ['/'], does: 'keys.search' },
  { keys: ['Ctrl S', '⌘ S'], does: 'keys.save' },
  { keys: ['Space'], does: 'keys.move' },
  { keys: ['Esc'], does: 'keys.close' },
  { keys: ['?'], does: 'keys.sheet' },
]

export function KeySheet({ onClose }: { onClose: () => void }) {
  const words = useWords()
  return (
    <Dialog
      title={words.say('keys.title')}
      onClose={onClose}
      actions={
        <Button look="primary" data-initial-focus="" onClick={onClose}>
          {words.say('banner.close')}
        </Button>
      }
    >
      <dl className={styles['root']}>
        {keys.map(({ keys: names, does }) => (
          <div key={does} className={styles['row']}>
            <dt className={styles['keys']}>
              {names.map((name) => (
                <kbd key={name} className={styles['key']}>
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{words.say(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
