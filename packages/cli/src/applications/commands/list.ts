import { applicationNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { currentEnvironment } from '../../environments/find.ts'
import { planOutput } from '../../output/plan.ts'
import { printRows } from '../../output/print.ts'
import { applicationsOf } from '../find.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(applicationNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  await printRows(plan, await applicationsOf(server, environment.id), context)
}
