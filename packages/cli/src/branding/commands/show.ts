import { brandingNoun, getTenantBranding } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { planOutput } from '../../output/plan.ts'
import { printRow } from '../../output/print.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(brandingNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  await printRow(plan, (await server.call(getTenantBranding, {})).value, context)
}
