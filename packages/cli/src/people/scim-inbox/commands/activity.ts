import { activityBy, getScimActivity, scimActivityNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { providerOf } from '../../scim-tokens/find.ts'

type Options = CommonOptions & { idp: string; by: string }

/** Prints requests by day in the time zone of the terminal, or by hour in UTC; the oldest first. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(scimActivityNoun, options, { io, configured: settings.get('output') })
  const { by } = options
  if (by !== 'day' && by !== 'hour') return fail('usage', '--by must be day or hour.')
  const server = await context.server()
  const { id } = await providerOf(server, options.idp)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const read = async () => {
    const { value } = await server.call(getScimActivity, { params: { id } })
    return activityBy(value.hours, by, { nowMs: context.clock.now(), timeZone })
  }
  await printList({ plan, read, idOf: ({ at }) => at, watch: options.watch }, context)
}
