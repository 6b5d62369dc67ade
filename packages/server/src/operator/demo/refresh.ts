import { sql } from 'kysely'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { OpenedStore } from '../../app/open.ts'
import type { TenantRow } from '../../tenant/tenants/queries.ts'

/**
 * Brings addresses of a moved simulator (another port) up to date, and nothing else: what people changed in the demo
 * since its first start stays.
 */
export async function moveSimulator(store: OpenedStore, tenant: TenantRow, before: string, now: string): Promise<void> {
  await tenantScope(store.database, tenant.id).transaction(async (tx) => {
    await sql`
      update identity_providers
         set config = replace(config::text, ${`"${before}/`}, ${`"${now}/`})::jsonb, config_version = config_version + 1
       where tenant_id = ${tx.tenantId} and config::text like ${`%"${before}/%`}`.execute(tx.db)
    await sql`
      update application_clients
         set config = replace(config::text, ${`"${before}/`}, ${`"${now}/`})::jsonb, version = version + 1
       where tenant_id = ${tx.tenantId} and config::text like ${`%"${before}/%`}`.execute(tx.db)
    await sql`
      update environment_applications
         set launch_url = ${now} || substr(launch_url, ${before.length + 1})
       where tenant_id = ${tx.tenantId} and launch_url like ${`${before}/%`}`.execute(tx.db)
  })
}
