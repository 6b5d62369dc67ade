import type { QueryOf } from '../../kit/http/endpoint.ts'
import { pageLimitMax } from '../../kit/lists/contract.ts'
import type { ListQuery } from '../../kit/lists/listed.ts'
import { folded } from '../../kit/lists/order.ts'
import type { Page } from '../../kit/lists/pages.ts'
import { isIdWord, parseSearch } from '../../kit/lists/search.ts'
import type { ListedServiceAccount, listServiceAccounts } from './contract.ts'

export type ServiceAccountPage = Page<ListedServiceAccount>

/** The query of the call for a search and order as typed. */
export function serviceAccountQuery({
  search,
  sort,
}: Pick<ListQuery, 'search' | 'sort'>): QueryOf<typeof listServiceAccounts> {
  const { match, text } = parseSearch(search)
  return {
    ...(text === '' ? {} : { search: text, ...(match === 'contains' ? {} : { match }) }),
    ...(sort === '' ? {} : { sort: sort as 'name' }),
  }
}

/** The query for the accounts that match an id, a URN or a name, from which `matchByIdOrName` chooses. */
export function lookUpQuery(wanted: string): QueryOf<typeof listServiceAccounts> {
  // No name is longer, and the query rejects longer text.
  const text = wanted.trim().slice(0, 200)
  return isIdWord(folded(text)) ? { search: text, limit: String(pageLimitMax) } : { name: text }
}

export function serviceAccountPage(reply: {
  readonly serviceAccounts: readonly ListedServiceAccount[]
  readonly readonly: boolean
  readonly next?: string | null | undefined
  readonly previous?: string | null | undefined
  readonly total?: number | undefined
}): ServiceAccountPage {
  const { serviceAccounts: rows, readonly, next = null, previous = null, total } = reply
  return { rows, readonly, next, previous, total }
}
