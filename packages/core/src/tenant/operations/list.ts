import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { pageQuery } from '../../kit/lists/query.ts'
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
  async fetchPage({ client }, { filter, search, sort, cursor, limit, total, signal }) {
    const query = { ...filter, ...pageQuery({ search, sort, cursor, limit, total }) }
    const answer = await client.call(listOperatedTenants, { query, signal })
    return mapped(answer, ({ tenants: rows, next = null, previous = null, total: all }) => ({
      rows,
      next,
      previous,
      total: all,
    }))
  },
}
