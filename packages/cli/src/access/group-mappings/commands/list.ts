import { mappingNoun, type MappingFilter } from '@portico/core'

import { applicationsOf, pickApplication } from '../../../applications/applications/find.ts'
import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { findMappedGroups, readMappings } from '../find.ts'

type Options = CommonOptions & { app?: string; group?: string; idp?: string }

/** Prints everything that groups can be mapped to in an environment, with the groups. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(mappingNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const { app, group, idp } = options
  const [found] = group === undefined ? [] : await findMappedGroups(server, [group], { idp, held: [] })
  const filter: MappingFilter = {
    ...(app === undefined ? {} : { app: pickApplication(await applicationsOf(server, envId), app).id }),
    ...(found === undefined ? {} : { group: found.id }),
  }
  const read = () => readMappings(server, envId, filter)
  await printList({ plan, read, idOf: (row) => row.id, watch: options.watch }, context)
}
