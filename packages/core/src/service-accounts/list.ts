import type { Feedback } from '../feedback/store.ts'
import type { Client, Outcome } from '../http/client.ts'
import type { QueryOf } from '../http/endpoint.ts'
import { createList, type List, type ListQuery } from '../lists/list.ts'
import type { Page } from '../lists/pages.ts'
import { pageLimitMax } from '../lists/contract.ts'
import { folded } from '../lists/order.ts'
import { isIdWord, parseSearch } from '../lists/search.ts'
import { listServiceAccounts, type ListedServiceAccount } from './contract.ts'

export type ServiceAccountList = List<ListedServiceAccount>

export type ServiceAccountPage = Page<ListedServiceAccount>

/** The list of an environment's service accounts, page by page; its scope is the environment's id. */
export function createServiceAccountList(
  { client, feedback }: { client: Client; feedback: Feedback },
  size: { readonly pageLength?: number; readonly pagesMax?: number } = {},
): ServiceAccountList {
  return createList({
    ...size,
    feedback,
    idOf: (row) => row.id,
    fetchPage: async ({ scope, cursor, limit, ...query }) => {
      const answer = await client.call(listServiceAccounts, {
        params: { envId: scope },
        query: { ...serviceAccountQuery(query), cursor, limit: String(limit) },
      })
      return answer.ok ? { ok: true, value: serviceAccountPage(answer.value) } : (answer as Outcome<never>)
    },
  })
}

/** Search and order as they are typed, as the query of the call. */
export function serviceAccountQuery({ search, sort }: ListQuery): QueryOf<typeof listServiceAccounts> {
  const { match, text } = parseSearch(search)
  return {
    ...(text === '' ? {} : { search: text, ...(match === 'contains' ? {} : { match }) }),
    ...(sort === '' ? {} : { sort: sort as 'name' }),
  }
}

/** The query for the accounts that an id, a URN or a name can mean, for `matchByIdOrName` to choose from. */
export function lookUpQuery(wanted: string): QueryOf<typeof listServiceAccounts> {
  // No name is longer, and the query refuses more.
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
