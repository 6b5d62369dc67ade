import { provisioningBehindList, provisioningObjectNoun, provisioningScope } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { limitIn } from '../../../people/scim-inbox/limit.ts'
import { namedApplication } from '../named-application.ts'

type Options = CommonOptions & { app: string; limit: string }

/** Prints people and groups that are not up to date in an application. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(provisioningObjectNoun, options, { io, configured: settings.get('output') })
  const most = limitIn(options.limit)
  const { server, params } = await namedApplication(context, options.app)
  const read = () => readRows(server, provisioningBehindList, { scope: provisioningScope(params), most })
  await printList({ plan, read, idOf: provisioningBehindList.idOf, watch: options.watch }, context)
}
