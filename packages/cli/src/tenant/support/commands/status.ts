import { getOwnSupportSession, supportNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { CommandFailure } from '../../../kit/errors/failure.ts'
import { failureOf } from '../../../kit/errors/problem-failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printNone, printRow } from '../../../kit/output/print.ts'

/** Prints the support session that the profile is in. None is an answer too. */
export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(supportNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const outcome = await server.attempt(getOwnSupportSession, {})
  if (outcome.ok) return printRow(plan, outcome.value, context)
  const { problem } = outcome
  if (problem.kind !== 'expected' || problem.errorID !== 'SUPPORT_SESSION_REQUIRED')
    throw new CommandFailure(failureOf(problem))
  await printNone(plan, context)
  context.say('You are not in a support session.')
}
