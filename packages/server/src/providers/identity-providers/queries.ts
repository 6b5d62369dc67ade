import {
  AzureConfig,
  familyOf,
  OidcConfig,
  SamlConfig,
  type AzureType,
  type IdentityProviderType,
  type SamlType,
} from '@portico/core/contract'
import { sql, type Selectable } from 'kysely'
import * as v from 'valibot'

import type { Database } from '../../kit/database/connect.ts'
import type { Tables } from '../../kit/database/tables.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import { signInsLock } from '../username-formats/save.ts'

export type OidcProvider = Common & {
  readonly type: 'OIDC'
  readonly family: 'oidc'
  readonly config: OidcConfig
  readonly secrets: { readonly clientSecret?: string }
}

export type AzureProvider = Common & {
  readonly type: AzureType
  readonly family: 'azure'
  readonly config: AzureConfig
  readonly secrets: { readonly applicationSecret?: string; readonly nextApplicationSecret?: string }
}

export type SamlProvider = Common & {
  readonly type: SamlType
  readonly family: 'saml'
  readonly config: SamlConfig
  readonly secrets: Readonly<Record<string, never>>
}

/** A provider with its configuration checked and its secrets opened: never for an answer of the API. */
export type IdentityProvider = OidcProvider | AzureProvider | SamlProvider

export type ProviderSecrets = Readonly<Record<string, string>>

type Common = {
  readonly tenantId: string
  readonly id: string
  readonly name: string
  readonly configVersion: number
  readonly isPrimary: boolean
  /** Whether its directory ever sent a person by SCIM. */
  readonly isProvisioned: boolean
}

/** The tenant an enabled provider belongs to, from its id in a callback's path. */
export async function findProviderTenant(database: Database, id: string): Promise<string | undefined> {
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_identity_provider(${id})`.execute(
    database.app,
  )
  return found.rows[0]?.tenant_id
}

/** The same, switched off or not: sessions of a provider that was switched off can still be ended from its side. */
export async function findAnyProviderTenant(database: Database, id: string): Promise<string | undefined> {
  const found = await sql<{
    tenant_id: string
  }>`select tenant_id from portico_find_identity_provider_any(${id})`.execute(database.app)
  return found.rows[0]?.tenant_id
}

/** An enabled provider; undefined when missing or disabled. */
export async function loadProvider(
  tx: TenantTransaction,
  id: string,
  secrets: SecretBox,
): Promise<IdentityProvider | undefined> {
  const row = await enabledProvider(tx, id).executeTakeFirst()
  return row && providerOf(row, secrets)
}

export type ProviderRow = Pick<Selectable<Tables['identity_providers']>, (typeof providerColumns)[number]>

/** Named, so that the statement can be prepared (statement-name.ts). */
const providerColumns = [
  'tenant_id',
  'id',
  'name',
  'type',
  'config',
  'secrets',
  'config_version',
  'is_primary',
  'is_provisioned',
] as const

/** The same, switched off or not: see {@link findAnyProviderTenant}. */
export async function loadAnyProvider(
  tx: TenantTransaction,
  id: string,
  secrets: SecretBox,
): Promise<IdentityProvider | undefined> {
  const row = await tx.db
    .selectFrom('identity_providers')
    .select(providerColumns)
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && providerOf(row, secrets)
}

export type LockedProvider = {
  readonly name: string
  readonly config_version: number
  readonly group_source: 'claims' | 'scim'
}

/**
 * An enabled provider, locked until the transaction ends, so that it cannot be disabled or changed concurrently. Before it, in the same
 * statement, the formats of the tenant: what the transaction reads of them afterwards stays (`lockFormatsInEffect`).
 */
export async function lockProvider(tx: TenantTransaction, id: string): Promise<LockedProvider | undefined> {
  const { rows } = await sql<LockedProvider>`
    with formats as materialized (select pg_advisory_xact_lock_shared(${signInsLock(tx)}))
    select p.name, p.config_version, p.group_source from formats, identity_providers p
     where p.tenant_id = ${tx.tenantId} and p.id = ${id} and p.enabled
       for share of p`.execute(tx.db)
  return rows[0]
}

/** The row of a provider as long as it is enabled. */
export function enabledProvider(tx: TenantTransaction, id: string) {
  return tx.db
    .selectFrom('identity_providers')
    .select(providerColumns)
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('enabled', '=', true)
}

/** A row as the engine uses it. Throws when the stored configuration does not fit its type: a bug, not a state. */
export function providerOf(row: ProviderRow, box: SecretBox): IdentityProvider {
  const type = row.type as IdentityProviderType
  const common = {
    tenantId: row.tenant_id,
    id: row.id,
    name: row.name,
    configVersion: row.config_version,
    isPrimary: row.is_primary,
    isProvisioned: row.is_provisioned,
  }
  const secrets = openSecrets(row, box)
  switch (familyOf(type)) {
    case 'oidc':
      return { ...common, type: 'OIDC', family: 'oidc', config: v.parse(OidcConfig, row.config), secrets }
    case 'azure':
      return { ...common, type: type as AzureType, family: 'azure', config: v.parse(AzureConfig, row.config), secrets }
    case 'saml':
      return { ...common, type: type as SamlType, family: 'saml', config: v.parse(SamlConfig, row.config), secrets: {} }
  }
}

/** The secrets of a row by name; empty where none are stored. */
export function openSecrets(row: { id: string; secrets: Buffer | null }, box: SecretBox): ProviderSecrets {
  return row.secrets === null
    ? {}
    : (JSON.parse(box.open(row.secrets, providerSecretContext(row.id))) as ProviderSecrets)
}

export function sealSecrets(id: string, secrets: ProviderSecrets, box: SecretBox): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : box.seal(JSON.stringify(secrets), providerSecretContext(id))
}

export function providerSecretContext(id: string): string {
  return `identity-provider:${id}`
}
