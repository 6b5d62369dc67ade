import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { noteCertificates } from '../identity-providers/certificates-added.ts'
import { findUnconfirmed, type UnconfirmedRow } from '../identity-providers/drafts/unconfirmed.ts'
import { fingerprintOf } from '../identity-providers/drafts/fingerprint.ts'
import { readConfigurations } from '../identity-providers/drafts/working-copy.ts'
import { existing, type ProviderRow } from '../identity-providers/rows.ts'
import type { KeyContent } from '../../kit/keys/read-key.ts'

type Config = Readonly<Record<string, unknown>>

export type Slots = {
  /** One or two. */
  readonly slots: readonly KeyContent[]
  /** What was proven of the configuration before is proven of the one after: one of the slots is proven, or stays. */
  readonly staysProven: boolean
}

/** `removes`: something that was verified before no longer is; sign-ins in progress are refused. */
type Replacement = Slots & { readonly removes: boolean }

/**
 * Puts certificates into the two slots of a provider, in effect at once, in the caller's transaction, which holds
 * `lockProviderList` and the provider's row. A draft and a change that may revert get the same slots, if theirs were those
 * in effect and from the same metadata, so that neither brings the earlier ones back. Proofs stay (docs/decisions/0081).
 */
export async function replaceSlots(tx: TenantTransaction, row: ProviderRow, next: Replacement): Promise<void> {
  const before = await readConfigurations(tx, row)
  const unconfirmed = await findUnconfirmed(tx, row.id)
  const config = withSlots(row.config, next.slots)
  await tx.db
    .updateTable('identity_providers')
    .set({
      config: JSON.stringify(config),
      version: sql<number>`version + 1`,
      config_version: next.removes ? sql<number>`config_version + 1` : sql<number>`config_version`,
      updated_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', row.id)
    .execute()
  await noteCertificates(tx, row.id, { config, before: [row.config, before.working.row.config] })
  // A trigger sets it when the configuration changes; by itself it may be set back.
  if (next.staysProven) await setConfiguredAt(tx, row)
  for (const table of ['identity_provider_drafts', 'unconfirmed_changes'] as const) {
    const held = table === 'identity_provider_drafts' ? before.draft : unconfirmed
    if (held === undefined || !sameSource(held.config, row.config)) continue
    await putSlots(tx, row, { table, held, next })
  }
  const { live } = await readConfigurations(tx, await existing(tx, row.id))
  if (next.staysProven) await copyProofs(tx, row.id, before.live.fingerprint, { to: live.fingerprint })
}

type Elsewhere = {
  readonly table: 'identity_provider_drafts' | 'unconfirmed_changes'
  readonly held: Pick<UnconfirmedRow, 'config' | 'secrets_id' | 'prefixes' | 'suffixes'>
  readonly next: Slots
}

/** Puts certificates into the slots of a configuration of the provider that is not in effect. */
export async function putSlots(
  tx: TenantTransaction,
  { id, type }: Pick<ProviderRow, 'id' | 'type'>,
  { table, held, next }: Elsewhere,
): Promise<void> {
  const { config, secrets_id: secretsId, prefixes, suffixes } = held
  const changed = withSlots(config, next.slots)
  await tx.db
    .updateTable(table)
    .set({ config: JSON.stringify(changed) })
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', id)
    .execute()
  if (!next.staysProven) return
  const proven = { type, secretsId, prefixes, suffixes }
  await copyProofs(tx, id, fingerprintOf({ ...proven, config }), { to: fingerprintOf({ ...proven, config: changed }) })
}

function withSlots(config: Config, [first, second]: readonly KeyContent[]): Config {
  const { signingCertificate1: _, signingCertificate2: __, ...others } = config
  return {
    ...others,
    ...(first === undefined ? {} : { signingCertificate1: first.pem }),
    ...(second === undefined ? {} : { signingCertificate2: second.pem }),
  }
}

/** What metadata of one address says is not taken over for another. */
function sameSource(one: Config, other: Config): boolean {
  return ['signingCertificate1', 'signingCertificate2', 'metadataUrl', 'entityId', 'followMetadata'].every(
    (field) => one[field] === other[field],
  )
}

async function setConfiguredAt(tx: TenantTransaction, { id, configured_at: at }: ProviderRow): Promise<void> {
  await tx.db
    .updateTable('identity_providers')
    .set({ configured_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

async function copyProofs(
  tx: TenantTransaction,
  id: string,
  from: string,
  { to }: { readonly to: string },
): Promise<void> {
  await sql`
    insert into identity_provider_proofs (tenant_id, identity_provider_id, fingerprint, purpose, security_admin,
                                          proved_at, proved_by, subject, subject_username, groups)
    select tenant_id, identity_provider_id, ${to}, purpose, security_admin,
           proved_at, proved_by, subject, subject_username, groups
      from identity_provider_proofs
     where tenant_id = ${tx.tenantId} and identity_provider_id = ${id} and fingerprint = ${from}
    on conflict do nothing`.execute(tx.db)
}
