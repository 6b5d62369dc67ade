import { sql } from 'kysely'

import { tenantScope } from '../kit/database/tenant-scope.ts'
import type { TestServer } from './test-server.ts'

/** For all tenants, each in its own transaction: the owner of the tables can read rows of every tenant, but not change them. */
export async function removeWebhooks({ database }: Pick<TestServer, 'database'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct tenant_id as id from webhooks`.execute(database.owner)
  for (const { id } of rows)
    await tenantScope(database, id).transaction(({ db }) => sql`delete from webhooks`.execute(db))
}
