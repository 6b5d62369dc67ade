import type { ProvisioningObject, SearchMatch } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { placeOf, type Place } from '../../kit/lists/cursor.ts'
import { pageOf, walkOf } from '../../kit/lists/keyset.ts'
import { searchCondition } from '../../kit/lists/search.ts'
import { failureOf, type ConnectionRow } from './connections.ts'

export const behindLengthMax = 200

type Row = Pick<ProvisioningObject, 'kind' | 'id' | 'name' | 'change' | 'attempts'> &
  Pick<ConnectionRow, 'last_failure' | 'last_status' | 'last_detail'> & {
    next_attempt_at: Date
    sortText: string
  }

type Asked = {
  readonly place: Place | undefined
  readonly limit: number
  readonly search: string
  readonly match: SearchMatch
}

/** One page of the people and groups that are not up to date in the application, people first. */
export async function readBehind(tx: TenantTransaction, connectionId: string, { place, limit, search, match }: Asked) {
  const walk = walkOf({ key: sql`kind`, id: sql`id`, cast: sql`text` }, place, true)
  const { rows } = await sql<Row>`
    select kind, id, name, attempts, next_attempt_at, last_failure, last_status, last_detail, kind as "sortText",
           case when wanted is null then 'remove' when remote_id is null then 'create' else 'update' end as change
      from provisioned_objects
     where ${behindOf(tx, connectionId, { search, match })} and ${walk.where}
     order by kind ${walk.direction}, id ${walk.direction} limit ${limit + 1}`.execute(tx.db)
  const page = pageOf(rows, { limit, place, sort: behindOrder, isBackward: walk.isBackward })
  return { ...page, rows: page.rows.map(objectOf) }
}

/** All matching rows, for the total. */
export function everyBehind(tx: TenantTransaction, connectionId: string, asked: Pick<Asked, 'search' | 'match'>) {
  return sql`select from provisioned_objects where ${behindOf(tx, connectionId, asked)}`
}

function behindOf(
  tx: TenantTransaction,
  connectionId: string,
  { search, match }: Pick<Asked, 'search' | 'match'>,
): RawBuilder<boolean> {
  const found = searchCondition({ name: sql`portico_folded(name)`, urn: sql<string>`id::text` }, search, match)
  return sql<boolean>`tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and wanted is distinct from sent
       and ${found ?? sql`true`}`
}

/** The order of the list, also of takeovers. */
export const behindOrder = 'kind'

export function behindPlace(cursor: string | undefined): Place | undefined {
  return placeOf(cursor, behindOrder, (key) => key === 'person' || key === 'group')
}

function objectOf({
  kind,
  id,
  name,
  change,
  attempts,
  next_attempt_at,
  sortText: _,
  ...failed
}: Row): ProvisioningObject {
  return {
    kind,
    id,
    name,
    change,
    attempts,
    nextAttemptAt: next_attempt_at.toISOString(),
    lastFailure: failureOf(failed),
  }
}
