import type { Database } from '../database/connect.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import { listTenants } from '../tenants/queries.ts'
import type { Finding } from './finding.ts'

/** Failed attempts in a row before an application is reported; they take three quarters of an hour. */
const failedAttemptsMin = 6

const paused = {
  unauthorized: 'it rejected the token: set a new one',
  removals:
    'very many people would be removed: switch it on again to allow that, or correct groups, mappings or providers first',
} as const

/** Applications of all tenants to which people are no longer sent: provisioning is paused, or has failed for long. */
export async function provisioningFindings(database: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { id, slug } of await listTenants(database)) {
    const rows = await tenantScope(database, id).transaction((tx) =>
      tx.db
        .selectFrom('provisioning_connections as c')
        .innerJoin('applications as a', (join) =>
          join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.application_id'),
        )
        .innerJoin('environments as e', (join) =>
          join.onRef('e.tenant_id', '=', 'c.tenant_id').onRef('e.id', '=', 'c.environment_id'),
        )
        .select(['a.slug as application', 'e.slug as environment', 'c.paused_reason as pausedReason'])
        .select(['c.failed_attempts as failedAttempts'])
        .where('c.tenant_id', '=', tx.tenantId)
        .where('c.removed_at', 'is', null)
        .where((where) =>
          where.or([where('c.paused_reason', 'is not', null), where('c.failed_attempts', '>=', failedAttemptsMin)]),
        )
        .orderBy('a.slug')
        .orderBy('e.slug')
        .execute(),
    )
    for (const { application, environment, pausedReason, failedAttempts } of rows) {
      const why =
        pausedReason === null
          ? `people cannot be sent there: ${failedAttempts} failed attempts in a row`
          : `people are no longer sent there, because ${paused[pausedReason]}`
      findings.push({
        check: 'provisioning',
        state: 'warning',
        detail: `${slug}, ${application} in ${environment}: ${why}`,
      })
    }
  }
  return findings
}
