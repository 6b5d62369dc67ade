import { mapped, type ListedNoun } from '../../kit/lists/listed.ts'
import { listServiceAccounts, serviceAccountSorts, type ListedServiceAccount } from './contract.ts'
import { serviceAccountNoun } from './noun.ts'
import { serviceAccountPage, serviceAccountQuery } from './query.ts'

export type ServiceAccountFilter = {
  /** What to read beside the accounts. */ readonly include?: 'dependencies' | undefined
}

export type ServiceAccountSort = (typeof serviceAccountSorts)[number]

/** The service accounts of an environment, which is the scope: searched, sorted and paged by the server. */
export const serviceAccountList: ListedNoun<ListedServiceAccount, ServiceAccountFilter, ServiceAccountSort> = {
  noun: serviceAccountNoun,
  idOf: ({ id }) => id,
  searchedBy: 'server',
  sorts: serviceAccountSorts,
  ownSort: 'name',
  noFilter: {},
  async fetchPage({ client }, { scope: envId, cursor, limit, total, filter, signal, ...asked }) {
    const query = {
      ...serviceAccountQuery(asked),
      ...filter,
      cursor,
      limit: String(limit),
      ...(total === undefined ? {} : { total }),
    }
    return mapped(await client.call(listServiceAccounts, { params: { envId }, query, signal }), serviceAccountPage)
  },
}
