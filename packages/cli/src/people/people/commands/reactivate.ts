import { reactivatePerson } from '@portico/core'

import type { CommandContext } from '../../../kit/context/context.ts'
import { changePerson, type PersonOptions } from '../change.ts'

export async function run(options: PersonOptions, context: CommandContext): Promise<void> {
  await changePerson(
    options,
    {
      endpoint: reactivatePerson,
      changes: ({ active }) => (active ? [] : [{ field: 'state', from: 'deactivated', to: 'active' }]),
      async make(server, { id }) {
        const { value: person } = await server.call(reactivatePerson, { params: { id } })
        return { person, said: ['people.reactivated', { name: person.name }] }
      },
    },
    context,
  )
}
