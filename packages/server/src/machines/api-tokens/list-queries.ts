import type { ApiTokenState, OwnedApiToken, SearchMatch } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { customPlan } from '../../kit/database/statement-name.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { placeOf, type Place } from '../../kit/lists/cursor.ts'
import { pageOf, walkOf } from '../../kit/lists/keyset.ts'
import { searchCondition } from '../../kit/lists/search.ts'
import { isTimeKey, timeKey } from '../../kit/lists/time-key.ts'
import { inState, modelOf, tokenRows } from './queries.ts'

export type TokenFilter = {
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
  readonly state?: ApiTokenState | undefined
  /** The id of a person. */
  readonly ownerId?: string | undefined
}

const sort = 'createdAt'

export function tokenPlace(cursor: string | undefined): Place | undefined {
  return placeOf(cursor, sort, isTimeKey)
}

/** One page, the newest first unless it is reversed. */
export async function tokenPage(
  tx: TenantTransaction,
  filter: TokenFilter,
  { isReversed, place, limit }: { isReversed: boolean; place: Place | undefined; limit: number },
): Promise<{ readonly tokens: OwnedApiToken[]; readonly next: string | null; readonly previous: string | null }> {
  const key = sql`k.created_at`
  const walk = walkOf({ key, id: sql`k.id`, cast: sql`timestamptz` }, place, !isReversed)
  const found = await matching(tx, filter)
    .select(['k.id', timeKey(key).as('sortText')])
    .where(walk.where)
    .orderBy(sql`k.created_at ${walk.direction}`)
    .orderBy(sql`k.id ${walk.direction}`)
    .limit(limit + 1)
    .execute()
  const { rows, ...cursors } = pageOf(found, { limit, place, sort, isBackward: walk.isBackward })
  const ids = rows.map(({ id }) => id)
  return { tokens: await tokensOf(tx, ids), ...cursors }
}

/** In the order of `ids`. */
async function tokensOf(tx: TenantTransaction, ids: readonly string[]): Promise<OwnedApiToken[]> {
  if (ids.length === 0) return []
  const rows = await tokenRows(tx)
    .where(sql<boolean>`k.id = any (${ids}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, modelOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** All matching rows, for the total. */
export function everyToken(tx: TenantTransaction, filter: TokenFilter): RawBuilder<unknown> {
  return sql`${matching(tx, filter).select(sql`1`.as('one'))}`
}

function matching(tx: TenantTransaction, { search = '', match = 'contains', state, ownerId }: TokenFilter) {
  const text = sql<string>`(k.folded_text || ' ' ||
    (select u.folded_text from users u where u.tenant_id = k.tenant_id and u.id = k.user_id) || ' ' ||
    (select portico_folded(a.label) from applications a where a.tenant_id = k.tenant_id and a.id = k.application_id))`
  const condition = searchCondition({ name: text, urn: sql<string>`k.id::text` }, search, match)
  let query = tx.db.selectFrom('api_tokens as k').where('k.tenant_id', '=', tx.tenantId).modifyFront(customPlan)
  if (ownerId !== undefined) query = query.where('k.user_id', '=', ownerId)
  if (state !== undefined) query = query.where(inState(state))
  return condition === undefined ? query : query.where(condition)
}
