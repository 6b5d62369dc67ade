import { listPeople, matchByIdOrName, pageLimitMax, type Person } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'

/** Finds a person by id, or by username, e-mail address or name if that is unique. */
export async function findPerson(server: Server, wanted: string): Promise<Person> {
  // No name is longer, and the query rejects longer text.
  const search = wanted.trim().slice(0, 200)
  const { people } = (await server.call(listPeople, { query: { search, limit: String(pageLimitMax) } })).value
  const byUsername = matchByIdOrName(people, wanted, ({ username }) => [username])
  const matches =
    byUsername.length > 0 ? byUsername : matchByIdOrName(people, wanted, ({ name, email }) => [name, email ?? name])
  return exactlyOne(matches, {
    what: 'person',
    wanted,
    nameOf: ({ name, username }) => `${name}, ${username}`,
    hint: 'portico person list',
  })
}
