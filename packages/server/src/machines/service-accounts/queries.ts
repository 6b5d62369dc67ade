import {
  rsaKeyBits,
  type Dependency,
  type DependencyRow,
  type ServiceAccount,
  type ServiceAccountInput,
} from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { urn } from '../../kit/identifiers.ts'
import { keyFingerprint } from '../../kit/keys/fingerprint.ts'
import { noteFirstKeys, noteKeys, type GivenKey } from './key-rows.ts'

export type AccountRow = ServiceAccount & { readonly version: number }

/** Keys as they are stored: SPKI in PEM with the RFC 7638 thumbprint. */
export type StoredKeys = {
  readonly key1: StoredKey | undefined
  readonly key2: StoredKey | undefined
}
type StoredKey = GivenKey & { readonly pem: string }

const accountColumns = [
  'a.id',
  'a.name',
  'a.key1',
  'a.key1_algorithm',
  'a.key2',
  'a.key2_algorithm',
  'a.version',
  'a.created_at',
  'a.updated_at',
] as const

/** The accounts of the tenant with what is known of their keys. */
export function accountRows(tx: TenantTransaction) {
  // A limit, so that the planner looks up each key by its account: with a join it read the keys of all accounts for a page.
  const keyOf = (thumbprint: 'key1_thumbprint' | 'key2_thumbprint') =>
    tx.db
      .selectFrom('service_account_keys as k')
      .select(['k.added_at', 'k.last_used_at'])
      .whereRef('k.tenant_id', '=', sql.ref('a.tenant_id'))
      .whereRef('k.service_account_id', '=', sql.ref('a.id'))
      .whereRef('k.thumbprint', '=', sql.ref(`a.${thumbprint}`))
      .limit(1)
  return tx.db
    .selectFrom('service_accounts as a')
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .leftJoinLateral(keyOf('key1_thumbprint').as('k1'), (join) => join.onTrue())
    .leftJoinLateral(keyOf('key2_thumbprint').as('k2'), (join) => join.onTrue())
    .select(accountColumns)
    .select(['t.slug as tenant_slug', 'k1.added_at as key1_added_at', 'k1.last_used_at as key1_last_used_at'])
    .select(['k2.added_at as key2_added_at', 'k2.last_used_at as key2_last_used_at'])
    .where('a.tenant_id', '=', tx.tenantId)
}

function accounts(tx: TenantTransaction, environmentId: string) {
  return accountRows(tx).where('a.environment_id', '=', environmentId)
}

type Row = Awaited<ReturnType<ReturnType<typeof accountRows>['executeTakeFirstOrThrow']>>

