import { whereIs, whereIsNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'

/** Prints where a username leads and why; exits with 6 if it leads nowhere, with 3 if it is invalid. */
export async function run(options: CommonOptions & { username: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(whereIsNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { value } = await server.call(whereIs, { query: { username: options.username } })
  await printRow(plan, value, context)
  if (value.outcome === 'found') return
  // The printed row contains the reason.
  if (value.outcome === 'malformed') fail('validation', 'This is not a username.', { errorID: 'USERNAME_SHAPE' })
  if (value.outcome === 'elsewhere')
    fail('not-found', 'The username leads to another company.', { errorID: 'NOT_FOUND' })
  fail('not-found', 'The username leads nowhere.', {
    errorID: 'NOT_FOUND',
    hint: 'portico username-format add --idp PROVIDER --email DOMAIN',
  })
}
