import { recordAudit, type AuditEntry } from '../audit/record.ts'
import type { Database } from '../database/connect.ts'
import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import { uuidv7 } from '../identifiers.ts'
import type { Place } from '../open.ts'
import { findTenantBySlug } from '../tenants/queries.ts'
import { operatorName, withStore } from './tenant.ts'

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
 * What an operator's command does in one tenant, in one transaction. `afterwards`: in other tenants, once it has committed.
 * Throws for an unknown tenant.
 */
export async function inTenant<T>(
  place: Place,
  slug: string,
  work: (of: TenantWork) => Promise<T>,
  afterwards?: (database: Database, result: T) => Promise<void>,
): Promise<T> {
  return withStore(place, async ({ database }) => {
    const tenant = await findTenantBySlug(database, slug)
    if (tenant === undefined)
      throw new Error(`There is no tenant "${slug}". List them with portico-server tenant list.`)
    const nowMs = Date.now()
    const who = { actor: { kind: 'operator', name: operatorName() }, requestId: uuidv7(nowMs), nowMs } as const
    const result = await tenantScope(database, tenant.id).transaction((tx) =>
      work({ tx, nowMs, requestId: who.requestId, audit: (entry) => recordAudit(tx, who, entry) }),
    )
    await afterwards?.(database, result)
    return result
  })
}
