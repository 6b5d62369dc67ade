import type { WordId } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import styles from './key-sheet.module.css'
import { PaletteWords } from './palette-words.tsx'

type Row = { readonly keys: readonly string[]; readonly does: WordId }

const onPages: readonly Row[] = [
  { keys: ['Ctrl K', '⌘ K'], does: 'keys.palette' },
  { keys: ['/'], does: 'keys.search' },
  { keys: ['Ctrl S', '⌘ S'], does: 'keys.save' },
  { keys: ['Space'], does: 'keys.move' },
  { keys: ['Esc'], does: 'keys.close' },
  { keys: ['?'], does: 'keys.sheet' },
]
const inPalette: readonly Row[] = [
  { keys: ['↑', '↓', 'Enter'], does: 'keys.inPalette.choose' },
  { keys: ['Esc'], does: 'keys.inPalette.back' },
]

export default function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <PaletteWords>
      <Sheet onClose={onClose} />
    </PaletteWords>
  )
}

function Sheet({ onClose }: { onClose: () => void }) {
  const words = useWords()
  return (
    <Dialog
      title={words.say('keys.title')}
      isRead
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {words.say('banner.close')}
        </Button>
      }
    >
      <Rows rows={onPages} />
      <h3 className={styles['part']}>{words.say('keys.inPalette')}</h3>
      <Rows rows={inPalette} />
    </Dialog>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const words = useWords()
  return (
    <dl className={styles['root']}>
      {rows.map(({ keys, does }) => (
        <div key={does} className={styles['row']}>
          <dt className={styles['keys']}>
            {keys.map((name) => (
              <kbd key={name} className={styles['key']}>
                {name}
              </kbd>
            ))}
          </dt>
          <dd>{words.say(does)}</dd>
        </div>
      ))}
    </dl>
  )
}
