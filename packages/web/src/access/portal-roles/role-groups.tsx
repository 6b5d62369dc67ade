import {
  createPortalRoleEditor,
  groupChoices,
  listOf,
  type PortalRole,
  type PortalRoleEditor,
  type PortalRoleGroups,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useEffect, useState, type FormEvent } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { GroupPicker } from '../../people/groups/group-picker.tsx'
import { settingsPath } from '../../kit/navigation/paths.ts'
import { LeaveEditorDialog } from '../../kit/editing/leave-editor-dialog.tsx'
import { useGuard } from '../../kit/navigation/use-guard.ts'
import { useKeepTyped } from '../../kit/editing/use-keep-typed.ts'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { ConflictDialog } from '../../kit/editing/conflict-dialog.tsx'
import { EditorActions } from '../../kit/editing/editor-actions.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { saveForm } from '../../kit/ui/save-form.ts'

/** The groups of the primary provider that hold a role of the portal. */
export function RoleGroups({ role }: { readonly role: PortalRole }) {
  const core = useCore()
  const [editor] = useState(() => createPortalRoleEditor(core, { id: role.id, retry: saveForm }))
  const { status, form } = useEditor(editor)
  useEffect(() => void editor.load(), [editor])
  if (status === 'loading') return <Loading />
  if (status !== 'ready') return <LoadFailed onRetry={() => editor.load()} />
  return <Open editor={editor} role={role} stored={form.fetched} />
}

type Properties = { readonly editor: PortalRoleEditor; readonly role: PortalRole; readonly stored: PortalRoleGroups }

function Open({ editor, role, stored: { idp, idpName } }: Properties) {
  const core = useCore()
  const words = useWords()
  const { form, note } = useEditor(editor)
  useGuard(editor.guard)
  useKeepTyped(editor)
  const save = () => void editor.save()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  if (idp === null) return null
  const label = words.say('portalRole.groupsOf', { name: idpName ?? '', role: role.label })
  return (
    <>
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      <div className={formPage['columns']}>
        <form className={formPage['fields']} data-save-form="" aria-label={label} onSubmit={submit} noValidate>
          <GroupPicker
            key={idp}
            label={label}
            list={listOf(core, groupChoices)}
            scope={idp}
            chosen={form.groups}
            error={editor.problemOf('groups')}
            disabled={role.readonly}
            onChange={(groups) => editor.replace(groups)}
          />
          <EditorActions editor={editor} />
        </form>
        <ChangesAside editor={editor} />
      </div>
      <ConflictDialog editor={editor} listPath={settingsPath('security-settings')} onSave={save} />
      <LeaveEditorDialog editor={editor} />
    </>
  )
}
