import { formatKinds, type ProviderDomains, type UsernameFormats } from '@portico/core/contract'
import { sql } from 'kysely'

import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findDomainHolders } from './holders.ts'

/**
 * Held until the transaction ends: concurrent reservations anywhere in the deployment wait for each other,
 * because a conflict may be with a parent or a subdomain, which a unique index does not see.
 */
export async function lockFormats(tx: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portico.username_formats'))`.execute(tx.db)
}

/**
 * The same for a transaction that changes formats in effect, or which providers are on. Sign-ins of the tenant that have begun end before
 * it, so that `checkUsernames` finds their people, and later ones read what it changed. Taken before every other lock: a sign-in
 * that waits for it holds none (`lockProvider`).
 */
export async function lockFormatsInEffect(tx: TenantTransaction): Promise<void> {
  await lockFormats(tx)
  await sql`select pg_advisory_xact_lock(${signInsLock(tx)})`.execute(tx.db)
}

/** Sign-ins share it; `lockFormatsInEffect` holds it exclusively. */
export const signInsLock = (tx: TenantTransaction) => sql`7067852, hashtext(${tx.tenantId})`

/** Held by what writes usernames for a directory: formats change before or after it, and the change finds what it wrote. */
export async function shareFormats(tx: TenantTransaction): Promise<void> {
  await sendLater(tx.db, sql`select pg_advisory_xact_lock_shared(hashtext('portico.username_formats'))`)
}

export const noFormats = (): ProviderDomains => ({ prefixes: [], suffixes: [], emailDomains: [] })

/** What is stored of an input; a list that is absent stays. */
export function sortedFormats(
  { prefixes, suffixes, emailDomains }: UsernameFormats,
  before: ProviderDomains,
): ProviderDomains {
  return {
    prefixes: prefixes.toSorted(),
    suffixes: suffixes.toSorted(),
    emailDomains: (emailDomains ?? before.emailDomains).toSorted(),
  }
}

/** The formats of one provider and its domains of e-mail addresses, sorted. */
export async function listFormats(tx: TenantTransaction, providerId: string): Promise<ProviderDomains> {
  return (await listAllFormats(tx)).get(providerId) ?? noFormats()
}

/** The same of the tenant by provider. */
export async function listAllFormats(tx: TenantTransaction): Promise<ReadonlyMap<string, ProviderDomains>> {
  const { rows } = await sql<{ id: string; kind: keyof ProviderDomains; value: string }>`
    select identity_provider_id as id, case type when 'prefix' then 'prefixes' else 'suffixes' end as kind, value
      from username_formats where tenant_id = ${tx.tenantId}
     union all
    select identity_provider_id, 'emailDomains', value from email_domains where tenant_id = ${tx.tenantId}
     order by value`.execute(tx.db)
  const all = new Map<string, ProviderDomains>()
  for (const { id, kind, value } of rows) {
    const formats = all.get(id) ?? noFormats()
    all.set(id, formats)
    formats[kind].push(value)
  }
  return all
}

/** Removes what is gone, adds what is new; what stays keeps its row. */
export async function replaceFormats(
  tx: TenantTransaction,
  providerId: string,
  change: Change,
  newId: () => string,
): Promise<void> {
  await replaceEmailDomains(tx, providerId, change, newId)
  for (const kind of formatKinds) {
    const type = kind === 'prefixes' ? ('prefix' as const) : ('suffix' as const)
    const { gone, added } = differences(change, kind)
    if (gone.length > 0) {
      await tx.db
        .deleteFrom('username_formats')
        .where('tenant_id', '=', tx.tenantId)
        .where('identity_provider_id', '=', providerId)
        .where('type', '=', type)
        .where(sql<boolean>`value = any (${gone})`)
        .execute()
    }
    if (added.length > 0) {
      const row = { tenant_id: tx.tenantId, identity_provider_id: providerId, type }
      await tx.db
        .insertInto('username_formats')
        .values(added.map((value) => ({ ...row, id: newId(), value })))
        .execute()
    }
  }
}

async function replaceEmailDomains(
  tx: TenantTransaction,
  providerId: string,
  change: Change,
  newId: () => string,
): Promise<void> {
  const { gone, added } = differences(change, 'emailDomains')
  if (gone.length > 0) {
    await tx.db
      .deleteFrom('email_domains')
      .where('tenant_id', '=', tx.tenantId)
      .where('identity_provider_id', '=', providerId)
      .where(sql<boolean>`value = any (${gone})`)
      .execute()
  }
  if (added.length > 0) {
    const row = { tenant_id: tx.tenantId, identity_provider_id: providerId }
    await tx.db
      .insertInto('email_domains')
      .values(added.map((value) => ({ ...row, id: newId(), value })))
      .execute()
  }
}

type Change = { readonly before: ProviderDomains; readonly after: ProviderDomains }

function differences({ before, after }: Change, kind: keyof ProviderDomains) {
  return {
    gone: before[kind].filter((value) => !after[kind].includes(value)),
    added: after[kind].filter((value) => !before[kind].includes(value)),
  }
}

type Format = { readonly type: 'prefix' | 'suffix'; readonly value: string }

/** The provider of this tenant that has a format. */
export async function formatHolder(tx: TenantTransaction, { type, value }: Format): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('username_formats')
    .select('identity_provider_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('type', '=', type)
    .where('value', '=', value)
    .executeTakeFirst()
  return row?.identity_provider_id
}

/** False where a provider anywhere in the deployment has the format already. */
export async function reserveFormat(
  tx: TenantTransaction,
  { id, providerId, type, value }: Format & { readonly id: string; readonly providerId: string },
): Promise<boolean> {
  const row = await tx.db
    .insertInto('username_formats')
    .values({ tenant_id: tx.tenantId, id, identity_provider_id: providerId, type, value })
    .onConflict((conflict) => conflict.columns(['type', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Declares a domain of e-mail addresses. False where another provider anywhere in the deployment has it already. */
export async function declareEmailDomain(
  tx: TenantTransaction,
  { id, providerId, value }: { readonly id: string; readonly providerId: string; readonly value: string },
): Promise<boolean> {
  const holders = await findDomainHolders(tx.db, [value])
  if (holders.some((one) => one.identityProviderId !== providerId)) return false
  await tx.db
    .insertInto('email_domains')
    .values({ tenant_id: tx.tenantId, id, identity_provider_id: providerId, value })
    .onConflict((conflict) => conflict.column('value').doNothing())
    .execute()
  return true
}
