import { randomUUID } from 'node:crypto'

import type { ProviderDomains } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../../kit/secrets/secret-box.ts'
import { noteCertificates } from '../certificates-added.ts'
import type { ProviderValues } from '../check-input.ts'
import { openSecrets, sealSecrets, type ProviderSecrets } from '../queries.ts'
import { sameSecrets, touchProvider } from '../rows.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Configurations } from './working-copy.ts'

type Change = {
  readonly values: ProviderValues
  readonly formats: ProviderDomains
  /** Name of the administrator. */
  readonly by: string
}

/**
 * Saves a change as the draft of a provider, whose row the caller has locked. A change back to what is in effect drops
 * the draft. It does not affect sign-ins.
 */
export async function saveDraft(
  tx: TenantTransaction,
  before: Configurations,
  { values, formats, by }: Change,
  box: SecretBox,
): Promise<void> {
  const { row } = before.live
  const { name, type, enabled, config, secrets } = values
  const secretsId = secretsIdOf(before, secrets, box)
  const { prefixes, suffixes, emailDomains } = formats
  const fingerprint = fingerprintOf({ type, config, secretsId, prefixes, suffixes })
  const isLive =
    fingerprint === before.live.fingerprint &&
    name === row.name &&
    enabled === row.enabled &&
    emailDomains.toSorted().join() === before.live.formats.emailDomains.toSorted().join()
  if (isLive && row.kept_at !== null) await deleteDraft(tx, row.id)
  else {
    const draft = {
      name,
      enabled,
      config: JSON.stringify(config),
      secrets: sealSecrets(row.id, secrets, box),
      secrets_id: secretsId,
      prefixes: [...prefixes],
      suffixes: [...suffixes],
      email_domains: [...emailDomains],
      changed_by: by,
      changed_at: sql<Date>`now()`,
    }
    await tx.db
      .insertInto('identity_provider_drafts')
      .values({ tenant_id: tx.tenantId, identity_provider_id: row.id, ...draft })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'identity_provider_id']).doUpdateSet(draft))
      .execute()
  }
  await noteCertificates(tx, row.id, { config, before: [row.config, before.working.row.config] })
  await touchProvider(tx, row.id)
  // It is known by no other name, so that two new providers cannot have the same one.
  if (row.kept_at === null)
    await tx.db
      .updateTable('identity_providers')
      .set({ name })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', row.id)
      .execute()
}

/** The same secrets keep their id: a draft that takes a change of them back is the configuration that it was. */
function secretsIdOf({ live, working }: Configurations, secrets: ProviderSecrets, box: SecretBox): string {
  const same = [working.row, live.row].find((row) => sameSecrets(openSecrets(row, box), secrets))
  return same?.secrets_id ?? randomUUID()
}

export async function deleteDraft(tx: TenantTransaction, providerId: string): Promise<void> {
  await tx.db
    .deleteFrom('identity_provider_drafts')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .execute()
}
