import { endsOf, expiringDays, type ProviderEnd } from '@portico/core/contract'

import type { Database } from '../database/connect.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import { listProviderRows } from '../identity-providers/rows.ts'
import { showProviders } from '../identity-providers/show.ts'
import { readState } from '../recovery-codes/queries.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { listTenants } from '../tenants/queries.ts'
import type { Finding } from './finding.ts'

const dayMs = 86_400_000

const names: Readonly<Record<ProviderEnd['what'], string>> = {
  certificate1: 'signing certificate 1',
  certificate2: 'signing certificate 2',
  applicationSecret: 'application secret',
  nextApplicationSecret: 'next application secret',
}

/** Certificates, application secrets and recovery codes of all tenants that expire within 60 days or have expired. */
export async function expiryFindings(database: Database, secrets: SecretBox, nowMs: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { id, slug } of await listTenants(database)) {
    const { providers, codes } = await tenantScope(database, id).transaction(async (tx) => ({
      providers: await showProviders(tx, await listProviderRows(tx), secrets),
      codes: await readState(tx),
    }))
    for (const provider of providers.filter(({ enabled }) => enabled))
      for (const end of endsOf(provider, nowMs).filter(({ state }) => state !== 'valid'))
        findings.push(findingOf(`${slug}, ${provider.name}: ${names[end.what]}`, end.at, end.days))
    const days = codes.expiresOn === null ? Infinity : Math.trunc((Date.parse(codes.expiresOn) - nowMs) / dayMs)
    if (days <= expiringDays) findings.push(findingOf(`${slug}: recovery codes`, codes.expiresOn ?? '', days))
  }
  return findings.length > 0
    ? findings
    : [{ check: 'expiry', state: 'ok', detail: `nothing within ${expiringDays} days` }]
}

function findingOf(what: string, at: string, days: number): Finding {
  const when = days < 0 ? `expired on ${at.slice(0, 10)}` : `${days} days left, until ${at.slice(0, 10)}`
  return { check: 'expiry', state: 'warning', detail: `${what}: ${when}` }
}
