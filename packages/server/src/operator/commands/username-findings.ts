import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'
import type { Finding } from './finding.ts'

/** Tenants with people whose username does not belong to their identity provider (docs/decisions/0125). */
export async function usernameFindings(database: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { id, slug } of await listTenants(database)) {
    const { rows } = await tenantScope(database, id).transaction((tx) =>
      sql<{ count: number; active: number }>`
        select count(*)::int as count, (count(*) filter (where active))::int as active
          from users where tenant_id = ${tx.tenantId} and username_foreign_since is not null`.execute(tx.db),
    )
    const { count = 0, active = 0 } = rows[0] ?? {}
    if (count === 0) continue
    const undecided =
      active === 0 ? '' : `; applications keep the accounts of ${active} of these people until an administrator decides`
    const detail = `${slug}: ${count} usernames do not belong to the identity provider of their person, who cannot sign in${undecided}: see portico person list --foreign-username`
    findings.push({ check: 'usernames', state: 'warning', detail })
  }
  return findings
}
