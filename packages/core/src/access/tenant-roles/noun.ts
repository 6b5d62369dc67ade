import { lineColumns } from '../../kit/nouns/typed-lines.ts'
import type { Noun } from '../../kit/nouns/noun.ts'
import type { TenantRole } from './contract.ts'
import { tenantRoleFields } from './fields.ts'

/** Spec section 3 calls it "Tenant (custom) role"; screens and commands say custom role, or just role. */
export const tenantRoleNoun: Noun<TenantRole> = {
  name: 'role',
  plural: 'roles',
  aliases: ['custom-role', 'custom-roles', 'tenant-role', 'tenant-roles'],
  label: 'Custom role',
  labelPlural: 'Custom roles',
  summary: 'Custom roles of the tenant, mapped to groups in each environment',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    ...lineColumns(tenantRoleFields),
  ],
  columns: [...tenantRoleFields.map(({ name }) => name), 'id'],
  wideColumns: [],
  actions: [
    { name: 'list', summary: 'List custom roles', changes: false, severity: 'none' },
    { name: 'get', summary: 'Show one custom role', changes: false, severity: 'none' },
    { name: 'create', summary: 'Create a custom role', changes: true, severity: 'none' },
    { name: 'update', summary: 'Rename a custom role', changes: true, severity: 'none' },
    { name: 'delete', summary: 'Delete a custom role and its mappings', changes: true, severity: 'severe' },
  ],
  inEnvironment: false,
}
