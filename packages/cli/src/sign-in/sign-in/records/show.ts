import { getSignIn, signInRecordNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { checkLines } from '../../checks/check-lines.ts'

/** Prints one sign-in; on a terminal each check is a line, with what to do under the one that failed. */
export async function run(options: CommonOptions & { code: string }, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(signInRecordNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { value: record } = await server.call(getSignIn, { params: { code: options.code } })
  const isRead = (plan.format === 'table' || plan.format === 'wide') && !plan.named
  if (!isRead) return printRow(plan, record, context)
  const fields = signInRecordNoun.fields.filter(
    (field) => !['checks', 'todo'].includes(field.name) && field.value(record) !== null,
  )
  await printRow({ ...plan, named: true, fields }, record, context)
  io.stdout.write(`\n${checkLines(record.checks, io)}`)
}
