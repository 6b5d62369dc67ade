import { sql } from 'kysely'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'
import { startBackgroundWork } from '../../kit/background-work.ts'
import { lockFormats } from '../../providers/username-formats/save.ts'
import { checkUsernames } from './check-usernames.ts'

const lookEveryMs = 10 * 60_000

type Needs = Pick<Deps, 'database' | 'clock' | 'log' | 'metrics'>

/**
 * Looks at once, and then every ten minutes, for tenants whose usernames were not checked for an hour: after an upgrade, after a restore,
 * and because an earlier version of the server, or another tenant that gave a domain away, may have changed to whom names belong. Returns
 * a function that stops it.
 */
export function startWatchingUsernames(deps: Needs): () => Promise<void> {
  return startBackgroundWork(() => watchUsernames(deps), {
    ...deps,
    job: 'checking-usernames',
    everyMs: lookEveryMs,
    failed: 'checking usernames failed; it is tried again',
  })
}

export async function watchUsernames({ database, clock }: Needs): Promise<void> {
  for (const { id } of await listTenants(database))
    await tenantScope(database, id).transaction(async (tx) => {
      if (await isDue(tx)) await checkUsernames(tx, clock.now())
    })
}

/** Only one of several processes checks a tenant. */
async function isDue(tx: TenantTransaction): Promise<boolean> {
  // What waits for a confirmation may be taken back.
  const due = sql`tenant_id = ${tx.tenantId} and coalesce(usernames_checked_at, '-infinity') < now() - interval '1 hour'
    and not exists (select from unconfirmed_changes c where c.tenant_id = ${tx.tenantId})`
  if ((await sql`select from tenants where ${due}`.execute(tx.db)).rows.length === 0) return false
  await lockFormats(tx)
  const { rows } = await sql`update tenants set usernames_checked_at = now() where ${due} returning 1`.execute(tx.db)
  return rows.length > 0
}
