import { groupNoun, groupRowsOf, listGroups } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { pickProvider, providersOf } from '../../../providers/identity-providers/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'

/** Prints the groups by provider, those of the primary one first. */
export async function run(
  options: CommonOptions & { idp?: string; search?: string },
  context: CommandContext,
): Promise<void> {
  const plan = planOutput(groupNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const idp = options.idp === undefined ? undefined : pickProvider(await providersOf(server), options.idp).id
  const { tenantGroups } = (await server.call(listGroups, { query: { search: options.search } })).value
  await printRows(plan, groupRowsOf(tenantGroups.filter((one) => idp === undefined || one.idp === idp)), context)
}
