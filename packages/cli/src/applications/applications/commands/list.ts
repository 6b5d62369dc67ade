import { applicationNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { applicationsOf } from '../find.ts'
import { checkEnvironment, ownApplications } from '../own.ts'

type Options = CommonOptions & { mine?: boolean; favourites?: boolean; recent?: boolean }

export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(applicationNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const section = options.favourites ? 'favourites' : options.recent ? 'recent' : options.mine ? 'all' : undefined
  if (section !== undefined) {
    const [named] = context.settings.layersAboveConfig('environment')
    if (named !== undefined) await checkEnvironment(server, named.value)
    const own = async () => {
      const applications = await ownApplications(server, section)
      if (applications.length === 0) await checkEnvironment(server)
      return applications
    }
    return printList({ plan, read: own, idOf: (row) => row.id, watch: options.watch }, context)
  }
  const environment = await currentEnvironment(server, context)
  const read = () => applicationsOf(server, environment.id)
  await printList({ plan, read, idOf: (row) => row.id, watch: options.watch }, context)
}
