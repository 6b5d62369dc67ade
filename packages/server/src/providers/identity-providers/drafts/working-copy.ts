import type { ProviderDomains } from '@portico/core/contract'
import type { Selectable } from 'kysely'

import type { Tables } from '../../../kit/database/tables.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../../kit/secrets/secret-box.ts'
import { listAllFormats, listFormats, noFormats } from '../../username-formats/save.ts'
import { providerOf, type IdentityProvider } from '../queries.ts'
import { findProviderRow, type ProviderRow } from '../rows.ts'
import { fingerprintOf } from './fingerprint.ts'

export type DraftRow = Selectable<Tables['identity_provider_drafts']>

/** A configuration of a provider: the one in effect, or the draft of the next one. */
export type Configuration = {
  /** The provider's row with the name, the values and the secrets of this configuration. */
  readonly row: ProviderRow
  readonly formats: ProviderDomains
  readonly fingerprint: string
}

/** `working` is what editors edit and a test login tests: the draft, or what is in effect where there is none. */
export type Configurations = {
  readonly live: Configuration
  readonly draft: DraftRow | undefined
  readonly working: Configuration
}

export function configurationsOf(
  row: ProviderRow,
  formats: ProviderDomains,
  draft: DraftRow | undefined,
): Configurations {
  const live = configuration(row, formats)
  if (draft === undefined) return { live, draft, working: live }
  const { name, enabled, config, secrets, secrets_id, prefixes, suffixes, email_domains: emailDomains } = draft
  // Negative, so that nothing that is remembered for one version of what is in effect counts for a draft.
  const drafted = { ...row, name, enabled, config, secrets, secrets_id, config_version: -row.version }
  return { live, draft, working: configuration(drafted, { prefixes, suffixes, emailDomains }) }
}

function configuration(row: ProviderRow, formats: ProviderDomains): Configuration {
  const { type, config, secrets_id: secretsId } = row
  return { row, formats, fingerprint: fingerprintOf({ type, config, secretsId, ...formats }) }
}

export async function readConfigurations(tx: TenantTransaction, row: ProviderRow): Promise<Configurations> {
  return configurationsOf(row, await listFormats(tx, row.id), await findDraft(tx, row.id))
}

/** The same for several providers of the tenant, in three questions. */
export async function readAllConfigurations(
  tx: TenantTransaction,
  rows: readonly ProviderRow[],
): Promise<Configurations[]> {
  const formats = await listAllFormats(tx)
  const drafts = new Map((await drafted(tx).execute()).map((draft) => [draft.identity_provider_id, draft]))
  return rows.map((row) => configurationsOf(row, formats.get(row.id) ?? noFormats(), drafts.get(row.id)))
}

function drafted(tx: TenantTransaction) {
  return tx.db.selectFrom('identity_provider_drafts').selectAll().where('tenant_id', '=', tx.tenantId)
}

export async function findDraft(tx: TenantTransaction, providerId: string): Promise<DraftRow | undefined> {
  return drafted(tx).where('identity_provider_id', '=', providerId).executeTakeFirst()
}

/** A provider as a test login uses it. */
export type TestedProvider = {
  readonly provider: IdentityProvider
  readonly formats: ProviderDomains
  readonly fingerprint: string
}

/** The working copy of a provider, also one that is disabled or not yet kept; undefined if the provider does not exist. */
export async function loadTested(
  tx: TenantTransaction,
  id: string,
  secrets: SecretBox,
): Promise<TestedProvider | undefined> {
  const row = await findProviderRow(tx, id)
  if (row === undefined) return undefined
  const { working } = await readConfigurations(tx, row)
  const { formats, fingerprint } = working
  return { provider: providerOf(working.row, secrets), formats, fingerprint }
}
