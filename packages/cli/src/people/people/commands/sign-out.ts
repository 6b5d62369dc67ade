import { signOutPerson } from '@portico/core'

import type { CommandContext } from '../../../kit/context/context.ts'
import { changePerson, type PersonOptions } from '../change.ts'
import { personQuestions } from '../questions.ts'

export async function run(options: PersonOptions, context: CommandContext): Promise<void> {
  await changePerson(
    options,
    {
      endpoint: signOutPerson,
      asks: personQuestions.signOut,
      changes: () => [],
      async make(server, person) {
        const { value } = await server.call(signOutPerson, { params: { id: person.id } })
        return { person, said: ['people.signedOut', { name: person.name, count: value.endedSessions }] }
      },
    },
    context,
  )
}
