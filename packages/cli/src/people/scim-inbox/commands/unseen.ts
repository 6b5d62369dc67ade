import { scimUnseenList, scimUnseenNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { providerOf } from '../../scim-tokens/find.ts'
import { limitIn } from '../limit.ts'

type Options = CommonOptions & { idp: string; limit: string }

/** Prints people whom the directory sent and who never signed in, the first sent first. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(scimUnseenNoun, options, { io, configured: settings.get('output') })
  const most = limitIn(options.limit)
  const server = await context.server()
  const { id: scope } = await providerOf(server, options.idp)
  const read = () => readRows(server, scimUnseenList, { scope, most })
  await printList({ plan, read, idOf: scimUnseenList.idOf, watch: options.watch }, context)
}
