import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { tooManyRequests } from '../../kit/http/failure.ts'
import type { RateLimit } from '../../kit/settings/rate-limits.ts'

/**
 * Looks something up by a code that could be guessed. Each lookup is counted first and uncounted when it succeeds, so
 * right codes do not allow further wrong ones, and concurrent lookups wait for each other. Throws 429 after too many
 * wrong codes. Counted per person, so that one person cannot lock out another.
 */
export async function countingWrongCodes<Found>(
  tx: TenantTransaction,
  userId: string,
  limit: RateLimit,
  look: () => Promise<Found | undefined>,
): Promise<{ found: Found | undefined; wrongCodesLeft: number }> {
  const { rows } = await sql<{ wrong: number; waitSecs: number }>`
    insert into cli_wrong_codes as c (tenant_id, user_id, wrong, window_ends_at)
    values (${tx.tenantId}, ${userId}, 1, now() + make_interval(secs => ${limit.windowSecs}))
    on conflict (tenant_id, user_id) do update set
      wrong = case when c.window_ends_at <= now() then 1 else c.wrong + 1 end,
      window_ends_at = case when c.window_ends_at <= now() then excluded.window_ends_at else c.window_ends_at end
    returning wrong, extract(epoch from window_ends_at - now())::float8 as "waitSecs"`.execute(tx.db)
  const { wrong = 1, waitSecs = 0 } = rows[0] ?? {}
  if (wrong > limit.attempts) throw tooManyRequests(waitSecs)
  const found = await look()
  if (found === undefined) return { found, wrongCodesLeft: limit.attempts - wrong }
  await tx.db
    .updateTable('cli_wrong_codes')
    .set(({ eb }) => ({ wrong: eb('wrong', '-', 1) }))
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .execute()
  return { found, wrongCodesLeft: limit.attempts - wrong + 1 }
}
