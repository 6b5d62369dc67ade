import { getScimDrift, scimDriftLead, scimDriftLines, scimDriftNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { neutralise } from '../../../kit/io/neutralise.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { providerOf } from '../../scim-tokens/find.ts'

/** Prints where a directory and the tenant differ: sentences for a person, else one row. */
export async function run(options: CommonOptions & { idp: string }, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(scimDriftNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { id } = await providerOf(server, options.idp)
  const { value: drift } = await server.call(getScimDrift, { params: { id } })
  const isRead = (plan.format === 'table' || plan.format === 'wide') && !plan.named
  if (!isRead) return printRow(plan, drift, context)
  const words = await context.words()
  if (!drift.hasSent) io.stdout.write(`${scimDriftLead(drift, words)}\n`)
  for (const { title, items } of scimDriftLines(drift, words))
    io.stdout.write([`${title}\n`, ...items.map((item) => `  ${neutralise(item)}\n`)].join(''))
}
