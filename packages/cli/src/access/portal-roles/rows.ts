import type { GroupRow, PortalRoleGroups } from '@portico/core'

/** The groups of a role as rows of groups. */
export function rowsOfRole({ idp, idpName, groups }: PortalRoleGroups): GroupRow[] {
  return groups.map((group) => ({ ...group, idp: idp ?? '', idpName: idpName ?? '', source: 'seen' }))
}
