import {
  createTenantRole,
  deleteTenantRole,
  getTenantRole,
  listTenantRoles,
  updateTenantRole,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { conflict, Failure, notFound } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { placeOf } from '../../kit/lists/cursor.ts'
import {
  areTenantRolesReadonly,
  everyTenantRole,
  deleteTenantRoleRow,
  findTenantRole,
  insertTenantRole,
  lockTenantRole,
  mappingsOfTenantRole,
  tenantRoleLabelTaken,
  tenantRolePage,
  updateTenantRoleRow,
  type TenantRoleRow,
} from './queries.ts'

const kind = 'tenant-role'
const shown = ({ version: _, ...role }: TenantRoleRow) => role

export const tenantRoleRoutes = [
  route(listTenantRoles, ['admin', 'support-reading'], async ({ tx, query }) => {
    const { search, match, cursor, limit, sort } = query
    const filter = { search, match }
    const place = placeOf(cursor, 'label', (key) => key.length <= 400)
    const isDescending = sort === '-label'
    const readonly = await areTenantRolesReadonly(tx)
    if (limit === undefined) {
      const { roles } = await tenantRolePage(tx, filter, { isDescending, place, limit: undefined })
      return { value: { roles, readonly } }
    }
    const page = await tenantRolePage(tx, filter, { isDescending, place, limit: Number(limit) })
    return { value: { ...page, readonly, ...(await totalOf(tx, query, everyTenantRole(tx, filter))) } }
  }),

  route(getTenantRole, ['admin', 'support-reading'], async ({ tx, params }) => {
    const role = await findTenantRole(tx, params.id)
    if (role === undefined) throw notFound()
    return { value: shown(role), etag: etagOf(role.version) }
  }),

  route(
    createTenantRole,
    ['admin', 'support-changing'],
    { 403: ['ROLES_READ_ONLY'], 409: ['NAME_TAKEN'] },
    async ({ tx, body, deps, audit }) => {
      await checkWritable(tx)
      const after = { id: uuidv7(deps.clock.now()), ...body }
      if (!(await insertTenantRole(tx, after))) throw conflict('NAME_TAKEN', 'label', kind)
      await audit({ action: `${kind}.create`, target: { kind, id: after.id, name: after.label }, after })
      return { value: after, etag: etagOf(1) }
    },
  ),

  route(
    updateTenantRole,
    ['admin', 'support-changing'],
    { 403: ['ROLES_READ_ONLY'], 409: ['NAME_TAKEN'], 412: ['STALE'] },
    async ({ tx, params, body, readOnlyPart, ifMatch, audit }) => {
      const before = await lockTenantRole(tx, params.id)
      if (before === undefined) throw notFound()
      await checkWritable(tx)
      checkVersion(ifMatch, before.version, kind, before.id)
      checkReadOnly(readOnlyPart, shown(before))
      if (await tenantRoleLabelTaken(tx, body.label, before.id)) throw conflict('NAME_TAKEN', 'label', kind)
      const after = { id: before.id, ...body }
      await updateTenantRoleRow(tx, after)
      const target = { kind, id: after.id, name: after.label }
      await audit({ action: `${kind}.update`, target, before: shown(before), after })
      return { value: after, etag: etagOf(before.version + 1) }
    },
  ),

  route(
    deleteTenantRole,
    ['admin', 'support-changing'],
    { 403: ['ROLES_READ_ONLY'], 412: ['STALE'] },
    async ({ tx, params, ifMatch, audit }) => {
      const before = await lockTenantRole(tx, params.id)
      if (before === undefined) throw notFound()
      await checkWritable(tx)
      checkVersion(ifMatch, before.version, kind, before.id)
      const mappings = await mappingsOfTenantRole(tx, before.id)
      await deleteTenantRoleRow(tx, before.id)
      const target = { kind, id: before.id, name: before.label }
      await audit({ action: `${kind}.delete`, target, before: { ...shown(before), mappings } })
      return {}
    },
  ),
]

/** Spec section 6: "Read-only flags (idle time, environments, roles) disable editing." */
async function checkWritable(tx: TenantTransaction): Promise<void> {
  if (await areTenantRolesReadonly(tx, 'locked'))
    throw new Failure(403, 'ROLES_READ_ONLY', { resource: { type: kind } })
}
