import { formatRowsOf, usernameFormatNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { planOutput } from '../../output/plan.ts'
import { printList } from '../../output/watch.ts'

export async function run(options: CommonOptions & { idp?: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(usernameFormatNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const read = async () => {
    const all = await providersOf(server)
    return formatRowsOf(options.idp === undefined ? all : [pickProvider(all, options.idp)])
  }
  await printList({ plan, read, idOf: (row) => JSON.stringify(row), watch: options.watch }, context)
}
