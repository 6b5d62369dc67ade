import { leaveTenant } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'

/** The session of the vendor's tenant comes back. */
export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  if (options.dryRun) return printDryRun([planned(leaveTenant, {})], [], context.io, options.json !== undefined)
  const server = await context.server()
  const { isSignedIn } = (await server.call(leaveTenant, {})).value
  const { forgetValues } = await import('../../../kit/command-kit/live-cache.ts')
  forgetValues(context)
  const sentence = (await context.words()).say(isSignedIn ? 'supportSession.left' : 'supportSession.leftAndOut')
  report({ left: true, signedIn: isSignedIn }, sentence, options, context)
}
