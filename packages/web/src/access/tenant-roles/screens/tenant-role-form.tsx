import {
  createTenantRoleEditor,
  environmentList,
  listOf,
  tenantRoleFields,
  tenantRoleList,
  type TenantRoleEditor,
} from '@portico/core'
import { useEditor, useOpenList, useProblem } from '@portico/core/react'
import { useState } from 'react'

import { ObjectHistory } from '../../../tenant/audit/object-history.tsx'
import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { EditorForm, EditorFrame } from '../../../kit/editing/editor-frame.tsx'
import { customRoles, customRolesPath, mappingPath } from '../../../kit/navigation/paths.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { Link } from '../../../kit/ui/link.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { PartHead } from '../../../kit/ui/part-head.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import styles from './tenant-role-form.module.css'

/** Creates a custom role, or renames and deletes the one with this id. */
export function TenantRoleForm({ id }: { readonly id: string | undefined }) {
  const core = useCore()
  const words = useWords()
  const { readonly: isReadonly } = useOpenList(listOf(core, tenantRoleList), '')
  const [editor] = useState(() => createTenantRoleEditor(core, { id, retry: saveForm }))
  const { form, id: storedId, status } = useEditor(editor)
  const { label: name } = form.fetched
  const title = id === undefined ? words.say('tenantRole.create') : name
  usePageTitle(status === 'ready' ? title : words.say('settings.title'))
  const listPath = customRolesPath()
  const toList = words.say('tenantRole.toList')
  const back = (
    <ButtonLink look="primary" to={listPath}>
      {toList}
    </ButtonLink>
  )
  return (
    <section aria-labelledby="custom-role">
      {status === 'ready' && <PartHead id="custom-role" title={title} back={{ label: toList, to: listPath }} />}
      <EditorFrame editor={editor} notFound={<EmptyState message={words.say('tenantRole.notFound')} action={back} />}>
        <div className={formPage['columns']}>
          <EditorForm
            editor={editor}
            labelledBy="custom-role"
            listPath={listPath}
            deletion={
              isReadonly
                ? undefined
                : {
                    title: words.say('tenantRole.deleteTitle', { name }),
                    message: words.say('tenantRole.deleteMessage'),
                    name,
                  }
            }
          >
            {tenantRoleFields.map((field) => (
              <FieldInput key={field.name} editor={editor} field={field} isReadonly={isReadonly} />
            ))}
            {storedId !== undefined && <WhereToMap id={storedId} />}
          </EditorForm>
          {!isReadonly && <ChangesAside editor={editor} />}
        </div>
        {storedId !== undefined && (
          <ObjectHistory of={{ kind: 'tenant-role', id: storedId }} onReverted={() => void editor.load()} />
        )}
      </EditorFrame>
    </section>
  )
}

type FieldProperties = {
  readonly editor: TenantRoleEditor
  readonly field: (typeof tenantRoleFields)[number]
  readonly isReadonly: boolean
}

function FieldInput({ editor, field: { name, label, required }, isReadonly }: FieldProperties) {
  const words = useWords()
  return (
    <TextField
      label={words.text(label.text)}
      value={useEditor(editor).form.values[name]}
      required={required}
      readOnly={isReadonly}
      error={useProblem(editor, name)}
      onChange={(value) => editor.set({ [name]: value })}
      onBlur={() => editor.visit(name)}
    />
  )
}

/** The role is mapped to groups in each environment. */
function WhereToMap({ id }: { readonly id: string }) {
  const words = useWords()
  const { rows = [] } = useOpenList(listOf(useCore(), environmentList), '')
  return (
    <div>
      <h3>{words.say('tenantRole.mappings')}</h3>
      <ul className={styles['links']}>
        {rows.map((environment) => (
          <li key={environment.id}>
            <Link to={mappingPath(environment.id, customRoles, id)}>
              {words.say('tenantRole.mappingsIn', { name: environment.name })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
