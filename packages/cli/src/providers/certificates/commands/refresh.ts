import { certificateNoun, listCertificates, refreshMetadata, withDaysLeft } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'

/** Reads a provider's metadata now, takes over its new certificate, and prints what the slots hold then (decision 81). */
export async function run(options: CommonOptions & { idp: string }, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(certificateNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { id } = pickProvider(await providersOf(server), options.idp)
  const params = { id }
  if (options.dryRun) return printDryRun([planned(refreshMetadata, params)], [], io, plan.format === 'json')
  const { message } = (await server.call(refreshMetadata, { params })).value
  const { certificates, readings } = (await server.call(listCertificates, {})).value
  const now = context.clock.now()
  const rows = certificates.filter(({ idp }) => idp === id).map((row) => withDaysLeft(row, now, readings))
  await printRows(plan, rows, context)
  if (message !== null) context.say(message)
}
