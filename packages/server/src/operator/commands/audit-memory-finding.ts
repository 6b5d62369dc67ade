import { findDifference } from '../../kit/audit-trail/accept.ts'
import { AuditMemoryLost, checkNotLost } from '../../kit/audit-trail/memory.ts'
import type { OpenedStore } from '../../app/open.ts'
import type { TenantRow } from '../../tenant/tenants/queries.ts'
import type { Finding } from './finding.ts'

const check = 'audit memory'

/** Whether the audit logs continue what this machine remembers of them. A missing key is a separate finding. */
export async function auditMemoryFinding(
  { database, auditKeys, auditMemory: memory }: Pick<OpenedStore, 'database' | 'auditKeys' | 'auditMemory'>,
  tenants: readonly TenantRow[],
): Promise<Finding> {
  try {
    await checkNotLost(database, memory)
    const remembered = memory.read()
    const [key, ...earlier] = auditKeys.all()
    if (remembered === undefined || key === undefined)
      return { check, state: 'warning', detail: `${memory.file} does not exist yet: removed rows may not be found` }
    const found: string[] = []
    for (const { id, slug } of tenants) {
      const difference = await findDifference({ database, memory, keys: [key, ...earlier] }, id)
      if (difference !== undefined) found.push(`${slug}: ${difference.message}`)
    }
    const gone = [...remembered.keys()].filter((id) => !tenants.some((tenant) => tenant.id === id))
    found.push(...gone.map((id) => `${id}: the tenant is no longer in the database.`))
    if (found.length > 0)
      return { check, state: 'failed', detail: `${found.join(' ')} See portico-server audit verify.` }
    return { check, state: 'ok', detail: `${memory.file}, as the database` }
  } catch (error) {
    if (!(error instanceof AuditMemoryLost)) throw error
    return { check, state: 'failed', detail: error.message }
  }
}
