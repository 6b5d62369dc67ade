import { usernameFormatList, usernameFormatNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'

export async function run(options: CommonOptions & { idp?: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(usernameFormatNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const idp = options.idp === undefined ? undefined : pickProvider(await providersOf(server), options.idp).id
  const read = () => readRows(server, usernameFormatList, { filter: { idp } })
  await printList({ plan, read, idOf: usernameFormatList.idOf, watch: options.watch }, context)
}
