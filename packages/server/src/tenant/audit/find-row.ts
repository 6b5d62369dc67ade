import type { AuditRow } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { auditColumns, auditRowOf } from './rows.ts'

export async function findAuditRow(tx: TenantTransaction, id: string): Promise<AuditRow | undefined> {
  const row = await tx.db
    .selectFrom('audit')
    .select(auditColumns)
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && auditRowOf(row)
}
