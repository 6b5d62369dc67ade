import type { AuditRow } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SealPlace } from './entries.ts'
import { auditColumns, auditRowOf } from './rows.ts'

/**
 * The first number that a transaction still running may have: all rows of transactions before it are committed, and no further
 * ones can appear among them (docs/decisions/0099).
 */
export const settledBefore = sql<string>`(pg_snapshot_xmin(pg_current_snapshot())::text::bigint + portico_audit_base())`

/** Sorts after the id of every row of a position. */
export const endOfPosition = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export type SettledRow = { readonly row: AuditRow; readonly place: SealPlace }

/** Rows after a place, up to and including `to`, in their final order, at most `limit`: a transaction that commits late adds none before them. */
export async function settledRows(
  tx: TenantTransaction,
  after: SealPlace,
  { limit, to }: { readonly limit: number; readonly to?: SealPlace },
): Promise<SettledRow[]> {
  const rows = await tx.db
    .selectFrom('audit')
    .select(auditColumns)
    .select(sql<string>`position::text`.as('place'))
    .where('tenant_id', '=', tx.tenantId)
    .where(sql<boolean>`(position, id) > (${after.position}::bigint, ${after.id}::uuid)`)
    .where(sql<boolean>`position < ${settledBefore}`)
    .$if(to !== undefined, (some) =>
      some.where(sql<boolean>`(position, id) <= (${to?.position ?? '0'}::bigint, ${to?.id ?? ''}::uuid)`),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ row: auditRowOf(row), place: { position: row.place, id: row.id } }))
}
