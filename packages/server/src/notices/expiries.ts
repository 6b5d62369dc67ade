import { expiringDays, expiringKeysMax, type Expiries, type ExpiringKey } from '@portico/core/contract'
import { sql } from 'kysely'

import { readExpiringClients } from '../clients/queries.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import { certificateFacts, readCertificateHistory } from '../identity-providers/certificate-facts.ts'
import { listProviderRows } from '../identity-providers/rows.ts'
import { readState } from '../recovery-codes/queries.ts'
import { readSetup } from '../setup/queries.ts'

const dayMs = 86_400_000

/**
 * What of a tenant can expire, in effect. Of service accounts only the keys whose certificate has expired or expires within
 * 60 days, at most `expiringKeysMax`, and the same of registered applications; `beyond` counts those that are left out.
 */
export async function readExpiries(tx: TenantTransaction, nowMs: number): Promise<Expiries & { beyond: number }> {
  const history = await readCertificateHistory(tx)
  const providers = (await listProviderRows(tx)).map((row) => ({
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    config: row.config,
    certificates: certificateFacts(row, history),
  }))
  const setup = await readSetup(tx)
  const { expiresOn } = await readState(tx)
  const keys = await readExpiringKeys(tx, { nowMs, most: expiringKeysMax })
  const until = new Date(nowMs + (expiringDays + 1) * dayMs)
  const clients = await readExpiringClients(tx, { until, most: expiringKeysMax })
  return {
    providers,
    keys,
    clients,
    beyond: Math.max(0, (keys[0]?.all ?? 0) - keys.length) + Math.max(0, (clients[0]?.all ?? 0) - clients.length),
    setupUrl: setup?.state === 'open' ? setup.expiresAt.toISOString() : null,
    recoveryCodes: expiresOn,
  }
}

/** Keys whose certificate has expired or expires within 60 days, the first to expire; `all` counts those beyond `most` too. */
export async function readExpiringKeys(
  tx: TenantTransaction,
  { nowMs, most }: { readonly nowMs: number; readonly most: number },
): Promise<
  (ExpiringKey & { readonly thumbprint: string; readonly warnedStep: number | null; readonly all: number })[]
> {
  const until = new Date(nowMs + (expiringDays + 1) * dayMs)
  const { rows } = await sql<{
    id: string
    environment_id: string
    name: string
    slot: 1 | 2
    at: Date
    thumbprint: string
    warned_step: number | null
    all: number
  }>`
    select a.id, a.environment_id, a.name, k.not_after as at, k.thumbprint, k.warned_step,
           case when k.thumbprint = a.key1_thumbprint then 1 else 2 end as slot, (count(*) over ())::int as all
      from service_account_keys k
      join service_accounts a on a.tenant_id = k.tenant_id and a.id = k.service_account_id
       and k.thumbprint in (a.key1_thumbprint, a.key2_thumbprint)
     where k.tenant_id = ${tx.tenantId} and k.not_after < ${until}
     order by k.not_after, a.id, slot limit ${most}`.execute(tx.db)
  return rows.map(({ id, environment_id, name, slot, at, thumbprint, warned_step, all }) => ({
    accountId: id,
    environmentId: environment_id,
    name,
    slot,
    notAfter: at.toISOString(),
    thumbprint,
    warnedStep: warned_step,
    all,
  }))
}
