import { environmentList, environmentNoun, matchByIdOrName } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { allEnvironments } from '../find.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(environmentNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const wanted = settings.get('environment')
  const read = async () => {
    const environments = await allEnvironments(server)
    const selected =
      wanted === undefined
        ? environments.slice(0, environments.length === 1 ? 1 : 0)
        : matchByIdOrName(environments, wanted, (row) => [row.name, row.urn])
    const filter = { selected: selected.length === 1 ? selected[0]?.id : undefined }
    return environmentList.filterRows?.(environments, filter) ?? environments
  }
  await printList({ plan, read, idOf: (row) => row.id, watch: options.watch }, context)
}
