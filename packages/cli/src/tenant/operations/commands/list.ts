import {
  operatedTenantList,
  operatedTenantNoun,
  tenantHealths,
  type operatedTenantStates,
  type TenantHealth,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { printList } from '../../../kit/output/watch.ts'

type Options = CommonOptions & {
  search?: string
  active?: boolean
  deactivated?: boolean
  health?: string
  limit?: string
}

/** Prints the tenants of the deployment by name, reading pages until there are enough. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(operatedTenantNoun, options, { io: context.io, configured: context.settings.get('output') })
  const { search = '', limit } = options
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit)) fail('usage', '--limit is a number from 1 to 999999999.')
  if (search.length > 200) fail('usage', '--search takes at most 200 characters.')
  if (options.active && options.deactivated) fail('usage', '--active and --deactivated exclude each other.')
  const health = healthNamed(options.health)
  const server = await context.server()
  const most = limit === undefined ? Infinity : Number(limit)
  const read = () =>
    readRows(server, operatedTenantList, {
      search,
      filter: { state: stateOf(options), ...(health && { health }) },
      most,
    })
  await printList({ plan, read, most, idOf: operatedTenantList.idOf, watch: options.watch }, context)
}

function healthNamed(text: string | undefined): TenantHealth | undefined {
  const health = tenantHealths.find((one) => one === text)
  if (text !== undefined && health === undefined) fail('usage', phrase`--health is one of ${tenantHealths.join(', ')}.`)
  return health
}

function stateOf({ active, deactivated }: Options): (typeof operatedTenantStates)[number] | undefined {
  if (active) return 'active'
  return deactivated ? 'deactivated' : undefined
}
