import { getPortalRoleGroups, groupNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { rowsOfRole } from '../rows.ts'

/** Prints the groups that hold a role of the portal. */
export async function run(options: CommonOptions & { role: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(groupNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { value } = await server.call(getPortalRoleGroups, { params: { id: options.role } })
  await printRows(plan, rowsOfRole(value), context)
}
