import { auditList, auditNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { filterOf, type FilterOptions } from '../filter.ts'
import { fieldsInWords } from '../in-words.ts'

/** Prints the newest matching rows, reading pages until there are enough. */
export async function run(
  options: CommonOptions & FilterOptions & { limit: string },
  context: CommandContext,
): Promise<void> {
  const planned = planOutput(auditNoun, options, { io: context.io, configured: context.settings.get('output') })
  const limit = /^\d{1,6}$/.test(options.limit) ? Number(options.limit) : 0
  if (limit < 1) fail('usage', '--limit is a number from 1 to 999999.')
  const server = await context.server()
  const isForPeople = planned.format === 'table' || planned.format === 'wide'
  const names = planned.fields.map(({ name }) => name)
  const plan = isForPeople ? { ...planned, fields: fieldsInWords(await context.words())(names) } : planned
  const filter = filterOf(options, server.clock.now())
  const read = () => readRows(server, auditList, { filter, most: limit })
  await printList({ plan, read, idOf: auditList.idOf, watch: options.watch }, context)
}
