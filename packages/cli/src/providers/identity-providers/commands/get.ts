import { identityProviderNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { findProvider } from '../find.ts'
import { printProvider } from '../print-provider.ts'

export async function run(options: CommonOptions & { provider: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(identityProviderNoun, options, { io: context.io, configured: context.settings.get('output') })
  const { provider } = await findProvider(await context.server(), options.provider)
  await printProvider(plan, provider, context)
}
