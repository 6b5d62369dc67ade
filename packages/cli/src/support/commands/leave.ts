import { leaveTenant } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'

/** The session of the vendor's tenant comes back. */
export async function run(_options: CommonOptions, context: CommandContext): Promise<void> {
  const server = await context.server()
  const { isSignedIn } = (await server.call(leaveTenant, {})).value
  const { forgetValues } = await import('../../command-kit/live-cache.ts')
  forgetValues(context)
  context.say((await context.words()).say(isSignedIn ? 'supportSession.left' : 'supportSession.leftAndOut'))
}
