import { matchByIdOrName, tenantRoleList, type TenantRole } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'

export function tenantRolesOf(server: Server): Promise<readonly TenantRole[]> {
  return readRows(server, tenantRoleList)
}

/** The one that an id or a unique name means. */
export async function findTenantRole(server: Server, wanted: string): Promise<TenantRole> {
  const matches = matchByIdOrName(await tenantRolesOf(server), wanted, (row) => [row.label])
  return exactlyOne(matches, { what: 'role', wanted, nameOf: (row) => row.label, hint: 'portico role list' })
}
