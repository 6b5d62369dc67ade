import { getIdleTime, idleTimeNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(idleTimeNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  await printRow(plan, (await server.call(getIdleTime, {})).value, context)
}
