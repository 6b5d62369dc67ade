import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'

/** Which resources of a provider. */
export type Collection = { readonly table: 'scim_users' | 'scim_groups'; readonly providerId: string }

export type Counted = { readonly total: string }

/** How many are not deleted, without reading them, and how often places changed (docs/decisions/0119). */
export function countOf({ tenantId }: TenantTransaction, { table, providerId }: Collection): RawBuilder<Counted> {
  return sql<Counted>`
    select coalesce(sum(count), 0) as total, coalesce(sum(moves), 0) as moves from scim_counts
     where tenant_id = ${tenantId} and identity_provider_id = ${providerId} and counted = ${table}`
}

/** A resource whose place in the order of creation was counted, from 1; it is there while `moves` of the collection is the same. */
export type KnownPlace = { readonly place: number; readonly id: string; readonly moves: string }

export type Placed = {
  /** Null behind the last one. */
  readonly id: string | null
  readonly moves: string
  /** Whether the place of this resource can only change together with `moves`. */
  readonly isSettled: boolean | null
}

/**
 * The resource at a place in the order of creation, from 1. Counted only in the index, from the nearer end of the list or from a
 * known place.
 */
export function placed(
  tx: TenantTransaction,
  collection: Collection,
  { place, known }: { readonly place: number; readonly known: KnownPlace | undefined },
): RawBuilder<Placed> {
  const { table, providerId } = collection
  const skipping = (direction: 'asc' | 'desc', skipped: RawBuilder<unknown>, from?: string) => {
    const begin = sql`and p.id ${direction === 'asc' ? sql`>=` : sql`<=`} ${from}::uuid`
    return sql`
      (select p.id from ${sql.table(table)} p
        where p.tenant_id = ${tx.tenantId} and p.identity_provider_id = ${providerId} and p.deleted_at is null
          ${from === undefined ? sql`` : begin}
        order by p.id ${sql.raw(direction)} limit 1 offset ${skipped})`
  }
  const position = sql`${place}::bigint`
  const distance = Math.abs(place - (known?.place ?? 0))
  const fromKnown =
    known === undefined
      ? sql``
      : sql`when c.moves = ${known.moves}::numeric and ${distance}::bigint < least(${position}, c.total - ${position})
            then ${skipping(place < known.place ? 'desc' : 'asc', sql`${distance}::bigint`, known.id)}`
  // `offset 0` lets PostgreSQL count once for the two columns.
  return sql<Placed>`
    select found.id, c.moves, found.id < portico_id_at(now() - interval '2 minutes') as "isSettled"
      from (${countOf(tx, collection)}) c
     cross join lateral (
       select case when ${position} > c.total then null
                   ${fromKnown}
                   when ${position} <= c.total / 2 then ${skipping('asc', sql`${position} - 1`)}
                   else ${skipping('desc', sql`(c.total - ${position})::bigint`)} end as id offset 0) found`
}
