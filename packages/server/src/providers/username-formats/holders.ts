import { sql, type Kysely } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'

export type Holder = {
  readonly tenantId: string
  readonly identityProviderId: string
  readonly value: string
  readonly enabled: boolean
}

/** The holders of these formats in the whole deployment, longest format first, including providers that are switched off. */
export async function findHolders(
  db: Kysely<Tables>,
  type: 'prefix' | 'suffix',
  candidates: readonly string[],
): Promise<Holder[]> {
  return holdersIn((await holdersQuery(type, candidates).execute(db)).rows)
}

/** The holders of these domains, as username formats or as domains of e-mail addresses. */
export async function findDomainHolders(db: Kysely<Tables>, candidates: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Row>`
    select tenant_id, identity_provider_id, value, enabled from portico_email_domain_holders(${candidates})`.execute(db)
  return holdersIn(rows)
}

type Row = { tenant_id: string; identity_provider_id: string; value: string; enabled: boolean }

export function holdersQuery(type: 'prefix' | 'suffix', candidates: readonly string[]) {
  return sql<Row>`
    select tenant_id, identity_provider_id, value, enabled
      from portico_username_format_holders(${type}, ${candidates})`
}

export function holdersIn(rows: readonly Row[]): Holder[] {
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    identityProviderId: row.identity_provider_id,
    value: row.value,
    enabled: row.enabled,
  }))
}

/**
 * The provider for people of a domain, from its candidates, longest first: the longest that is enabled. A subdomain
 * of another company stays reserved while its provider is disabled.
 */
export function leadingHolder(holders: readonly Holder[]): Holder | undefined {
  const leading = holders.find((one) => one.enabled)
  return leading?.tenantId === holders[0]?.tenantId ? leading : undefined
}
