import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../database/tenant-scope.ts'

/** Which resources of a provider. */
export type Collection = { readonly table: 'scim_users' | 'scim_groups'; readonly providerId: string }

export type Counted = { readonly total: string }

/** How many are not deleted, without reading them (docs/decisions/0119). */
export function countOf({ tenantId }: TenantTransaction, { table, providerId }: Collection): RawBuilder<Counted> {
  return sql<Counted>`
    select coalesce(sum(count), 0) as total from scim_counts
     where tenant_id = ${tenantId} and identity_provider_id = ${providerId} and counted = ${table}`
}

/**
 * The id of the resource at a place in the order of creation, from 1; null behind the last one. Counted in the index alone, from the
 * nearer end of the list.
 */
export function idAt(tx: TenantTransaction, collection: Collection, place: number): RawBuilder<unknown> {
  const { table, providerId } = collection
  const skipping = (direction: RawBuilder<unknown>, skipped: RawBuilder<unknown>) => sql`
    (select p.id from ${sql.table(table)} p
      where p.tenant_id = ${tx.tenantId} and p.identity_provider_id = ${providerId} and p.deleted_at is null
      order by p.id ${direction} limit 1 offset ${skipped})`
  const position = sql`${place}::bigint`
  return sql`(
    select case when ${position} > c.total then null
                when ${position} <= c.total / 2 then ${skipping(sql`asc`, sql`${position} - 1`)}
                else ${skipping(sql`desc`, sql`(c.total - ${position})::bigint`)} end
      from (${countOf(tx, collection)}) c)`
}
