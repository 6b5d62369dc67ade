import { createFieldsEditor, type FieldsEditor } from '../../kit/editing/fields-editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { lineValues, trimmedLines } from '../../kit/nouns/typed-lines.ts'
import { shellQuoted } from '../../kit/nouns/shell-text.ts'
import { createTenantRole, deleteTenantRole, getTenantRole, updateTenantRole, type TenantRole } from './contract.ts'
import { tenantRoleFields, type TenantRoleValues } from './fields.ts'
import { tenantRoleList } from './list.ts'
import { TenantRoleInput } from './rules.ts'

export type TenantRoleEditor = FieldsEditor<TenantRoleValues, TenantRole>

/** A new custom role, or the one with this id. A command has no lists. */
export function createTenantRoleEditor(
  parts: EditorParts & { readonly lazily?: Lazily },
  target: EditorOptions & { readonly id: string | undefined },
): TenantRoleEditor {
  const { client, lazily } = parts
  const list = lazily && listOf({ lazily }, tenantRoleList)
  return createFieldsEditor<TenantRoleValues, TenantRole>(
    parts,
    {
      fields: tenantRoleFields,
      empty: lineValues(tenantRoleFields, () => ''),
      valuesOf: (role) => lineValues(tenantRoleFields, (name) => role[name]),
      idOf: ({ id }) => id,
      violationsOf: (values) => violationsOf(TenantRoleInput, trimmedLines(tenantRoleFields, values)),
      commandOf: ({ options, id }) =>
        ['portico role', id === undefined ? 'create' : `update ${shellQuoted(id)}`, ...options].join(' '),
      read: (id) => client.call(getTenantRole, { params: { id } }),
      async save(values, { id, etag, idempotencyKey }) {
        const body = trimmedLines(tenantRoleFields, values)
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
    },
    target,
  )
}
