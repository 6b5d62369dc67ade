import { getScimRequest, scimRequestDetailNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { providerOf } from '../../scim-tokens/find.ts'

/** Prints one request with what was sent, redacted. */
export async function run(options: CommonOptions & { idp: string; wanted: string }, context: CommandContext) {
  const { io, settings } = context
  const plan = planOutput(scimRequestDetailNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { id } = await providerOf(server, options.idp)
  const { value } = await server.call(getScimRequest, { params: { id, requestId: options.wanted } })
  await printRow(plan, value, context)
}
