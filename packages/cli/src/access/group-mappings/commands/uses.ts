import { groupUseNoun, listGroupMappings } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { findMappedGroups } from '../find.ts'

/** Prints what a group is mapped to, in all environments. */
export async function run(
  options: CommonOptions & { wanted: string; idp?: string },
  context: CommandContext,
): Promise<void> {
  const plan = planOutput(groupUseNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const [group] = await findMappedGroups(server, [options.wanted], { idp: options.idp, held: [] })
  const { value } = await server.call(listGroupMappings, { params: { id: group?.id ?? '' } })
  await printRows(plan, value.mappings, context)
}
