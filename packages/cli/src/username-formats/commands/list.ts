import { formatRowsOf, usernameFormatNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { planOutput } from '../../output/plan.ts'
import { printRows } from '../../output/print.ts'

export async function run(options: CommonOptions & { idp?: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(usernameFormatNoun, options, { io: context.io, configured: context.settings.get('output') })
  const all = await providersOf(await context.server())
  const chosen = options.idp === undefined ? all : [pickProvider(all, options.idp)]
  await printRows(plan, formatRowsOf(chosen), context)
}
