import { identityProviderNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { planOutput } from '../../output/plan.ts'
import { printRows } from '../../output/print.ts'
import { providersOf } from '../find.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(identityProviderNoun, options, { io: context.io, configured: context.settings.get('output') })
  await printRows(plan, await providersOf(await context.server()), context)
}
