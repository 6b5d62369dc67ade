import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'
import { lineValues } from '../../kit/nouns/typed-lines.ts'
import { tenantRoleFields } from './fields.ts'
import { TenantRoleInput } from './rules.ts'

/** A custom role of the tenant (spec section 3): it can be mapped to groups in every environment. */
export const TenantRole = v.object({ id: v.string(), ...lineValues(tenantRoleFields, () => v.string()) })
export type TenantRole = v.InferOutput<typeof TenantRole>

/** Without `limit` every role, by label. `readonly`: roles cannot be created, renamed or deleted. */
export const listTenantRoles = endpoint({
  name: 'listTenantRoles',
  summary: 'List the custom roles of the tenant',
  method: 'GET',
  path: '/portal/admin/roles',
  query: v.object(listQuery(['label'])),
  reply: v.object({ roles: v.array(TenantRole), readonly: v.boolean(), ...pageReply }),
})

export const getTenantRole = endpoint({
  name: 'getTenantRole',
  summary: 'Read one custom role',
  method: 'GET',
  path: '/portal/admin/roles/{id}',
  reply: TenantRole,
})

export const createTenantRole = endpoint({
  name: 'createTenantRole',
  summary: 'Create a custom role',
  method: 'POST',
  path: '/portal/admin/roles',
  body: TenantRoleInput,
  reply: TenantRole,
  success: 201,
})

export const updateTenantRole = endpoint({
  name: 'updateTenantRole',
  summary: 'Rename a custom role',
  method: 'PUT',
  path: '/portal/admin/roles/{id}',
  body: TenantRoleInput,
  reply: TenantRole,
})

/** Spec section 4: "delete removes the role and its mappings". */
export const deleteTenantRole = endpoint({
  name: 'deleteTenantRole',
  summary: 'Delete a custom role and its mappings',
  method: 'DELETE',
  path: '/portal/admin/roles/{id}',
})
