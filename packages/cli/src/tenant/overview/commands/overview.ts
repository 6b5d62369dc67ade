import { overviewList, overviewNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'

/** Prints what needs attention, the sign-ins that failed lately, and the environments. */
export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(overviewNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const words = await context.words()
  const read = () => readRows(server, overviewList, {}, (id, values) => words.say(id, values))
  await printList({ plan, read, idOf: overviewList.idOf, watch: options.watch }, context)
}
