import { groupNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { findMapping, type MappingFlags } from '../find.ts'
import { groupRows } from '../rows.ts'

/** Prints the groups that are mapped to a role or an application. */
export async function run(options: CommonOptions & MappingFlags, context: CommandContext): Promise<void> {
  const plan = planOutput(groupNoun, options, { io: context.io, configured: context.settings.get('output') })
  const { mapping } = await findMapping(await context.server(), options, context)
  await printRows(plan, groupRows(mapping.groups), context)
}
