import { canDeactivate, deactivatePerson, personState } from '@portico/core'

import type { CommandContext } from '../../../kit/context/context.ts'
import { changePerson, type PersonOptions } from '../change.ts'
import { personQuestions } from '../questions.ts'

export async function run(options: PersonOptions, context: CommandContext): Promise<void> {
  await changePerson(
    options,
    {
      endpoint: deactivatePerson,
      asks: personQuestions.deactivate,
      changes: (person) =>
        canDeactivate(person) ? [{ field: 'state', from: personState(person), to: 'deactivated' }] : [],
      async make(server, { id }) {
        const { value: person } = await server.call(deactivatePerson, { params: { id } })
        return { person, said: ['people.deactivated', { name: person.name }] }
      },
    },
    context,
  )
}
