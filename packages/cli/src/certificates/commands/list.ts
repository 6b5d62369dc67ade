import { certificateNoun, listCertificates, withDaysLeft } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { planOutput } from '../../output/plan.ts'
import { printList } from '../../output/watch.ts'

/** Prints the certificates, earliest expiry first. */
export async function run(options: CommonOptions & { idp?: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(certificateNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const provider = options.idp === undefined ? undefined : pickProvider(await providersOf(server), options.idp)
  const read = async () =>
    (await server.call(listCertificates, {})).value.certificates
      .filter(({ idp }) => provider === undefined || idp === provider.id)
      .map((row) => withDaysLeft(row, context.clock.now()))
      .toSorted((left, right) => (left.daysLeft ?? Infinity) - (right.daysLeft ?? Infinity) || left.slot - right.slot)
  await printList({ plan, read, idOf: ({ idp, slot }) => `${idp} ${slot}`, watch: options.watch }, context)
}
