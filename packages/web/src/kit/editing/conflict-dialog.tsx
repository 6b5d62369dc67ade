import type { Editor } from '@portico/core'
import { useEditor } from '@portico/core/react'

import { useNavigator, useWords } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Properties<Form, Stored> = {
  readonly editor: Editor<Form, Stored>
  readonly listPath: string
  /** Saves the form as its Save button does. */
  readonly onSave: () => void
}

/** Shown when another person changed or deleted the edited object meanwhile. */
export function ConflictDialog<Form, Stored>(properties: Properties<Form, Stored>) {
  const { conflict } = useEditor(properties.editor)
  if (conflict === 'stale') return <StaleDialog {...properties} />
  if (conflict === 'gone') return <GoneDialog {...properties} />
  return null
}

/** Loads the newer version and keeps what was typed. */
function StaleDialog<Form, Stored>({ editor }: Properties<Form, Stored>) {
  const words = useWords()
  const { busy } = useEditor(editor)
  return (
    <Dialog
      title={words.say('stale.title')}
      onClose={() => editor.dismissConflict()}
      actions={
        <>
          <Button onClick={() => editor.dismissConflict()}>{words.say('form.cancel')}</Button>
          <Button
            look="primary"
            busy={busy === 'reading'}
            data-initial-focus=""
            onClick={() => void editor.readAgain()}
          >
            {words.say('stale.read')}
          </Button>
        </>
      }
    >
      <p>{words.say('stale.message')}</p>
    </Dialog>
  )
}

/** Saves what was typed as a new object, or discards it. */
function GoneDialog<Form, Stored>({ editor, listPath, onSave }: Properties<Form, Stored>) {
  const navigator = useNavigator()
  const words = useWords()
  const leave = () => {
    editor.discard()
    navigator.go(listPath)
  }
  const create = () => {
    editor.becomeNew()
    onSave()
  }
  return (
    <Dialog
      title={words.say('gone.title')}
      actions={
        <>
          <Button onClick={leave} {...(!editor.canBecomeNew && { look: 'primary', 'data-initial-focus': '' })}>
            {words.say('gone.toList')}
          </Button>
          {editor.canBecomeNew && (
            <Button look="primary" data-initial-focus="" onClick={create}>
              {words.say('gone.create')}
            </Button>
          )}
        </>
      }
    >
      <p>{words.say(editor.canBecomeNew ? 'gone.message' : 'gone.partMessage')}</p>
    </Dialog>
  )
}
