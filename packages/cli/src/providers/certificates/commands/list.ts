import { certificateList, certificateNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'

/** Prints the certificates, earliest expiry first. */
export async function run(options: CommonOptions & { idp?: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(certificateNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const idp = options.idp === undefined ? undefined : pickProvider(await providersOf(server), options.idp).id
  const read = () => readRows(server, certificateList, { filter: { idp } })
  await printList({ plan, read, idOf: ({ idp, slot }) => `${idp} ${slot}`, watch: options.watch }, context)
}
