import {
  createTenantRoleEditor,
  environmentList,
  listOf,
  tenantRoleFields,
  tenantRoleList,
  type TenantRoleEditor,
} from '@portico/core'
import { useEditor, useOpenList, useProblem } from '@portico/core/react'
import { useEffect, useState, type FormEvent } from 'react'

import { ObjectHistory } from '../../../tenant/audit/object-history.tsx'
import { useCore, useNavigator, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { customRoles, customRolesPath, mappingPath } from '../../../kit/navigation/paths.ts'
import { LeaveEditorDialog } from '../../../kit/editing/leave-editor-dialog.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { useGuard } from '../../../kit/navigation/use-guard.ts'
import { useKeepTyped } from '../../../kit/editing/use-keep-typed.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { ConflictDialog } from '../../../kit/editing/conflict-dialog.tsx'
import { DeleteDialog } from '../../../kit/ui/delete-dialog.tsx'
import { EditorActions } from '../../../kit/editing/editor-actions.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PartHead } from '../../../kit/ui/part-head.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import styles from './tenant-role-form.module.css'

/** Creates a custom role, or renames and deletes the one with this id. */
export function TenantRoleForm({ id }: { readonly id: string | undefined }) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createTenantRoleEditor(core, { id, retry: saveForm }))
  const { status } = useEditor(editor)
  useEffect(() => void editor.load(), [editor])
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => editor.load()} />
  if (status === 'not-found')
    return (
      <EmptyState
        message={words.say('tenantRole.notFound')}
        action={
          <ButtonLink look="primary" to={customRolesPath()}>
            {words.say('tenantRole.toList')}
          </ButtonLink>
        }
      />
    )
  return <Open editor={editor} isNew={id === undefined} />
}

function Open({ editor, isNew }: { readonly editor: TenantRoleEditor; readonly isNew: boolean }) {
  const words = useWords()
  const navigator = useNavigator()
  const list = listOf(useCore(), tenantRoleList)
  const { readonly: isReadonly } = useOpenList(list, '')
  const { form, id, note } = useEditor(editor)
  const [isDeleting, setDeleting] = useState(false)
  useGuard(editor.guard)
  useKeepTyped(editor)
  const { label: name } = form.fetched
  const toList = () => navigator.go(customRolesPath())
  const save = async () => {
    const outcome = await editor.save()
    if (outcome.ok && outcome.created) toList()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <section aria-labelledby="custom-role">
      <PartHead
        id="custom-role"
        title={isNew ? words.say('tenantRole.create') : name}
        back={{ label: words.say('tenantRole.toList'), to: customRolesPath() }}
      />
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      <div className={formPage['columns']}>
        <form
          className={formPage['fields']}
          data-save-form=""
          noValidate
          onSubmit={submit}
          aria-labelledby="custom-role"
        >
          {tenantRoleFields.map((field) => (
            <FieldInput key={field.name} editor={editor} field={field} isReadonly={isReadonly} />
          ))}
          {id !== undefined && <WhereToMap id={id} />}
          <EditorActions editor={editor} onDelete={isReadonly ? undefined : () => setDeleting(true)} />
        </form>
        {!isReadonly && <ChangesAside editor={editor} />}
      </div>
      {id !== undefined && <ObjectHistory of={{ kind: 'tenant-role', id }} onReverted={() => void editor.load()} />}
      <ConflictDialog editor={editor} listPath={customRolesPath()} onSave={() => void save()} />
      <LeaveEditorDialog editor={editor} />
      {isDeleting && (
        <DeleteDialog
          model={editor}
          title={words.say('tenantRole.deleteTitle', { name })}
          message={words.say('tenantRole.deleteMessage')}
          name={name}
          onDeleted={toList}
          onClose={() => setDeleting(false)}
        />
      )}
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
      label={words.say(label)}
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
