import { scimTokenNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { providerOf, tokensOf } from '../find.ts'

export async function run(options: CommonOptions & { idp: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(scimTokenNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { id } = await providerOf(server, options.idp)
  await printList({ plan, read: () => tokensOf(server, id), idOf: (row) => row.id, watch: options.watch }, context)
}
