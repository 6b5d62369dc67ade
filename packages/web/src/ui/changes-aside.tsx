import type { ReactNode } from 'react'

import { useWords } from '../portal/context.tsx'
import styles from './change-list.module.css'
import { ChangeList, type ShownChange } from './change-list.tsx'
import { CopyTextButton } from './copy-text-button.tsx'

type Properties = {
  readonly changes: readonly ShownChange[]
  /** The same as a command; absent while it cannot be saved. */
  readonly command: string | undefined
  /** What has to be known to run the command. */
  readonly hint?: string | undefined
  readonly children?: ReactNode
}

/** What Save would change, always in sight before it is pressed; and the same as a command. */
export function ChangesAside({ changes, command, hint, children }: Properties) {
  const words = useWords()
  return (
    <aside className={styles['root']} aria-labelledby="changes">
      <h2 id="changes" className={styles['title']}>
        {words.say('form.changes')}
      </h2>
      {changes.length === 0 ? (
        <p className={styles['none']}>{words.say('form.unchanged')}</p>
      ) : (
        <ChangeList changes={changes} />
      )}
      {command !== undefined && (
        <div className={styles['command']}>
          <CopyTextButton text={command}>{words.say('form.command')}</CopyTextButton>
          {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
        </div>
      )}
      {children}
    </aside>
  )
}
