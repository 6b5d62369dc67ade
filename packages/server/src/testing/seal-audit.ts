import { lastSeal } from '../kit/audit-trail/seal-rows.ts'
import { sealAll } from '../kit/audit-trail/sealing.ts'
import { unsealedRows } from '../kit/audit-trail/unsealed.ts'
import { tenantScope } from '../kit/database/tenant-scope.ts'
import type { TestServer } from './test-server.ts'

/** Seals every audit row of these tenants. A transaction elsewhere in the cluster can delay it. */
export async function sealAudit(server: TestServer, tenantIds: readonly string[]): Promise<void> {
  const [key] = server.deps.auditKeys?.all() ?? []
  if (key === undefined) throw new TypeError('The server has no key.')
  for (const id of tenantIds)
    for (let left = 1; left > 0;) {
      await sealAll(server, key)
      left = await tenantScope(server.database, id).transaction(
        async (tx) => (await unsealedRows(tx, await lastSeal(tx))).rows,
      )
    }
}
