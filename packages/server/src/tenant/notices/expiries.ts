import {
  expiringDays,
  expiringKeysMax,
  scimTokenSteps,
  type Expiries,
  type ExpiringKey,
  type ExpiringScimToken,
} from '@portico/core/contract'
import { sql } from 'kysely'

import { readExpiringClients } from '../../applications/clients/queries.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { certificateFacts, readCertificateHistory } from '../../providers/identity-providers/certificate-facts.ts'
import { listProviderRows } from '../../providers/identity-providers/rows.ts'
import { readState } from '../../sign-in/recovery-codes/queries.ts'
import { readSetup } from '../../sign-in/setup/queries.ts'

const dayMs = 86_400_000

/**
 * What of a tenant can expire, in effect. Of service accounts only the keys whose certificate has expired or expires within
 * 60 days, at most `expiringKeysMax`, and the same of registered applications and of SCIM tokens; `beyond` counts those that are left out.
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
  const scimTokens = await readExpiringScimTokens(tx, { nowMs, most: expiringKeysMax })
  const until = new Date(nowMs + (expiringDays + 1) * dayMs)
  const clients = await readExpiringClients(tx, { until, most: expiringKeysMax })
  return {
    providers,
    keys,
    clients,
    scimTokens,
    beyond: [keys, clients, scimTokens].reduce((sum, some) => sum + Math.max(0, (some[0]?.all ?? 0) - some.length), 0),
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

/** SCIM tokens are forgotten as many days after their expiry as they are warned about before it. */
const scimTokenDays = Math.max(...scimTokenSteps)

/**
 * Active SCIM tokens that expire within 30 days, or expired in the last 30, the first to expire; `all` counts those beyond `most`
 * too. Those of a disabled provider as well: its directory still deactivates people.
 */
export async function readExpiringScimTokens(
  tx: TenantTransaction,
  { nowMs, most }: { readonly nowMs: number; readonly most: number },
): Promise<(ExpiringScimToken & { readonly all: number })[]> {
  const from = new Date(nowMs - scimTokenDays * dayMs)
  const until = new Date(nowMs + (scimTokenDays + 1) * dayMs)
  const { rows } = await sql<{
    id: string
    identity_provider_id: string
    provider: string
    name: string
    at: Date
    all: number
  }>`
    select t.id, t.identity_provider_id, p.name as provider, t.name, t.expires_at as at, (count(*) over ())::int as all
      from scim_tokens t join identity_providers p on p.tenant_id = t.tenant_id and p.id = t.identity_provider_id
     where t.tenant_id = ${tx.tenantId} and t.active and t.expires_at > ${from} and t.expires_at < ${until}
     order by t.expires_at, t.id limit ${most}`.execute(tx.db)
  return rows.map(({ id, identity_provider_id: providerId, provider, name, at, all }) => ({
    id,
    providerId,
    provider,
    name,
    expiresAt: at.toISOString(),
    all,
  }))
}
