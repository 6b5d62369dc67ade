import { getPerson, personDetailNoun, signInNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow, printRows } from '../../../kit/output/print.ts'
import { findPerson } from '../find.ts'

/** Prints one person; on a terminal the last sign-ins are a table below. */
export async function run(options: CommonOptions & { person: string }, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const output = { io, configured: settings.get('output') }
  const plan = planOutput(personDetailNoun, options, output)
  const server = await context.server()
  const { id } = await findPerson(server, options.person)
  const { value: person } = await server.call(getPerson, { params: { id } })
  const isRead = (plan.format === 'table' || plan.format === 'wide') && !plan.named
  if (!isRead) return printRow(plan, person, context)
  const fields = personDetailNoun.fields.filter((field) => field.kind !== 'json' && field.value(person) !== null)
  await printRow({ ...plan, named: true, fields }, person, context)
  if (person.signIns.length === 0) return
  io.stdout.write('\n')
  await printRows(planOutput(signInNoun, {}, output), person.signIns, context)
}
