import { randomUUID } from 'node:crypto'

import type { IdentityProviderType } from '@portico/core/contract'
import { sql, type Selectable } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import { noteCertificates } from './certificates-added.ts'
import type { ProviderValues } from './check-input.ts'
import { refreshGroupNames } from './group-names.ts'
import { openSecrets, sealSecrets, type ProviderSecrets } from './queries.ts'

/** A provider as it is stored, switched off or not, secrets sealed: for its administration. */
export type ProviderRow = Omit<Selectable<Tables['identity_providers']>, 'type'> & {
  readonly type: IdentityProviderType
}

function rows(tx: TenantTransaction) {
  return tx.db.selectFrom('identity_providers').selectAll().where('tenant_id', '=', tx.tenantId)
}

/** The primary one first, then by name. */
export async function listProviderRows(tx: TenantTransaction): Promise<ProviderRow[]> {
  const found = await rows(tx)
    .orderBy('is_primary', 'desc')
    .orderBy(sql`portico_sort_key(portico_folded(name)) collate "C"`)
    .orderBy('id')
    .execute()
  return found as ProviderRow[]
}

export async function findProviderRow(tx: TenantTransaction, id: string): Promise<ProviderRow | undefined> {
  return (await rows(tx).where('id', '=', id).executeTakeFirst()) as ProviderRow | undefined
}

/** A row that the same transaction wrote or locked. */
export async function existing(tx: TenantTransaction, id: string): Promise<ProviderRow> {
  const row = await findProviderRow(tx, id)
  if (row === undefined) throw new Error(`identity provider ${id} vanished inside its own transaction`)
  return row
}

/** The same, locked until the transaction ends, against concurrent sign-ins and changes of the primary provider. */
export async function lockProviderRow(tx: TenantTransaction, id: string): Promise<ProviderRow | undefined> {
  return (await rows(tx).where('id', '=', id).forUpdate().executeTakeFirst()) as ProviderRow | undefined
}

/** One administrator at a time adds, renames or removes providers of a tenant: names and the primary one are at stake. */
export async function lockProviderList(tx: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`portico.identity_providers ${tx.tenantId}`}))`.execute(tx.db)
}

export async function providerNameTaken(tx: TenantTransaction, name: string, exceptId?: string): Promise<boolean> {
  let query = tx.db
    .selectFrom('identity_providers')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId)
  return (await query.executeTakeFirst()) !== undefined
}

/** Ids of the providers that are switched on. */
export async function enabledProviders(tx: TenantTransaction): Promise<ReadonlySet<string>> {
  return new Set((await rows(tx).where('enabled', '=', true).execute()).map(({ id }) => id))
}

export async function hasProviders(tx: TenantTransaction): Promise<boolean> {
  return (await rows(tx).limit(1).executeTakeFirst()) !== undefined
}

function columns(id: string, { config, secrets, ...values }: ProviderValues, box: SecretBox) {
  return { ...values, config: JSON.stringify(config), secrets: sealSecrets(id, secrets, box) }
}

/** `kept: false`: it is not in effect, and not enabled, until its draft is kept. Answers false if the id is taken, also by a deleted one. */
export async function insertProvider(
  tx: TenantTransaction,
  provider: {
    readonly id: string
    readonly isPrimary: boolean
    readonly values: ProviderValues
    readonly kept?: false | undefined
  },
  box: SecretBox,
): Promise<boolean> {
  const { id, isPrimary, values, kept } = provider
  const state = kept === false ? { enabled: false, kept_at: null } : {}
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('identity_providers')
    .values({ tenant_id: tx.tenantId, id, is_primary: isPrimary, ...columns(id, values, box), ...state })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  await noteCertificates(tx, id, { config: values.config, before: [] })
  return true
}

/** In effect at once. Invalidates in-flight sign-ins when config_version changes. Groups get the names that the transforms now make. */
export async function updateProvider(
  tx: TenantTransaction,
  id: string,
  values: ProviderValues,
  box: SecretBox,
): Promise<void> {
  const before = await findProviderRow(tx, id)
  const keepsSecrets = before !== undefined && sameSecrets(openSecrets(before, box), values.secrets)
  await tx.db
    .updateTable('identity_providers')
    .set({
      ...columns(id, values, box),
      ...(keepsSecrets ? {} : { secrets_id: randomUUID() }),
      kept_at: sql<Date>`coalesce(kept_at, now())`,
      version: sql<number>`version + 1`,
      config_version: sql<number>`config_version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  await noteCertificates(tx, id, { config: values.config, before: before === undefined ? [] : [before.config] })
  await refreshGroupNames(tx, id)
}

export function sameSecrets(one: ProviderSecrets, other: ProviderSecrets): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}

/** A change of what belongs to the provider is a change of the provider; running sign-ins go on. */
export async function touchProvider(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('identity_providers')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/**
 * From here on the provider does not exist: nothing signs in with it, its sessions are over, its name and its formats
 * are free. Its people, groups and sessions are removed later, in batches (purge.ts).
 */
export async function deleteProvider(tx: TenantTransaction, id: string): Promise<void> {
  for (const table of [
    'username_formats',
    'email_domains',
    'identity_provider_drafts',
    'identity_provider_tests',
    'unconfirmed_changes',
  ] as const)
    await tx.db.deleteFrom(table).where('tenant_id', '=', tx.tenantId).where('identity_provider_id', '=', id).execute()
  const { rows } = await sql<{ deleted: boolean }>`
    select portico_delete_identity_provider(${id}) as deleted`.execute(tx.db)
  if (rows[0]?.deleted !== true) throw new Error(`identity provider ${id} vanished inside its own transaction`)
}

/** The provider that a session stems from. */
export async function providerOfSession(tx: TenantTransaction, hash: Buffer): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('sessions')
    .select('identity_provider_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  return row?.identity_provider_id
}

export async function primaryProviderId(tx: TenantTransaction): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('identity_providers')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('is_primary', '=', true)
    .executeTakeFirst()
  return row?.id
}

/** The provider of this name, in any case, locked until the transaction ends. */
export async function lockProviderNamed(tx: TenantTransaction, name: string): Promise<ProviderRow | undefined> {
  const named = rows(tx).where(sql<boolean>`lower(name) = lower(${name})`)
  return (await named.forUpdate().executeTakeFirst()) as ProviderRow | undefined
}

/** Marks a provider as the primary one, or no longer. Only one can be marked at any moment. */
export async function setPrimary(tx: TenantTransaction, id: string, isPrimary: boolean): Promise<void> {
  await tx.db
    .updateTable('identity_providers')
    .set({ is_primary: isPrimary })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}
