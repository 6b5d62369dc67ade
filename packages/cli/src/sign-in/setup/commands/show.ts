import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { setupNoun } from '../noun.ts'
import { openedSetup, printSetup } from '../session.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(setupNoun, options, { io, configured: settings.get('output') })
  await printSetup(plan, await openedSetup(context), context)
}
