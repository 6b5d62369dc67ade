import { tenantRoleNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findTenantRole } from '../find.ts'

export async function run(options: CommonOptions & { wanted: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(tenantRoleNoun, options, { io: context.io, configured: context.settings.get('output') })
  await printRow(plan, await findTenantRole(await context.server(), options.wanted), context)
}
