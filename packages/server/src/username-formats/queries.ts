import { partsOfUsername } from '@portico/core/contract'
import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'

export type FormatMatch = { readonly tenantId: string; readonly identityProviderId: string }

/** Where a username goes: the longest reserved format that covers its domain, in the whole deployment. */
export async function findFormat(database: Database, username: string): Promise<FormatMatch | undefined> {
  const parts = partsOfUsername(username)
  if (parts === undefined) return undefined
  const candidates = parts.kind === 'suffix' ? domainAndParents(parts.domain) : [parts.domain]
  const found = await sql<{ tenant_id: string; identity_provider_id: string }>`
    select tenant_id, identity_provider_id from portico_find_username_format(${parts.kind}, ${candidates})`.execute(
    database.app,
  )
  const row = found.rows[0]
  return row && { tenantId: row.tenant_id, identityProviderId: row.identity_provider_id }
}

/**
 * Whether a username that a provider asserted belongs to that provider: the deployment's longest match must be a
 * format of this very provider, or one tenant's provider could vouch for another tenant's people.
 */
export async function belongsToProvider(
  database: Database,
  username: string,
  tx: Pick<TenantTransaction, 'tenantId'>,
  providerId: string,
) {
  const match = await findFormat(database, username)
  return match !== undefined && match.tenantId === tx.tenantId && match.identityProviderId === providerId
}

/** `a.b.example` → `a.b.example`, `b.example`: a format covers its subdomains, on whole labels. */
function domainAndParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
