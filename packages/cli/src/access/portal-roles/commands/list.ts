import { listPortalRoles, portalRoleNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(portalRoleNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  await printRows(plan, (await server.call(listPortalRoles, {})).value.portalRoles, context)
}
