import { expiringDays, noticesOf, noticeSubject, type Notice } from '@portico/core/contract'

import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { say } from '../../kit/words/say.ts'
import { readExpiries } from '../../tenant/notices/expiries.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'
import type { Finding } from './finding.ts'

/** What of all tenants expires within 60 days or has expired (core's notices). */
export async function expiryFindings(database: Database, nowMs: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { id, slug } of await listTenants(database)) {
    const expiries = await tenantScope(database, id).transaction((tx) => readExpiries(tx, nowMs))
    findings.push(...noticesOf(expiries, nowMs).map((notice) => findingOf(slug, notice)))
  }
  return findings.length > 0
    ? findings
    : [{ check: 'expiry', state: 'ok', detail: `nothing within ${expiringDays} days` }]
}

function findingOf(tenant: string, { what, tokenName, where, step, daysLeft, expiresAt }: Notice): Finding {
  const day = expiresAt.slice(0, 10)
  const when = step === 0 ? `expired on ${day}` : `${daysLeft} days left, until ${day}`
  const object = [tenant, where].filter(Boolean).join(', ')
  return { check: 'expiry', state: 'warning', detail: `${object}: ${noticeSubject({ what, tokenName }, say)}: ${when}` }
}
