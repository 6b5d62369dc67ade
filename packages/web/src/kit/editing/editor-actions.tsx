import type { Editor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import type { ReactNode } from 'react'

import { FormActions } from '../ui/form-actions.tsx'

type Properties<Form, Stored> = {
  readonly editor: Editor<Form, Stored>
  /** Absent if deleting is not possible. */
  readonly onDelete?: (() => void) | undefined
  /** Buttons only of this form, beside Save. */
  readonly children?: ReactNode
}

/** Save, Discard and Delete of an editor, with the reason why Save is disabled. */
export function EditorActions<Form, Stored>({ editor, onDelete, children }: Properties<Form, Stored>) {
  const { id, busy, visited } = useEditor(editor)
  const refusal = savingAside(editor)
  return (
    <FormActions
      isEdit={id !== undefined}
      isSavable={refusal === undefined}
      hasChanges={editor.hasChanges()}
      isSaving={busy === 'saving'}
      isReadonly={refusal?.why === 'readonly'}
      reason={refusal?.message}
      isReasonQuiet={refusal?.why === 'invalid' && visited.length === 0}
      onDiscard={() => editor.discard()}
      onDelete={onDelete}
    >
      {children}
    </FormActions>
  )
}

/** Why saving is disabled; saving in progress is shown by the busy button instead. */
export function savingAside<Form, Stored>(editor: Editor<Form, Stored>) {
  const refusal = editor.saveRefusal()
  return refusal?.why === 'saving' ? undefined : refusal
}
