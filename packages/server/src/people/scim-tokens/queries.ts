import type { ScimToken } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** A token of a provider, with the version for its ETag. By the clock of the database. */
export type ScimTokenRow = ScimToken & { readonly version: number }

/** The ids from the path. */
export type ScimTokenPlace = { readonly id: string; readonly tokenId: string }

const isExpired: RawBuilder<boolean> = sql<boolean>`expires_at <= now()`

const columns = [
  'id',
  'name',
  'beginning',
  'active',
  'dry_run',
  'version',
  'issued_at',
  'expires_at',
  'last_used_at',
] as const

function rows(tx: TenantTransaction, providerId: string) {
  return tx.db
    .selectFrom('scim_tokens')
    .select(columns)
    .select(isExpired.as('is_expired'))
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

function modelOf(row: Row): ScimTokenRow {
  return {
    id: row.id,
    name: row.name,
    beginning: row.beginning,
    active: row.active,
    issuedAt: row.issued_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.is_expired,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    dryRun: row.dry_run,
    version: row.version,
  }
}

/** The newest first. */
export async function listTokenRows(tx: TenantTransaction, providerId: string): Promise<ScimTokenRow[]> {
  const found = await rows(tx, providerId).orderBy('issued_at', 'desc').orderBy('id', 'desc').execute()
  return found.map(modelOf)
}

export async function findTokenRow(
  tx: TenantTransaction,
  { id, tokenId }: ScimTokenPlace,
): Promise<ScimTokenRow | undefined> {
  const row = await rows(tx, id).where('id', '=', tokenId).executeTakeFirst()
  return row && modelOf(row)
}

/** The same, locked until the transaction ends. */
export async function lockTokenRow(
  tx: TenantTransaction,
  { id, tokenId }: ScimTokenPlace,
): Promise<ScimTokenRow | undefined> {
  const row = await rows(tx, id).where('id', '=', tokenId).forUpdate().executeTakeFirst()
  return row && modelOf(row)
}

/**
 * Keeps another request from adding or enabling a token of the provider until the transaction ends, without holding up sign-ins.
 * Returns the provider's name; undefined: there is no such provider in this tenant.
 */
export async function lockTokensOf(tx: TenantTransaction, providerId: string): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('identity_providers')
    .select('name')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', providerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.name
}

/** Ids of providers with `max` active tokens, or more: another one would be refused. */
export async function providersWithAllTokens(tx: TenantTransaction, max: number): Promise<string[]> {
  const found = await tx.db
    .selectFrom('scim_tokens')
    .select('identity_provider_id as id')
    .where('tenant_id', '=', tx.tenantId)
    .where('active', '=', true)
    .where(sql<boolean>`not ${isExpired}`)
    .groupBy('identity_provider_id')
    .having(sql<boolean>`count(*) >= ${max}`)
    .execute()
  return found.map(({ id }) => id)
}

/** Tokens that are active and not expired. */
export async function countActiveTokens(tx: TenantTransaction, providerId: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('scim_tokens')
    .select(sql<string>`count(*)`.as('count'))
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('active', '=', true)
    .where(sql<boolean>`not ${isExpired}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether another token of the provider that has not expired has the name; a disabled one can be enabled again. */
export async function isNameTaken(tx: TenantTransaction, providerId: string, name: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('scim_tokens')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('name', '=', name)
    .where(sql<boolean>`not ${isExpired}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type NewScimTokenRow = {
  readonly id: string
  readonly providerId: string
  readonly name: string
  readonly beginning: string
  readonly hash: Buffer
  readonly dryRun: boolean
  readonly days: number
}

export async function insertTokenRow(tx: TenantTransaction, token: NewScimTokenRow): Promise<ScimTokenRow> {
  const row = await tx.db
    .insertInto('scim_tokens')
    .values({
      tenant_id: tx.tenantId,
      id: token.id,
      identity_provider_id: token.providerId,
      name: token.name,
      beginning: token.beginning,
      token_hash: token.hash,
      dry_run: token.dryRun,
      expires_at: sql<Date>`now() + make_interval(days => ${token.days})`,
    })
    .returning(columns)
    .returning(isExpired.as('is_expired'))
    .executeTakeFirstOrThrow()
  return modelOf(row)
}

export async function setTokenActive(tx: TenantTransaction, tokenId: string, active: boolean): Promise<ScimTokenRow> {
  const row = await tx.db
    .updateTable('scim_tokens')
    .set({ active, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', tokenId)
    .returning(columns)
    .returning(isExpired.as('is_expired'))
    .executeTakeFirstOrThrow()
  return modelOf(row)
}

export async function deleteTokenRow(tx: TenantTransaction, tokenId: string): Promise<void> {
  await tx.db.deleteFrom('scim_tokens').where('tenant_id', '=', tx.tenantId).where('id', '=', tokenId).execute()
}
