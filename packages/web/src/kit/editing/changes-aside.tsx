import type { Editor } from '@portico/core'
import { useEditor } from '@portico/core/react'

import { useWords } from '../context/portal-context.tsx'
import styles from '../ui/change-list.module.css'
import { ChangeList } from '../ui/change-list.tsx'
import { CopyTextButton } from '../ui/copy-text-button.tsx'
import { savingAside } from './editor-actions.tsx'
import texts from '../ui/texts.module.css'

type Properties<Form, Stored> = {
  readonly editor: Editor<Form, Stored>
  /** `savable`: the command is incomplete before. */
  readonly commandWhen?: 'changed' | 'savable'
  /** A note for running the command. */
  readonly hint?: string | undefined
}

/** The changes that Save would make, always visible where saving is possible, and the equivalent command. */
export function ChangesAside<Form, Stored>({ editor, commandWhen = 'changed', hint }: Properties<Form, Stored>) {
  const words = useWords()
  const { entries } = useEditor(editor)
  const refusal = savingAside(editor)
  if (refusal?.why === 'readonly') return null
  const changes = editor.changes()
  // The command has only what was added.
  const isComplete = Object.keys(entries).length === 0
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
      {(commandWhen === 'savable' ? refusal === undefined : editor.hasChanges()) && isComplete && (
        <div className={styles['command']}>
          <CopyTextButton text={editor.command()}>{words.say('form.command')}</CopyTextButton>
          {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
        </div>
      )}
    </aside>
  )
}
