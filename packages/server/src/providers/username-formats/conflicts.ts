import {
  domainKinds,
  type ProblemDetail,
  type ProviderDomains,
  type UsernameFormats,
  type WordId,
} from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findDomainHolders, findHolders, type Holder } from './holders.ts'
import { domainAndParents } from './queries.ts'
import { say } from '../../kit/words/say.ts'

/** What is wrong at one place, and the values of its sentence. */
export type FormatConflict = {
  readonly errorID: WordId
  readonly fieldID: string
  readonly values: Readonly<Record<string, string>>
}

export function conflictDetail({ errorID, fieldID, values }: FormatConflict): ProblemDetail {
  return { errorID, errorMessage: say(errorID, values), fieldID }
}

/** A format that is listed more than once in the input. */
export function repeatedFormats(formats: UsernameFormats): FormatConflict[] {
  return domainKinds.flatMap((kind) =>
    (formats[kind] ?? []).flatMap((value, index, all) =>
      all.indexOf(value) < index
        ? [{ errorID: 'FORMAT_TWICE' as const, fieldID: `${kind}.${index}`, values: { value } }]
        : [],
    ),
  )
}

/**
 * Why formats cannot be reserved for a provider, by position. Another provider of the tenant is named; of another
 * company only the fact is reported. Within a tenant, a subdomain may belong to another provider than the domain;
 * across tenants neither a subdomain nor a parent may be taken, or one company could receive another's people.
 */
export async function formatConflicts(
  tx: TenantTransaction,
  providerId: string,
  change: { readonly before: ProviderDomains; readonly after: UsernameFormats },
): Promise<FormatConflict[]> {
  const names = await providerNames(tx)
  const conflicts: FormatConflict[] = []
  const refuse = (errorID: WordId, fieldID: string, values: FormatConflict['values']) =>
    conflicts.push({ errorID, fieldID, values })
  for (const kind of domainKinds) {
    const wanted = change.after[kind] ?? change.before[kind]
    const added = wanted.filter((value) => !change.before[kind].includes(value))
    if (added.length === 0) continue
    const isDomain = kind !== 'prefixes'
    const found = isDomain
      ? await findDomainHolders(tx.db, [...new Set(added.flatMap(domainAndParents))])
      : await findHolders(tx.db, 'prefix', added)
    const held = (domain: string) => found.filter(({ value }) => value === domain)
    const foreignBelow = isDomain ? await domainsWithForeignParts(tx, added) : new Set<string>()
    for (const value of added) {
      const place = `${kind}.${wanted.indexOf(value)}`
      // One provider may have a domain as a format and for e-mail addresses.
      const holder = held(value).find(({ identityProviderId }) => identityProviderId !== providerId)
      const parents = isDomain ? domainAndParents(value).slice(1) : []
      if (holder?.tenantId === tx.tenantId) {
        refuse('FORMAT_TAKEN', place, { value, provider: names.get(holder.identityProviderId) ?? '' })
      } else if (holder !== undefined) refuse('FORMAT_TAKEN_ELSEWHERE', place, { value })
      else if (parents.some((parent) => held(parent).some((one) => isForeign(one, tx))))
        refuse('FORMAT_TAKEN_SUBDOMAIN', place, { value })
      else if (foreignBelow.has(value)) refuse('FORMAT_TAKEN_PARENT', place, { value })
    }
  }
  return conflicts
}

function isForeign(holder: Holder, tx: TenantTransaction): boolean {
  return holder.tenantId !== tx.tenantId
}

async function domainsWithForeignParts(tx: TenantTransaction, domains: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ tenant_id: string; domain: string }>`
    select tenant_id, domain from portico_email_domains_below(${domains})`.execute(tx.db)
  return new Set(found.rows.filter((row) => row.tenant_id !== tx.tenantId).map((row) => row.domain))
}

/** Names of the tenant's providers by id. */
export async function providerNames(tx: TenantTransaction): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.db
    .selectFrom('identity_providers')
    .select(['id', 'name'])
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
