import type { ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import styles from './change-list.module.css'
import { ChangeList, type ShownChange } from './change-list.tsx'
import { CopyTextButton } from './copy-text-button.tsx'
import texts from './texts.module.css'

type Properties = {
  readonly changes: readonly ShownChange[]
  /** The equivalent command; absent while saving is not possible. */
  readonly command: string | undefined
  /** A note for running the command. */
  readonly hint?: string | undefined
  readonly children?: ReactNode
}

/** The changes that Save would make, always visible, and the equivalent command. */
export function ChangesAside({ changes, command, hint, children }: Properties) {
  const words = useWords()
  return (
    <aside className={styles['root']} aria-labelledby="changes">
      <h2 id="changes" className={styles['title']}>
        {words.say('form.changes')}
      </h2>
      {changes.length === 0 ? (
        <p className={texts['soft']}>{words.say('form.noChanges')}</p>
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
