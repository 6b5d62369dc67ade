import { sql, type Selectable } from 'kysely'
import * as v from 'valibot'

import type { Database } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { OidcConfig, type ProviderSecrets } from './oidc-config.ts'

export type IdentityProvider = {
  readonly tenantId: string
  readonly id: string
  readonly name: string
  readonly type: string
  readonly configVersion: number
  readonly isPrimary: boolean
  readonly config: OidcConfig
  readonly secrets: ProviderSecrets
}

/** The tenant an enabled provider belongs to, from its id in a callback's path. */
export async function findProviderTenant(database: Database, id: string): Promise<string | undefined> {
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_identity_provider(${id})`.execute(
    database.app,
  )
  return found.rows[0]?.tenant_id
}

/** An enabled provider with its secrets opened; never for an answer of the API. */
export async function loadProvider(
  tx: TenantTransaction,
  id: string,
  secrets: SecretBox,
): Promise<IdentityProvider | undefined> {
  const row = await enabledProvider(tx, id).executeTakeFirst()
  return row && providerOf(row, secrets)
}

/** The same, locked until the transaction ends: whoever disables or changes it waits, or was there first. */
export async function lockProvider(
  tx: TenantTransaction,
  id: string,
  secrets: SecretBox,
): Promise<IdentityProvider | undefined> {
  const row = await enabledProvider(tx, id).forShare().executeTakeFirst()
  return row && providerOf(row, secrets)
}

function enabledProvider(tx: TenantTransaction, id: string) {
  return tx.db
    .selectFrom('identity_providers')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('enabled', '=', true)
}

function providerOf(row: Selectable<Tables['identity_providers']>, secrets: SecretBox): IdentityProvider | undefined {
  if (row.type !== 'OIDC' || row.secrets === null) return undefined
  return {
    tenantId: row.tenant_id,
    id: row.id,
    name: row.name,
    type: row.type,
    configVersion: row.config_version,
    isPrimary: row.is_primary,
    config: v.parse(OidcConfig, row.config),
    secrets: JSON.parse(secrets.open(row.secrets, providerSecretContext(row.id))) as ProviderSecrets,
  }
}

export function providerSecretContext(id: string): string {
  return `identity-provider:${id}`
}
