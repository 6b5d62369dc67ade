import { roleNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { rolesOf } from '../find.ts'

export async function run(options: CommonOptions & { app: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(roleNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const read = () => rolesOf(server, options.app, context)
  await printList({ plan, read, idOf: (row) => row.id, watch: options.watch }, context)
}
