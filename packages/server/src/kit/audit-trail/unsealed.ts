import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { finding, type Finding } from './finding.ts'
import { placeOfSeal, type Seal } from './seal-rows.ts'

/** How long a row may wait for its seal, which takes seconds, before it is reported (docs/decisions/0128). */
export const waitMaxMs = 3_600_000

export type UnsealedRows = { readonly rows: number; readonly oldestAt: string | null; readonly isOld: boolean }

/** Rows after the last seal. `isOld`: one of them has waited longer than {@link waitMaxMs}. */
export async function unsealedRows(tx: TenantTransaction, last: Seal | undefined): Promise<UnsealedRows> {
  const place = placeOfSeal(last)
  const after = place === undefined ? sql`` : sql`and (position, id) > (${place.position}::bigint, ${place.id}::uuid)`
  const { rows } = await sql<{ rows: string; oldest: Date | null; is_old: boolean | null }>`
    select count(*) as rows, min(at) as oldest, min(at) < now() - make_interval(secs => ${waitMaxMs / 1000}) as is_old
      from audit where tenant_id = ${tx.tenantId} ${after}`.execute(tx.db)
  const [{ rows: count, oldest, is_old: isOld } = { rows: '0', oldest: null, is_old: null }] = rows
  return { rows: Number(count), oldestAt: oldest?.toISOString() ?? null, isOld: isOld === true }
}

export function oldUnsealed({ rows, oldestAt, isOld }: UnsealedRows): Finding | undefined {
  return isOld ? finding('unsealed-old', null, { rows, at: oldestAt ?? '' }) : undefined
}
