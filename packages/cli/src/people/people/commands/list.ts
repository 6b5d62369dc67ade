import { personList, personNoun, type personStates } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { pickProvider, providersOf } from '../../../providers/identity-providers/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'

type Options = CommonOptions & {
  search?: string
  idp?: string
  active?: boolean
  deactivated?: boolean
  foreignUsername?: boolean
  limit?: string
}

/** Prints people by name, reading pages until there are enough. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(personNoun, options, { io: context.io, configured: context.settings.get('output') })
  const { search = '', limit } = options
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit)) fail('usage', '--limit is a number from 1 to 999999999.')
  if (search.length > 200) fail('usage', '--search takes at most 200 characters.')
  if ([options.active, options.deactivated, options.foreignUsername].filter(Boolean).length > 1)
    fail('usage', '--active, --deactivated and --foreign-username exclude each other.')
  const server = await context.server()
  const idp = options.idp === undefined ? undefined : pickProvider(await providersOf(server), options.idp).id
  const filter = { idp, state: stateOf(options) }
  const most = limit === undefined ? Infinity : Number(limit)
  const read = () => readRows(server, personList, { search, filter, most })
  await printList({ plan, read, most, idOf: personList.idOf, watch: options.watch }, context)
}

function stateOf({ active, deactivated, foreignUsername }: Options): (typeof personStates)[number] | undefined {
  if (active) return 'active'
  if (foreignUsername) return 'foreign-username'
  return deactivated ? 'deactivated' : undefined
}
