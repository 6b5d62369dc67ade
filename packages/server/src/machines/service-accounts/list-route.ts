import { listServiceAccounts, type ReplyOf } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findEnvironment } from '../../tenant/environments/queries.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route, type TenantCall } from '../../kit/http/route.ts'
import type { Place } from '../../kit/lists/cursor.ts'
import { totalOf } from '../../kit/lists/total.ts'
import {
  accountPage,
  accountPlace,
  everyAccount,
  lookUp,
  orderOf,
  type AccountOrder,
  type LookedUp,
} from './list-queries.ts'
import { dependenciesOf } from './queries.ts'

type Reply = ReplyOf<typeof listServiceAccounts>
type Listing = {
  readonly envId: string
  readonly filter: LookedUp
  readonly order: AccountOrder
  readonly withDependencies: boolean
}
type Slice = Pick<Reply, 'serviceAccounts'> & { readonly next: string | null; readonly previous: string | null }

/** Rows of a complete answer that are read at a time. */
const partLength = 500

/**
 * With `limit` a page, with its cursors and the number of matches. Without it all accounts: few at once, many in
 * parts, each read in a separate transaction after the client took the previous one. So a slow reader occupies neither
 * memory nor a connection; an account renamed during the read can appear twice, as in any paged list. Each part
 * checks again that the caller may still read, so that no answer outlives a sign-out.
 */
export const listRoute = route(
  listServiceAccounts,
  ['admin', 'support-reading'],
  async ({ tx, params: { envId }, query, later }) => {
    const environment = await findEnvironment(tx, envId)
    if (environment === undefined) throw notFound()
    const { search, match, name, include, cursor } = query
    const order = orderOf(query.sort)
    const place = accountPlace(cursor, order)
    const filter = await lookUp(tx, envId, { search, match, name })
    const listing = { envId, filter, order, withDependencies: include === 'dependencies' }
    const { readonly } = environment
    if (query.limit === undefined) {
      const { next, serviceAccounts } = await sliceOf(tx, listing, place, partLength)
      if (next === null) return { value: { serviceAccounts, readonly } }
      const more = { listing, first: serviceAccounts, cursor: next, readonly }
      return { parts: wholeInParts(more, later) }
    }
    const slice = await sliceOf(tx, listing, place, Number(query.limit))
    const total = await totalOf(tx, query, () => everyAccount(tx, envId, listing.filter))
    return { value: { ...slice, readonly, ...total } }
  },
)

async function sliceOf(
  tx: TenantTransaction,
  { envId, filter, order, withDependencies }: Listing,
  place: Place | undefined,
  limit: number,
): Promise<Slice> {
  const { accounts, next, previous } = await accountPage(tx, envId, filter, { order, place, limit })
  const held = withDependencies
    ? await dependenciesOf(
        tx,
        accounts.map(({ id }) => id),
      )
    : undefined
  const serviceAccounts = accounts.map(({ version: _, ...account }) =>
    held === undefined ? account : { ...account, dependencies: held.get(account.id) ?? [] },
  )
  return { serviceAccounts, next, previous }
}

async function* wholeInParts(
  {
    listing,
    first,
    cursor,
    readonly,
  }: { listing: Listing; first: Slice['serviceAccounts']; cursor: string; readonly: boolean },
  later: TenantCall<typeof listServiceAccounts>['later'],
): AsyncGenerator<string> {
  const rows = (accounts: Slice['serviceAccounts']) => accounts.map((account) => JSON.stringify(account)).join(',')
  yield `{"readonly":${readonly},"serviceAccounts":[${rows(first)}`
  let next: string | null = cursor
  while (next !== null) {
    const place = accountPlace(next, listing.order)
    const slice: Slice = await later((tx) => sliceOf(tx, listing, place, partLength))
    next = slice.next
    if (slice.serviceAccounts.length > 0) yield `,${rows(slice.serviceAccounts)}`
  }
  yield ']}'
}
