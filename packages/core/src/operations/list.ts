import { mapped, type ListedNoun } from '../lists/listed.ts'
import { parseSearch } from '../lists/search.ts'
import {
  listOperatedTenants,
  type OperatedTenant,
  type operatedTenantSorts,
  type operatedTenantStates,
} from './contract.ts'
import type { TenantHealth } from './health.ts'
import { operatedTenantNoun } from './noun.ts'

export type OperatedTenantFilter = {
  readonly state?: (typeof operatedTenantStates)[number] | undefined
  readonly health?: TenantHealth | undefined
}

/** The tenants of the deployment: searched, sorted and paged by the server. */
export const operatedTenantList: ListedNoun<
  OperatedTenant,
  OperatedTenantFilter,
  (typeof operatedTenantSorts)[number]
> = {
  noun: operatedTenantNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: ['name'],
  ownSort: 'name',
  noFilter: {},
  async fetchPage({ client }, { filter, search: typed, sort, cursor, limit, signal }) {
    const { match, text } = parseSearch(typed)
    const query = {
      ...(text === '' ? {} : { search: text, ...(match === 'contains' ? {} : { match }) }),
      ...(sort === '' ? {} : { sort }),
      ...filter,
      cursor,
      limit: String(limit),
    }
    const answer = await client.call(listOperatedTenants, { query, signal })
    return mapped(answer, ({ tenants: rows, next = null, previous = null, total }) => ({ rows, next, previous, total }))
  },
}
