import { roleList, roleNoun, roleScope } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { applicationsOf, pickApplication } from '../find.ts'

export async function run(options: CommonOptions & { application: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(roleNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const application = pickApplication(await applicationsOf(server, envId), options.application)
  await printRows(plan, await readRows(server, roleList, { scope: roleScope(envId, application.id) }), context)
}
