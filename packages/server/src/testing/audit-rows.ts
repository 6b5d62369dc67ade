import { tenantScope } from '../database/tenant-scope.ts'
import type { ImportedTenant } from '../tenant-import/import.ts'
import type { TestServer } from './test-server.ts'

/** The audit log of a tenant, oldest first. */
export function auditRows(server: TestServer, tenant: ImportedTenant) {
  return tenantScope(server.database, tenant.id).transaction((tx) =>
    tx.db.selectFrom('audit').selectAll().where('tenant_id', '=', tenant.id).orderBy('at').orderBy('id').execute(),
  )
}
