import { endSupportSession } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { planned, printDryRun } from '../../output/dry-run.ts'

/** Ends a support session. It does not ask: the id names what ends. */
export async function run(options: CommonOptions & { id: string }, context: CommandContext): Promise<void> {
  const params = { id: options.id }
  if (options.dryRun) return printDryRun([planned(endSupportSession, params)], [], context.io, false)
  const server = await context.server()
  await server.call(endSupportSession, { params })
  context.say((await context.words()).say('supportSession.ended'))
}
