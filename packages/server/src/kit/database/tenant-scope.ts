import type { Kysely, Transaction } from 'kysely'
import type { Database } from './connect.ts'
import { repeated } from './repeat.ts'
import type { Tables } from './tables.ts'
import type { Asker } from './tenant-shares.ts'

/** The only access to tenant-owned tables: it sees one tenant. */
export interface TenantScope {
  readonly tenantId: string
  /**
   * Runs `work` in one READ COMMITTED transaction, on one of the connections that the tenant may hold; commits when
   * `work` resolves and rolls back when it throws. Runs it again, up to three times, when the transaction loses a deadlock:
   * whatever `work` does has to be rolled back with its transaction, or do no harm twice. Throws DatabaseBusy if the call waits too long for a connection.
   */
  transaction<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>
}

export interface TenantTransaction {
  readonly tenantId: string
  readonly db: Transaction<Tables>
}

/** Maximum duration of one statement of a tenant, far above that of any statement that reads a bounded number of rows. */
const tenantStatementMaxMs = 5_000

/** One message with `begin` and the first statement of the transaction (driver.ts). */
const choice = {
  sql: `select set_config('portico.tenant', $1, true), set_config('statement_timeout', '${tenantStatementMaxMs}', true)`,
  name: 'p_tenant',
  isSilent: true,
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A scope for one tenant. Throws RangeError unless the id is a UUID. */
export function tenantScope(database: Database, tenantId: string, asker: Asker = 'members'): TenantScope {
  if (!uuid.test(tenantId)) throw new RangeError('A tenant id must be a UUID.')
  const opened = database.openingWith([{ ...choice, parameters: [tenantId] }])
  return {
    tenantId,
    async transaction(work) {
      const release = await database.tenantShares.take(tenantId, asker)
      try {
        return await repeated(() => opened.transaction().execute((db) => work({ tenantId, db })))
      } finally {
        release()
      }
    },
  }
}

/** The same for a request of a person who is not signed in: at most half of the tenant's connections. */
export function visitorScope(database: Database, tenantId: string): TenantScope {
  return tenantScope(database, tenantId, 'visitors')
}

/**
 * For calls of the named SECURITY DEFINER functions and for the few tables that belong to no tenant. Tenant-owned
 * tables are empty through it: no tenant is set.
 */
export function globalQuery(database: Database): Kysely<Tables> {
  return database.app
}
