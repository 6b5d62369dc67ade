import { partsOfUsername, type UsernameFormats } from '@portico/core/contract'
import type { Kysely } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findHolders, holdersIn, holdersQuery, leadingHolder } from './holders.ts'

export type FormatMatch = {
  readonly tenantId: string
  readonly identityProviderId: string
  /** As people write it: `@acme.example`, `ACME\\`. */
  readonly value: string
}

/** Where a username goes: the longest reserved format that covers its domain, in the whole deployment. */
export async function findFormat(db: Kysely<Tables>, username: string): Promise<FormatMatch | undefined> {
  const parts = partsOfUsername(username)
  if (parts === undefined) return undefined
  const holder = leadingHolder(await findHolders(db, parts.kind, candidatesOf(parts)))
  if (holder === undefined) return undefined
  const { tenantId, identityProviderId } = holder
  return { tenantId, identityProviderId, value: written(parts.kind, holder.value) }
}

function candidatesOf({ kind, domain }: { readonly kind: 'prefix' | 'suffix'; readonly domain: string }): string[] {
  return kind === 'suffix' ? domainAndParents(domain) : [domain]
}

function written(kind: 'prefix' | 'suffix', value: string): string {
  return kind === 'suffix' ? `@${value}` : `${value.toUpperCase()}\\`
}

/** Whether a provider has any format: without one no one can sign in with it. */
export async function hasFormats(tx: TenantTransaction, providerId: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('username_formats')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Asks, as part of the next message (later.ts), whether a username belongs to a provider, which is asked wherever one is written
 * (docs/decisions/0125): the deployment's longest match must be a format of this very provider, or one tenant's provider could vouch for
 * another tenant's people. A provider that is switched off keeps its names. undefined: it belongs to no provider, and may hold
 * characters that the database rejects.
 */
export async function sendBelonging(
  tx: TenantTransaction,
  username: string,
  providerId: string,
): Promise<(() => Promise<boolean>) | undefined> {
  const parts = partsOfUsername(username)
  if (parts === undefined || !readsOneWay(username)) return undefined
  const rows = await sendLater(tx.db, holdersQuery(parts.kind, candidatesOf(parts)))
  return async () => {
    const holders = holdersIn(await rows.rows())
    return [holders[0], leadingHolder(holders)].some(
      (one) => one?.tenantId === tx.tenantId && one.identityProviderId === providerId,
    )
  }
}

/** The same, asked at once. */
export async function belongsTo(tx: TenantTransaction, username: string, providerId: string): Promise<boolean> {
  const belongs = await sendBelonging(tx, username, providerId)
  return (await belongs?.()) ?? false
}

/**
 * The format that lets a username in where a provider has these formats instead of those in effect, as people write it;
 * undefined if it would belong to another provider, or to none.
 */
export async function formatAmong(
  tx: TenantTransaction,
  username: string,
  { providerId, formats }: { readonly providerId: string; readonly formats: UsernameFormats },
): Promise<string | undefined> {
  const parts = partsOfUsername(username)
  if (parts === undefined || !readsOneWay(username)) return undefined
  const { kind } = parts
  const candidates = candidatesOf(parts)
  const others = (await findHolders(tx.db, kind, candidates)).filter((one) => one.identityProviderId !== providerId)
  const own = formats[kind === 'suffix' ? 'suffixes' : 'prefixes'].filter((value) => candidates.includes(value))
  const holder = leadingHolder(
    // If two providers hold the same format, the other one counts: it has it already.
    [
      ...others,
      ...own.map((value) => ({ tenantId: tx.tenantId, identityProviderId: providerId, value, enabled: true })),
    ].toSorted((a, b) => b.value.length - a.value.length),
  )
  return holder?.identityProviderId === providerId ? written(kind, holder.value) : undefined
}

/**
 * Whether every application reads the same domain from it: applications may look at the first `@`, trim
 * blanks, treat quotes as quoting, or compare with other rules for lower case and width (the Kelvin sign
 * becomes a plain k, and so does a full-width one).
 */
export function readsOneWay(username: string): boolean {
  if (username.split(/[@\\]/).length !== 2 || username.includes('"') || username !== username.trim()) return false
  return [...username].every((sign) => isAscii(sign) || !isAscii(sign.normalize('NFKC').toLowerCase()))
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}

/** `a.b.example` → `a.b.example`, `b.example`: a format covers its subdomains, on whole labels. */
export function domainAndParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
