import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { planOutput } from '../../output/plan.ts'
import { printRows } from '../../output/print.ts'
import { settingNoun } from '../noun.ts'
import { requireSetting, settingRows } from '../rows.ts'

export async function run(options: CommonOptions & { key: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(settingNoun, options, { io: context.io, configured: context.settings.get('output') })
  await printRows(plan, settingRows(requireSetting(options.key), context.settings), context)
}
