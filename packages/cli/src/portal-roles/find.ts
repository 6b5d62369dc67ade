import { listPrimaryGroups, matchByIdOrName, type Group } from '@portico/core'

import type { Server } from '../context/context.ts'
import { exactlyOne } from '../errors/exactly-one.ts'

/**
 * Groups of the primary identity provider by name or id. Each name is searched for, because a directory may have more
 * groups than one answer; ids are looked for in `held` and in the first answer.
 */
export async function findPrimaryGroups(
  server: Server,
  wanted: readonly string[],
  held: readonly Group[],
): Promise<Group[]> {
  const { groups: first } = (await server.call(listPrimaryGroups, { query: {} })).value
  const found: Group[] = []
  for (const text of wanted) {
    const known = matching([...held, ...first], text)
    const rows = known.length > 0 ? known : matching(await searched(server, text), text)
    const about = { what: 'group of the primary identity provider', wanted: text, hint: 'portico group list' }
    found.push(exactlyOne(rows, { ...about, nameOf: ({ name }) => name }))
  }
  return found
}

async function searched(server: Server, text: string): Promise<Group[]> {
  return text.length > 200 ? [] : (await server.call(listPrimaryGroups, { query: { search: text } })).value.groups
}

function matching(groups: readonly Group[], text: string): readonly Group[] {
  const once = [...new Map(groups.map((group) => [group.id, group])).values()]
  return matchByIdOrName(once, text, ({ name, claim }) => [name, claim])
}
