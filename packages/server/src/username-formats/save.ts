import type { UsernameFormats } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'

/**
 * Held until the transaction ends: concurrent reservations anywhere in the deployment wait for each other,
 * because a conflict may be with a parent or a subdomain, which a unique index does not see.
 */
export async function lockFormats(tx: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portico.username_formats'))`.execute(tx.db)
}

/** The formats of one provider, sorted. */
export async function listFormats(tx: TenantTransaction, providerId: string): Promise<UsernameFormats> {
  return (await listAllFormats(tx)).get(providerId) ?? { prefixes: [], suffixes: [] }
}

/** The formats of the tenant by provider, sorted. */
export async function listAllFormats(tx: TenantTransaction): Promise<ReadonlyMap<string, UsernameFormats>> {
  const rows = await tx.db
    .selectFrom('username_formats')
    .select(['identity_provider_id', 'type', 'value'])
    .where('tenant_id', '=', tx.tenantId)
    .orderBy('value')
    .execute()
  const all = new Map<string, UsernameFormats>()
  for (const { identity_provider_id: id, type, value } of rows) {
    const formats = all.get(id) ?? { prefixes: [], suffixes: [] }
    all.set(id, formats)
    formats[type === 'prefix' ? 'prefixes' : 'suffixes'].push(value)
  }
  return all
}

/** Removes what is gone, adds what is new; what stays keeps its row. */
export async function replaceFormats(
  tx: TenantTransaction,
  providerId: string,
  change: { readonly before: UsernameFormats; readonly after: UsernameFormats },
  newId: () => string,
): Promise<void> {
  for (const [type, kind] of [
    ['prefix', 'prefixes'],
    ['suffix', 'suffixes'],
  ] as const) {
    const gone = change.before[kind].filter((value) => !change.after[kind].includes(value))
    const added = change.after[kind].filter((value) => !change.before[kind].includes(value))
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
