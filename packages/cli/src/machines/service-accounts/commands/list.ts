import { serviceAccountNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { listedAccounts } from '../list-rows.ts'

type Options = CommonOptions & { search?: string; limit?: string }

export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(serviceAccountNoun, options, { io: context.io, configured: context.settings.get('output') })
  const { search = '', limit } = options
  const most = limit === undefined ? Infinity : Number(limit)
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit)) fail('usage', '--limit is a number from 1 to 999999999.')
  if (search.length > 200) fail('usage', '--search takes at most 200 characters.')
  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const read = () => listedAccounts(plan, { search, most }, server, envId)
  await printList({ plan, read, most, idOf: (row) => row.id, watch: options.watch }, context)
}
