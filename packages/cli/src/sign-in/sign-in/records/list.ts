import { signInList, signInNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readPeriod, type PeriodOptions } from '../../../kit/command-kit/period.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { pickProvider, providersOf } from '../../../providers/identity-providers/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'

type Options = CommonOptions & PeriodOptions & { failed?: boolean; user?: string; idp?: string; limit: string }

/** Prints the newest matching sign-ins, reading pages until there are enough. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(signInNoun, options, { io: context.io, configured: context.settings.get('output') })
  const limit = /^\d{1,5}$/.test(options.limit) ? Number(options.limit) : 0
  if (limit < 1) fail('usage', '--limit is a number from 1 to 99999.')
  const server = await context.server()
  const period = readPeriod(options, server.clock.now())
  const idp = options.idp === undefined ? undefined : pickProvider(await providersOf(server), options.idp).id
  const outcome = options.failed === true ? ('failed' as const) : undefined
  const filter = { search: options.user, outcome, idp, ...period }
  const read = () => readRows(server, signInList, { filter, most: limit })
  await printList({ plan, read, idOf: signInList.idOf, watch: options.watch }, context)
}
