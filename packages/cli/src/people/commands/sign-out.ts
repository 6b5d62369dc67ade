import { signOutPerson } from '@portico/core'

import type { CommandContext } from '../../context/context.ts'
import { changePerson, type PersonOptions } from '../change.ts'

export async function run(options: PersonOptions, context: CommandContext): Promise<void> {
  await changePerson(
    options,
    {
      endpoint: signOutPerson,
      asks: ({ name, username }) => `End every session of ${name} (${username})?`,
      changes: () => [],
      async make(server, person) {
        const { value } = await server.call(signOutPerson, { params: { id: person.id } })
        return { person, said: ['people.signedOut', { name: person.name, count: value.endedSessions }] }
      },
    },
    context,
  )
}
