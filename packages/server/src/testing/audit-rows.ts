import { sql } from 'kysely'

import { tenantScope } from '../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import type { TestServer } from './test-server.ts'

/** The audit log of a tenant, oldest first. */
export function auditRows(server: TestServer, tenant: ImportedTenant) {
  return tenantScope(server.database, tenant.id).transaction((tx) =>
    tx.db.selectFrom('audit').selectAll().where('tenant_id', '=', tenant.id).orderBy('at').orderBy('id').execute(),
  )
}

/**
 * Adds changes made by `Person 0` to `Person 49` at `count` accounts named `robot 0`, `robot 1`, …: one each second before now, the
 * newest last. One in a hundred is a `rare.change` of kind `rarity`.
 */
export async function addAuditRows(
  server: Pick<TestServer, 'database'>,
  tenantId: string,
  { count, endsAtMs }: { readonly count: number; readonly endsAtMs: number },
): Promise<void> {
  await tenantScope(server.database, tenantId).transaction(async ({ db }) => {
    // On a busy machine it takes longer than a statement of a request may.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`
      insert into audit (tenant_id, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name,
                         before, after, request_id, address)
      select ${tenantId}, gen_random_uuid(), to_timestamp(${endsAtMs / 1000}) - make_interval(secs => ${count} - n),
             'user', 'p' || n % 50, 'Person ' || n % 50,
             case when n % 100 = 7 then 'rare.change' else (array['service-account.update', 'session.begin'])[1 + n % 2] end,
             case when n % 100 = 7 then 'rarity' else (array['service-account', 'user'])[1 + n % 2] end,
             't' || n, 'robot ' || n, '{"name": "old"}', '{"name": "new"}', 'request ' || n, '192.0.2.7'
        from generate_series(0, ${count - 1}::int) n`.execute(db)
  })
}
