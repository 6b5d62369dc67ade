import { noticeList, noticeNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'

/** Prints what expires within 60 days or has expired, the most urgent first. */
export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(noticeNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const words = await context.words()
  const read = () => readRows(server, noticeList, {}, (id, values) => words.say(id, values))
  await printList({ plan, read, idOf: noticeList.idOf, watch: options.watch }, context)
}
