import {
  getPortalRoleGroups,
  listPortalRoles,
  securityAdminRole,
  setPortalRoleGroups,
  supportRole,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { Failure, forbidden, invalid, notFound } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { say } from '../../kit/words/say.ts'
import {
  listProviderRows,
  lockProviderList,
  lockProviderRow,
  type ProviderRow,
} from '../../providers/identity-providers/rows.ts'
import { isVendor } from '../../tenant/tenants/queries.ts'
import { findGroups, groupsOfRole, replaceGroupsOfRole, versionOf } from './queries.ts'
import { keepingAdminPath } from '../../providers/identity-providers/keep-admin-path.ts'

const kind = 'portal-role'
const securityAdmin = { id: securityAdminRole, label: 'Security Admin', readonly: false } as const
const support = { id: supportRole, label: 'Support', readonly: false } as const
type Role = typeof securityAdmin | typeof support

export const portalRoleRoutes = [
  route(listPortalRoles, ['admin', 'support-reading'], async ({ tx }) => ({
    value: { portalRoles: await rolesOf(tx) },
  })),

  route(getPortalRoleGroups, ['admin', 'support-reading', 'recovery'], async ({ tx, params }) => {
    const role = await roleOf(tx, params.id)
    const value = await groupsOfRole(tx, role.id, primaryOf(await listProviderRows(tx)))
    return { value, etag: etagOf(versionOf(value)) }
  }),

  // One at a time with a switch, which writes the same mapping, and with the forgetting of groups, which asks what is
  // mapped. A pending switch stays as it was chosen, because it names a group of another provider, and accepting it
  // replaces what is set here. An earlier primary provider keeps the role until its grace window ends (decision 69).
  route(
    setPortalRoleGroups,
    ['admin', 'recovery'],
    { 400: ['GROUP_UNKNOWN'], 409: ['LAST_ADMIN_PATH', 'PORTAL_ROLE_PRIMARY'], 412: ['STALE'] },
    async ({ tx, actor, params, body, readOnlyPart, ifMatch, audit }) => {
      const role = await roleOf(tx, params.id)
      // A repair session gives back the administration of its tenant, and opens no other tenant.
      if (role.id === supportRole && actor.kind === 'recovery') throw forbidden()
      await lockProviderList(tx)
      const providers = await listProviderRows(tx)
      const primary = primaryOf(providers)
      const before = await groupsOfRole(tx, role.id, primary)
      checkVersion(ifMatch, versionOf(before), kind, role.id)
      checkReadOnly(readOnlyPart, before)
      if (primary === undefined || body.idp !== primary.id) throw notPrimary(body.idp, providers)
      await lockProviderRow(tx, primary.id)
      const ids = [...new Set(body.groups.map((group) => (typeof group === 'string' ? group : group.id)))]
      const found = new Set((await findGroups(tx, primary.id, ids)).map(({ id }) => id))
      const unknown = ids.flatMap((id, index) =>
        found.has(id) ? [] : [{ errorID: 'GROUP_UNKNOWN' as const, fieldID: `groups.${index}` }],
      )
      if (unknown.length > 0) throw invalid(unknown, kind)
      if (ids.length === 0 && role.id === securityAdminRole) {
        const values = { reason: say('ADMIN_GROUP_REQUIRED') }
        throw new Failure(409, 'LAST_ADMIN_PATH', { values, resource: { type: kind, id: role.id } })
      }
      await keepingAdminPath(tx, () => replaceGroupsOfRole(tx, role.id, primary.id, ids))
      const after = await groupsOfRole(tx, role.id, primary)
      const target = { kind, id: role.id, name: role.label }
      await audit({ action: 'portal-role.groups', target, before: { ...before }, after: { ...after } })
      return { value: after, etag: etagOf(versionOf(after)) }
    },
  ),
]

async function rolesOf(tx: TenantTransaction): Promise<Role[]> {
  return (await isVendor(tx)) ? [securityAdmin, support] : [securityAdmin]
}

async function roleOf(tx: TenantTransaction, id: string): Promise<Role> {
  const role = id === securityAdminRole ? securityAdmin : (await rolesOf(tx)).find((one) => one.id === id)
  if (role === undefined) throw notFound()
  return role
}

function primaryOf(rows: readonly ProviderRow[]): ProviderRow | undefined {
  return rows.find((one) => one.is_primary)
}

/** A group of another provider is chosen with a switch of the primary provider (spec section 4). */
function notPrimary(idp: string | null, rows: readonly ProviderRow[]): Failure {
  if (rows.some(({ id }) => id === idp)) return new Failure(409, 'PORTAL_ROLE_PRIMARY', { resource: { type: kind } })
  return invalid([{ errorID: 'INVALID_VALUE', fieldID: 'idp' }], kind)
}
