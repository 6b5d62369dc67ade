import type { Editor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useStore } from 'zustand'

import { useCore } from '../context/portal-context.tsx'
import { ChangeList } from '../ui/change-list.tsx'
import { savingAside } from './editor-actions.tsx'
import formPage from '../ui/form-page.module.css'
import { LeaveDialog } from '../navigation/leave-dialog.tsx'

/** Save, Discard or Cancel before leaving an editor, with the unsaved changes. */
export function LeaveEditorDialog<Form, Stored>({ editor }: { editor: Editor<Form, Stored> }) {
  useEditor(editor)
  const { asks } = useStore(useCore().leaveBlocker)
  const refusal = savingAside(editor)
  // Another form of the page is asked about first.
  if (asks !== editor.guard) return null
  return (
    <LeaveDialog canSave={refusal === undefined} reason={refusal?.message}>
      <div className={formPage['lost']}>
        <ChangeList changes={editor.changes()} />
      </div>
    </LeaveDialog>
  )
}
