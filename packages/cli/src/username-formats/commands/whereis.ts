import { whereIs, whereIsNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { fail } from '../../errors/failure.ts'
import { planOutput } from '../../output/plan.ts'
import { printRow } from '../../output/print.ts'

/** Prints where a username leads and why; ends with 6 where it leads nowhere, with 3 where it is none. */
export async function run(options: CommonOptions & { username: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(whereIsNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { value } = await server.call(whereIs, { query: { username: options.username } })
  await printRow(plan, value, context)
  if (value.outcome === 'found') return
  // Why stands in what was printed.
  if (value.outcome === 'malformed') fail('validation', 'This is no username.', { errorID: 'USERNAME_SHAPE' })
  if (value.outcome === 'elsewhere')
    fail('not-found', 'The username leads to another company.', { errorID: 'NOT_FOUND' })
  fail('not-found', 'The username leads nowhere.', {
    errorID: 'NOT_FOUND',
    hint: 'portico username-format add --idp PROVIDER --email DOMAIN',
  })
}
