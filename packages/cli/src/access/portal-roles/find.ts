import { findGroups, matchByIdOrName, type Group, type PortalRoleGroups } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { groupReader } from '../../providers/identity-providers/group-reader.ts'

/** Groups of the primary identity provider by id, name or spelling; those that hold the role already need no search. */
export async function findPrimaryGroups(
  server: Server,
  wanted: readonly string[],
  { idp, groups: held }: PortalRoleGroups,
): Promise<Group[]> {
  const found: Group[] = []
  for (const text of wanted) {
    const known = matchByIdOrName(held, text, ({ name, claim }) => [name, claim])
    const rows = known.length > 0 || idp === null ? known : await findGroups(groupReader(server, idp), text)
    const about = { what: 'group', of: 'the primary identity provider', wanted: text, hint: 'portico group list' }
    found.push(exactlyOne(rows, { ...about, nameOf: ({ name }) => name }))
  }
  return found
}
