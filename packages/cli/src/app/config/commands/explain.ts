import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { settingNoun } from '../noun.ts'
import { requireSetting, settingRows } from '../rows.ts'

export async function run(options: CommonOptions & { key: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(settingNoun, options, { io: context.io, configured: context.settings.get('output') })
  await printRows(plan, settingRows(requireSetting(options.key), context.settings), context)
}
