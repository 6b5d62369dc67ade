import { enterTenant, readInput, supportNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { findOperatedTenant } from '../../operations/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'

type Options = CommonOptions & { tenant: string; reason: string; hours?: string }

/** Exchanges the session of this profile for a support session in a tenant. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(supportNoun, options, { io: context.io, configured: context.settings.get('output') })
  const hours = options.hours === undefined ? {} : { hours: Number(options.hours) }
  const body = { reason: options.reason, ...hours }
  const input = readInput(enterTenant.body, body)
  const words = await context.words()
  if (!input.ok) fail('validation', words.find(input.violations[0]?.errorID ?? '') ?? words.say('SUPPORT_HOURS'))
  const server = await context.server()
  const { id: tenantId, name: tenant } = await findOperatedTenant(server, options.tenant)
  const params = { tenantId }
  if (options.dryRun) {
    const changes = changesBetween({}, { tenant, ...body })
    return printDryRun([planned(enterTenant, params, body)], changes, context.io, plan.format === 'json')
  }
  const { value } = await server.call(enterTenant, { params, body })
  await printRow(plan, value, context)
}
