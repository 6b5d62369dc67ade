import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { settings as table } from '../../../kit/settings/keys.ts'
import { settingNoun } from '../noun.ts'
import { settingRows } from '../rows.ts'

/** Each setting once, with its effective value. */
export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(settingNoun, options, { io: context.io, configured: context.settings.get('output') })
  const rows = table.flatMap((setting) => settingRows(setting, context.settings).slice(0, 1))
  await printList({ plan, read: async () => rows, idOf: ({ key }) => key, watch: options.watch }, context)
}
