import type { Selectable } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'

type Row = Selectable<Tables['federation_keys']>

/** A key pair for SAML providers. Private key and certificate in PEM. */
export type FederationKey = {
  readonly use: Row['use']
  readonly state: Row['state']
  readonly privateKey: string
  readonly certificate: string
  /** SHA-256 of the certificate, hexadecimal. */
  readonly fingerprint: string
  readonly notAfter: Date
}

export const keyUses = ['signing', 'encryption'] as const

/** All key pairs of the tenant, those in use first. */
export async function readKeys(tx: TenantTransaction, box: SecretBox): Promise<FederationKey[]> {
  return openKeys(await keysQuery(tx).execute(), box)
}

/** Named, so that the statement can be prepared (statement-name.ts). */
const columns = ['tenant_id', 'use', 'state', 'private_key', 'certificate', 'fingerprint', 'not_after'] as const

function keysQuery(tx: TenantTransaction) {
  return tx.db
    .selectFrom('federation_keys')
    .select(columns)
    .where('tenant_id', '=', tx.tenantId)
    .orderBy('use', 'desc')
    .orderBy('state')
}

function openKeys(rows: readonly Pick<Row, (typeof columns)[number]>[], box: SecretBox): FederationKey[] {
  return rows.map((row) => ({
    use: row.use,
    state: row.state,
    privateKey: box.open(row.private_key, federationKeyContext(row)),
    certificate: row.certificate,
    fingerprint: row.fingerprint,
    notAfter: row.not_after,
  }))
}

/** Adds a key pair; if there is already one with this use and state, that one stays. */
export async function insertKey(tx: TenantTransaction, box: SecretBox, key: FederationKey): Promise<void> {
  const { use, state, certificate, fingerprint } = key
  await tx.db
    .insertInto('federation_keys')
    .values({
      tenant_id: tx.tenantId,
      use,
      state,
      certificate,
      fingerprint,
      private_key: box.seal(key.privateKey, federationKeyContext({ tenant_id: tx.tenantId, use, fingerprint })),
      not_after: key.notAfter,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The existing states, with the tenant locked: of two concurrent steps, the second sees the result of the first. */
export async function lockStates(tx: TenantTransaction): Promise<ReadonlySet<Row['state']>> {
  await tx.db.selectFrom('tenants').select('tenant_id').where('tenant_id', '=', tx.tenantId).forNoKeyUpdate().execute()
  const rows = await tx.db.selectFrom('federation_keys').select('state').where('tenant_id', '=', tx.tenantId).execute()
  return new Set(rows.map((row) => row.state))
}

export async function moveKeys(tx: TenantTransaction, from: Row['state'], to: Row['state']): Promise<void> {
  await tx.db
    .updateTable('federation_keys')
    .set({ state: to })
    .where('tenant_id', '=', tx.tenantId)
    .where('state', '=', from)
    .execute()
}

export async function deleteKeys(tx: TenantTransaction, state: Row['state']): Promise<void> {
  await tx.db.deleteFrom('federation_keys').where('tenant_id', '=', tx.tenantId).where('state', '=', state).execute()
}

/** Without the state, which changes while the key stays. */
export function federationKeyContext(row: Pick<Row, 'tenant_id' | 'use' | 'fingerprint'>): string {
  return `federation-key:${row.tenant_id}:${row.use}:${row.fingerprint}`
}
