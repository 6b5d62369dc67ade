import { operatedTenantNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findOperatedTenant } from '../find.ts'
import { tenantLines } from '../tenant-lines.ts'

/** Prints one tenant; on a terminal with its providers and expiries as lines. */
export async function run(options: CommonOptions & { tenant: string }, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(operatedTenantNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const tenant = await findOperatedTenant(server, options.tenant)
  const isRead = (plan.format === 'table' || plan.format === 'wide') && !plan.named
  if (!isRead) return printRow(plan, tenant, context)
  for (const { text } of tenantLines(tenant, await context.words())) io.stdout.write(`${text}\n`)
}
