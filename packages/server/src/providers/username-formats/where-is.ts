import { partsOfUsername, type WhereIs } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findHolders, leadingHolder } from './holders.ts'
import { domainAndParents } from './queries.ts'
import { say } from '../../kit/words/say.ts'
import { tenantName } from '../../tenant/tenants/queries.ts'

/** Where a username would go, as the sign-in decides it, and why. About other companies it says only that they have it. */
export async function explainUsername(tx: TenantTransaction, username: string): Promise<WhereIs> {
  const nowhere = { username, tenant: null, format: null, provider: null, candidates: [] }
  const parts = partsOfUsername(username)
  if (parts === undefined) {
    return { ...nowhere, outcome: 'malformed', explanation: say('whereis.malformed') }
  }
  const { kind, domain } = parts
  const candidates = kind === 'suffix' ? domainAndParents(domain) : [domain]
  const holders = await findHolders(tx.db, kind, candidates)
  const own = holders.filter((one) => one.tenantId === tx.tenantId)
  // A format of a provider that is switched off leads nowhere, and only its own company sees it.
  const match = leadingHolder(holders) ?? (own.length > 0 ? holders[0] : undefined)
  if (match === undefined) {
    return { ...nowhere, candidates, outcome: 'nowhere', explanation: say('whereis.nowhere') }
  }
  if (match.tenantId !== tx.tenantId) {
    return { ...nowhere, candidates, outcome: 'elsewhere', explanation: say('whereis.elsewhere') }
  }
  const provider = await readProvider(tx, match.identityProviderId)
  const { value, enabled } = match
  const several = own.filter((one) => one.enabled).length > 1
  const found = kind === 'prefix' ? 'whereis.foundPrefix' : several ? 'whereis.longest' : 'whereis.found'
  const shown = kind === 'prefix' ? value.toUpperCase() : value
  const values = { username, value: shown, provider: provider?.name ?? '' }
  return {
    username,
    outcome: enabled ? 'found' : 'nowhere',
    tenant: await tenantName(tx),
    format: { type: kind, value },
    provider: provider ?? null,
    candidates,
    explanation: say(enabled ? found : 'whereis.disabled', values),
  }
}

function readProvider(tx: TenantTransaction, id: string) {
  return tx.db
    .selectFrom('identity_providers')
    .select(['id', 'name', 'type'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}
