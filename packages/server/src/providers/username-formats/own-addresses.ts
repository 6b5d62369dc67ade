import { partsOfUsername } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findDomainHolders, leadingHolder, type Holder } from './holders.ts'
import { domainAndParents, readsOneWay } from './queries.ts'

/** A person's address, as the provider or its directory says it. */
export type SaidAddress = { readonly providerId: string; readonly email: string | null }

/**
 * Which of these addresses are in a domain of the person's own provider: that of an e-mail suffix among its username formats, or one that
 * an administrator declared for it. Any other may be someone else's, whatever the provider
 * says: it never names the person to an application, and is never verified (docs/decisions/0127). Domains are compared as those of usernames: the
 * longest one that is reserved in the deployment counts.
 */
export async function ownAddresses(
  tx: TenantTransaction,
  people: readonly SaidAddress[],
): Promise<(person: SaidAddress) => boolean> {
  const domains = new Set(people.flatMap(({ email }) => domainOfAddress(email) ?? []))
  const holders = await holdersOf(tx, [...domains])
  return ({ providerId, email }) => {
    const domain = domainOfAddress(email)
    if (domain === undefined) return false
    const leading = leadingHolder(domainAndParents(domain).flatMap((one) => holders.get(one) ?? []))
    return leading?.tenantId === tx.tenantId && leading.identityProviderId === providerId
  }
}

async function holdersOf(tx: TenantTransaction, domains: readonly string[]) {
  const candidates = [...new Set(domains.flatMap(domainAndParents))]
  const found = candidates.length === 0 ? [] : await findDomainHolders(tx.db, candidates)
  const holders = new Map<string, Holder>()
  for (const holder of found) if (!holders.has(holder.value)) holders.set(holder.value, holder)
  return holders
}

/**
 * The domain of an e-mail address in its DNS form. undefined for one from which an application could read another domain: several
 * `@`, quotes, invisible characters, or letters of the domain that some programs replace by others (`ı` in capitals is `I`, `ß` is
 * `SS`, and older software looks up `σ` for `ς`).
 */
function domainOfAddress(email: string | null): string | undefined {
  if (email === null || !readsOneWay(email)) return undefined
  const parts = partsOfUsername(email)
  if (parts?.kind !== 'suffix') return undefined
  const written = email.slice(email.indexOf('@') + 1).toLowerCase()
  return written.toUpperCase().toLowerCase() === written && !written.includes('ς') ? parts.domain : undefined
}
