import { scimRequestList, scimRequestNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { providerOf } from '../../scim-tokens/find.ts'
import { limitIn } from '../limit.ts'

type Options = CommonOptions & { idp: string; changed?: boolean; failed?: boolean; limit: string }

/** Prints the newest requests of a directory, reading pages until there are enough. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(scimRequestNoun, options, { io, configured: settings.get('output') })
  const most = limitIn(options.limit)
  if (options.changed && options.failed) fail('usage', '--changed and --failed exclude each other.')
  const only = options.changed ? ('changed' as const) : options.failed ? ('failed' as const) : undefined
  const server = await context.server()
  const { id: scope } = await providerOf(server, options.idp)
  const read = () => readRows(server, scimRequestList, { scope, filter: { only }, most })
  await printList({ plan, read, idOf: scimRequestList.idOf, watch: options.watch }, context)
}
