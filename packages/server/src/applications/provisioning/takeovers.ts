import type { SearchMatch, Takeover, TakeoverChoice } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Place } from '../../kit/lists/cursor.ts'
import { pageOf, walkOf } from '../../kit/lists/keyset.ts'
import { searchCondition } from '../../kit/lists/search.ts'
import { behindOrder } from './not-up-to-date.ts'
import { isTaken } from './forget.ts'

type Asked = {
  readonly place: Place | undefined
  readonly limit: number
  readonly search: string
  readonly match: SearchMatch
}

type Row = Pick<Takeover, 'kind' | 'id' | 'name' | 'displayName' | 'provider' | 'obstacle' | 'account'> & {
  foundAt: Date
  approvedAt: Date | null
  sortText: string
}

/** One page of them, people first. */
export async function readTakeovers(tx: TenantTransaction, connectionId: string, { place, limit, ...asked }: Asked) {
  const walk = walkOf({ key: sql`o.kind`, id: sql`o.id`, cast: sql`text` }, place, true)
  const { rows } = await sql<Row>`
    select ${columns}, o.kind as "sortText" from ${takenOf(tx, connectionId, asked)} o ${owners}
     where ${walk.where}
     order by o.kind ${walk.direction}, o.id ${walk.direction} limit ${limit + 1}`.execute(tx.db)
  const page = pageOf(rows, { limit, place, sort: behindOrder, isBackward: walk.isBackward })
  return { ...page, rows: page.rows.map(({ sortText: _, ...row }) => takeoverOf(row)) }
}

/** All matching rows, for the total. */
export function everyTaken(tx: TenantTransaction, connectionId: string, asked: Pick<Asked, 'search' | 'match'>) {
  return sql`select from ${takenOf(tx, connectionId, asked)} o`
}

/**
 * Approves that these take over the accounts that were listed for them, and makes them due. Returns what was approved; the others have
 * another account now, or none.
 */
export async function approve(
  tx: TenantTransaction,
  connectionId: string,
  choices: readonly TakeoverChoice[],
): Promise<Takeover[]> {
  const column = (name: keyof TakeoverChoice) => choices.map((choice) => choice[name])
  const { rows } = await sql<Omit<Row, 'sortText'>>`
    with o as (
      update provisioned_objects p set approved_at = now(), next_attempt_at = least(next_attempt_at, now())
        from unnest(${column('kind')}::text[], ${column('id')}::uuid[], ${column('accountId')}::text[],
                    ${column('foundAt')}::timestamptz[]) as c (kind, id, account_id, found_at)
       where p.tenant_id = ${tx.tenantId} and p.connection_id = ${connectionId} and p.kind = c.kind and p.id = c.id
         and ${isTaken} and p.obstacle = 'approval' and p.found ->> 'id' = c.account_id and p.found_at = c.found_at
      returning p.*)
    select ${columns} from o ${owners} order by o.kind desc, o.id`.execute(tx.db)
  return rows.map(takeoverOf)
}

const columns = sql`
  o.kind, o.id, o.name, u.name as "displayName", i.name as provider, o.obstacle, o.found as account,
  o.found_at as "foundAt", o.approved_at as "approvedAt"`

/** Joins who they are here. */
const owners = sql`
  left join users u on u.tenant_id = o.tenant_id and u.id = o.id and o.kind = 'person'
  left join groups g on g.tenant_id = o.tenant_id and g.id = o.id and o.kind = 'group'
  left join identity_providers i
    on i.tenant_id = o.tenant_id and i.id = coalesce(u.identity_provider_id, g.identity_provider_id)`

function takenOf(
  tx: TenantTransaction,
  connectionId: string,
  { search, match }: Pick<Asked, 'search' | 'match'>,
): RawBuilder<unknown> {
  const found = searchCondition({ name: sql`portico_folded(name)`, urn: sql<string>`id::text` }, search, match)
  return sql`(
    select * from provisioned_objects
     where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and ${isTaken} and ${found ?? sql`true`})`
}

function takeoverOf({ foundAt, approvedAt, ...row }: Omit<Row, 'sortText'>): Takeover {
  return { ...row, foundAt: foundAt.toISOString(), approvedAt: approvedAt?.toISOString() ?? null }
}
