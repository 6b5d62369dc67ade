import {
  getSupportTranscript,
  requestInWords,
  supportRequestNoun,
  type Field,
  type SupportRequest,
  type Words,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'

/** Prints each request of a support session, the oldest first. */
export async function run(options: CommonOptions & { id: string }, context: CommandContext): Promise<void> {
  const planned = planOutput(supportRequestNoun, options, {
    io: context.io,
    configured: context.settings.get('output'),
  })
  const isForPeople = planned.format === 'table' || planned.format === 'wide'
  const plan = isForPeople ? { ...planned, fields: inWords(planned.fields, await context.words()) } : planned
  const server = await context.server()
  const rows: SupportRequest[] = []
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? {} : { cursor }
    const { requests, next } = (await server.call(getSupportTranscript, { params: { id: options.id }, query })).value
    rows.push(...requests)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  await printRows(plan, rows, context)
}

/** People read what each request did, also where it changed nothing. */
function inWords(fields: readonly Field<SupportRequest>[], words: Words): readonly Field<SupportRequest>[] {
  return fields.map((field) =>
    field.name === 'action' ? { ...field, value: (row: SupportRequest) => requestInWords(row, words) } : field,
  )
}
