import { createPortalRoleEditor, groupChoices, listOf, securityPath, type PortalRole } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { GroupPicker } from '../../people/groups/group-picker.tsx'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { saveForm } from '../../kit/ui/save-form.ts'

/** The groups of the primary provider that hold a role of the portal. */
export function RoleGroups({ role }: { readonly role: PortalRole }) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createPortalRoleEditor(core, { id: role.id, retry: saveForm }))
  const { groups, fetched } = useEditor(editor).form
  const { idp, idpName } = fetched
  const label = words.say('portalRole.groupsOf', { name: idpName ?? '', role: role.label })
  return (
    <EditorFrame editor={editor}>
      {idp !== null && (
        <div className={formPage['columns']}>
          <EditorForm editor={editor} label={label} listPath={securityPath('portal-roles')}>
            <GroupPicker
              key={idp}
              label={label}
              list={listOf(core, groupChoices)}
              scope={idp}
              chosen={groups}
              error={editor.problemOf('groups')}
              disabled={role.readonly}
              onChange={(groups) => editor.replace(groups)}
            />
          </EditorForm>
          <ChangesAside editor={editor} />
        </div>
      )}
    </EditorFrame>
  )
}
