import { webhookNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { webhooksOf } from '../find.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(webhookNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  await printList({ plan, read: () => webhooksOf(server), idOf: (row) => row.id, watch: options.watch }, context)
}
