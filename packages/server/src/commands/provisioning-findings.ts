import type { Database } from '../database/connect.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import { readStalled } from '../provisioning/stalled.ts'
import { listTenants } from '../tenants/queries.ts'
import type { Finding } from './finding.ts'

const paused = {
  unauthorized: 'it rejected the token: set a new one',
  removals:
    'very many people would be removed: switch it on again to allow that, or correct groups, mappings or providers first',
  restored: 'this database was restored: switch it on again if this copy may send to it',
} as const

/** Applications of all tenants to which people are no longer sent: provisioning is paused, or has failed for long. */
export async function provisioningFindings(database: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { id, slug } of await listTenants(database)) {
    const rows = await tenantScope(database, id).transaction((tx) => readStalled(tx, Number.MAX_SAFE_INTEGER))
    for (const { applicationSlug: application, environmentSlug: environment, reason, failedAttempts } of rows) {
      const why =
        reason === 'failing'
          ? `people cannot be sent there: ${failedAttempts} failed attempts in a row`
          : `people are no longer sent there, because ${paused[reason]}`
      findings.push({
        check: 'provisioning',
        state: 'warning',
        detail: `${slug}, ${application} in ${environment}: ${why}`,
      })
    }
  }
  return findings
}