export function modelOf(row: Row): AccountRow {
  return {
    id: row.id,
    name: row.name,
    urn: urn(row.tenant_slug, 'service-account', row.id),
    ...(row.key1 === null
      ? {}
      : {
          key1: row.key1,
          key1Algorithm: row.key1_algorithm ?? 'RSA',
          key1Fingerprint: keyFingerprint(row.key1),
          key1Bits: rsaKeyBits(row.key1),
          key1AddedAt: row.key1_added_at?.toISOString() ?? null,
          key1LastUsedAt: row.key1_last_used_at?.toISOString() ?? null,
        }),
    ...(row.key2 === null
      ? {}
      : {
          key2: row.key2,
          key2Algorithm: row.key2_algorithm ?? 'RSA',
          key2Fingerprint: keyFingerprint(row.key2),
          key2Bits: rsaKeyBits(row.key2),
          key2AddedAt: row.key2_added_at?.toISOString() ?? null,
          key2LastUsedAt: row.key2_last_used_at?.toISOString() ?? null,
        }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

/** All at once: for tools on the host. What answers a request reads pages (list-queries.ts). */
export async function listAccounts(tx: TenantTransaction, environmentId: string): Promise<AccountRow[]> {
  return (await accounts(tx, environmentId).orderBy('a.sort_key').orderBy('a.id').execute()).map(modelOf)
}

export async function findAccount(
  tx: TenantTransaction,
  environmentId: string,
  id: string,
): Promise<AccountRow | undefined> {
  const row = await accounts(tx, environmentId).where('a.id', '=', id).executeTakeFirst()
  return row && modelOf(row)
}

/** The same, held until the transaction ends, so that two writers follow one another. */
export async function lockAccount(
  tx: TenantTransaction,
  environmentId: string,
  id: string,
): Promise<AccountRow | undefined> {
  const row = await accounts(tx, environmentId).where('a.id', '=', id).forUpdate('a').executeTakeFirst()
  return row && modelOf(row)
}

/** By a function of the owner: row-level security keeps the app role from the index on lower(name) (schema/service-accounts.ts). */
export async function accountNameTaken(
  tx: TenantTransaction,
  environmentId: string,
  name: string,
  exceptId?: string,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select portico_service_account_name_taken(${environmentId}, ${name}, ${exceptId ?? null}) as taken`.execute(tx.db)
  return rows[0]?.taken === true
}

/** What people type of an account, and the keys that were read from it. */
export type StoredFields = Omit<ServiceAccountInput, 'key1' | 'key1Algorithm' | 'key2' | 'key2Algorithm'> & {
  readonly keys: StoredKeys
}

function columnsOf({ name, keys }: StoredFields) {
  return {
    name,
    key1: keys.key1?.pem ?? null,
    key1_algorithm: keys.key1 ? 'RSA' : null,
    key1_thumbprint: keys.key1?.thumbprint ?? null,
    key2: keys.key2?.pem ?? null,
    key2_algorithm: keys.key2 ? 'RSA' : null,
    key2_thumbprint: keys.key2?.thumbprint ?? null,
  }
}

function keysOf({ keys }: StoredFields): GivenKey[] {
  return [keys.key1, keys.key2].flatMap((key) => key ?? [])
}

export async function insertAccount(
  tx: TenantTransaction,
  { id, environmentId, ...fields }: StoredFields & { id: string; environmentId: string },
): Promise<void> {
  await tx.db
    .insertInto('service_accounts')
    .values({
      tenant_id: tx.tenantId,
      id,
      environment_id: environmentId,
      ...columnsOf(fields),
    })
    .execute()
  await noteFirstKeys(tx, id, keysOf(fields))
}

export async function updateAccount(
  tx: TenantTransaction,
  { id, ...fields }: StoredFields & { id: string },
): Promise<void> {
  await noteKeys(tx, id, keysOf(fields))
  await tx.db
    .updateTable('service_accounts')
    .set({
      ...columnsOf(fields),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** A change of what belongs to the account is a change of the account. */
export async function touchAccount(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db
    .updateTable('service_accounts')
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteAccount(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db.deleteFrom('service_accounts').where('tenant_id', '=', tx.tenantId).where('id', '=', id).execute()
}

export async function listDependencyRows(tx: TenantTransaction, accountId: string): Promise<DependencyRow[]> {
  return (await dependenciesOf(tx, [accountId])).get(accountId) ?? []
}

/** What several accounts may use, by account: one statement for all of them. */
export async function dependenciesOf(
  tx: TenantTransaction,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, DependencyRow[]>> {
  const byAccount = new Map<string, DependencyRow[]>(accountIds.map((id) => [id, []]))
  if (accountIds.length === 0) return byAccount
  const rows = await tx.db
    .selectFrom('service_account_dependencies as d')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'd.tenant_id').onRef('a.id', '=', 'd.application_id'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 'd.tenant_id')
    .leftJoin('app_roles as r', (join) => join.onRef('r.tenant_id', '=', 'd.tenant_id').onRef('r.id', '=', 'd.role_id'))
    .select(['d.service_account_id', 'd.application_id', 'r.name as role_name', 'a.label', 'a.slug'])
    .select('t.slug as tenant_slug')
    .where('d.tenant_id', '=', tx.tenantId)
    .where(sql<boolean>`d.service_account_id = any (${accountIds}::uuid[])`)
    .orderBy('a.slug')
    .orderBy(sql`coalesce(r.name, '')`)
    .execute()
  for (const row of rows)
    byAccount.get(row.service_account_id)?.push({
      appId: row.application_id,
      name: row.role_name ?? '',
      label: row.label,
      urn: urn(row.tenant_slug, 'application', row.slug),
    })
  return byAccount
}

/** What of `wanted` the environment has: application ids, and visible roles by `appId` and name. */
export async function resolveDependencies(
  tx: TenantTransaction,
  environmentId: string,
  wanted: readonly Dependency[],
): Promise<{ applications: ReadonlySet<string>; roleIds: ReadonlyMap<string, string> }> {
  const ids = [...new Set(wanted.map((one) => one.appId))]
  if (ids.length === 0) return { applications: new Set(), roleIds: new Map() }
  const applications = await tx.db
    .selectFrom('environment_applications')
    .select('application_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('environment_id', '=', environmentId)
    .where(sql<boolean>`application_id = any (${ids})`)
    .execute()
  const roles = await tx.db
    .selectFrom('app_roles')
    .select(['id', 'application_id', 'name'])
    .where('tenant_id', '=', tx.tenantId)
    .where('environment_id', '=', environmentId)
    .where('visible', '=', true)
    .where(sql<boolean>`application_id = any (${ids})`)
    .execute()
  return {
    applications: new Set(applications.map((row) => row.application_id)),
    roleIds: new Map(roles.map((row) => [dependencyKey({ appId: row.application_id, name: row.name }), row.id])),
  }
}

export function dependencyKey({ appId, name }: Dependency): string {
  return `${appId}\n${name}`
}

export async function replaceDependencies(
  tx: TenantTransaction,
  account: { id: string; environmentId: string },
  rows: readonly { applicationId: string; roleId: string | null }[],
): Promise<void> {
  await tx.db
    .deleteFrom('service_account_dependencies')
    .where('tenant_id', '=', tx.tenantId)
    .where('service_account_id', '=', account.id)
    .execute()
  if (rows.length > 0) {
    await tx.db
      .insertInto('service_account_dependencies')
      .values(
        rows.map((row) => ({
          tenant_id: tx.tenantId,
          service_account_id: account.id,
          environment_id: account.environmentId,
          application_id: row.applicationId,
          role_id: row.roleId,
        })),
      )
      .execute()
  }
}
