import { webhookNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findWebhook } from '../find.ts'

export async function run(options: CommonOptions & { wanted: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(webhookNoun, options, { io: context.io, configured: context.settings.get('output') })
  await printRow(plan, await findWebhook(await context.server(), options.wanted), context)
}
