import { recordAudit, type AuditEntry } from '../../kit/audit-trail/record.ts'
import type { Database } from '../../kit/database/connect.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { OpenedStore, Place } from '../../app/open.ts'
import { findTenantBySlug, type TenantRow } from '../../tenant/tenants/queries.ts'
import { operatorName } from './tenant.ts'
import { changing, reading } from './with-store.ts'

export { operatorName }

export type TenantWork = {
  readonly tx: TenantTransaction
  readonly nowMs: number
  /** As in the audit rows of this work. */
  readonly requestId: string
  /** In the operator's name, in the same transaction. */
  readonly audit: (entry: AuditEntry) => Promise<void>
}

/**
 * What an operator's command changes in one tenant, in one transaction. `afterwards`: in other tenants, once it has committed.
 * Throws for an unknown tenant.
 */
export async function inTenant<T>(
  place: Place,
  slug: string,
  work: (of: TenantWork) => Promise<T>,
  afterwards?: (database: Database, result: T) => Promise<void>,
): Promise<T> {
  return changing(place, async ({ database }) => {
    const tenant = await tenantNamed(database, slug)
    const nowMs = Date.now()
    const who = { actor: { kind: 'operator', name: operatorName() }, requestId: uuidv7(nowMs), nowMs } as const
    const result = await tenantScope(database, tenant.id).transaction((tx) =>
      work({ tx, nowMs, requestId: who.requestId, audit: (entry) => recordAudit(tx, who, entry) }),
    )
    await afterwards?.(database, result)
    return result
  })
}

/** What an operator's command reads in one tenant. Throws for an unknown tenant. */
export async function readTenant<T>(
  place: Place,
  slug: string,
  read: (of: Pick<TenantWork, 'tx' | 'nowMs'> & Pick<OpenedStore, 'secrets'>) => Promise<T>,
): Promise<T> {
  return reading(place, async ({ database, secrets }) => {
    const tenant = await tenantNamed(database, slug)
    return tenantScope(database, tenant.id).transaction((tx) => read({ tx, nowMs: Date.now(), secrets }))
  })
}

export async function tenantNamed(database: Database, slug: string): Promise<TenantRow> {
  const tenant = await findTenantBySlug(database, slug)
  if (tenant === undefined) throw new Error(`There is no tenant "${slug}". List them with portico-server tenant list.`)
  return tenant
}
