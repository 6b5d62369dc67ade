import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import { createTenantRole, deleteTenantRole, getTenantRole, updateTenantRole, type TenantRole } from './contract.ts'
import { tenantRoleFields, tenantRoleInputOf, type TenantRoleFieldName } from './fields.ts'
import { changedTenantRoleFields, createTenantRoleForm, type TenantRoleFormState } from './form.ts'
import { tenantRoleList } from './list.ts'
import { TenantRoleInput } from './rules.ts'

export type TenantRoleEditor = Editor<TenantRoleFormState, TenantRole> & {
  setField(name: TenantRoleFieldName, value: string): void
}

/** A new custom role, or the one with this id. A command has no lists. */
export function createTenantRoleEditor(
  parts: EditorParts & { readonly lazily?: Lazily },
  target: EditorOptions & { readonly id: string | undefined },
): TenantRoleEditor {
  const { client, words, lazily } = parts
  const list = lazily && listOf({ lazily }, tenantRoleList)
  const form = createTenantRoleForm()
  const editor = createEditor<TenantRoleFormState, TenantRole>(
    parts,
    {
      form,
      idOf: ({ id }) => id,
      violationsOf: (state) => violationsOf(TenantRoleInput, tenantRoleInputOf(state.values)),
      isChanged: (state) => changedTenantRoleFields(state).length > 0,
      changesOf: (state) =>
        changedTenantRoleFields(state).map(({ name, label }) => ({
          field: name,
          label: words().say(label),
          removed: present(state.fetched.values[name]),
          added: present(tenantRoleInputOf(state.values)[name]),
        })),
      commandOf: (state, id) =>
        [
          'portico role',
          id === undefined ? 'create' : 'update ' + shellQuoted(id),
          ...(id === undefined ? tenantRoleFields : changedTenantRoleFields(state)).map(({ name, flag }) =>
            shellFlag(flag, tenantRoleInputOf(state.values)[name]),
          ),
        ].join(' '),
      read: (id) => client.call(getTenantRole, { params: { id } }),
      async save(state, { id, etag, idempotencyKey }) {
        const body = tenantRoleInputOf(state.values)
        if (id === undefined) {
          const created = await client.call(createTenantRole, { body, idempotencyKey })
          // Only the server knows its place in the order.
          if (created.ok && list?.getState().rows !== undefined) await list.refreshQuietly()
          return created
        }
        const outcome = await client.call(updateTenantRole, { params: { id }, body, ifMatch: etag })
        if (outcome.ok) list?.replace(outcome.value)
        return outcome
      },
      async remove(id) {
        const outcome = await client.call(deleteTenantRole, { params: { id } })
        if (outcome.ok) list?.remove(id)
        return outcome
      },
      sentences: { created: 'tenantRole.created', updated: 'tenantRole.updated', removed: 'tenantRole.deleted' },
      typedOf: (state) =>
        Object.fromEntries(changedTenantRoleFields(state).map(({ name }) => [name, state.values[name]])),
      retype(content) {
        const typed = Object(content) as Readonly<Record<string, unknown>>
        const found = tenantRoleFields.filter(({ name }) => typeof typed[name] === 'string')
        for (const { name } of found) form.setField(name, String(typed[name]))
        return found.length === 0 ? undefined : 'form.kept'
      },
    },
    target,
  )
  return {
    ...editor,
    setField(name, value) {
      if (form.getState().values[name] === value) return
      form.setField(name, value)
      editor.touch(name)
    },
  }
}

function present(text: string): readonly string[] {
  return text === '' ? [] : [text]
}
