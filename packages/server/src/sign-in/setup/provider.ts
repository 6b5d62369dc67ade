import type { IdentityProviderInput, Setup } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { conflict } from '../../kit/http/failure.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { checkedValues } from '../../providers/identity-providers/checked-values.ts'
import { saveDraft } from '../../providers/identity-providers/drafts/save-draft.ts'
import { readConfigurations } from '../../providers/identity-providers/drafts/working-copy.ts'
import { openSecrets } from '../../providers/identity-providers/queries.ts'
import {
  existing,
  findProviderRow,
  insertProvider,
  listProviderRows,
  providerNameTaken,
  type ProviderRow,
} from '../../providers/identity-providers/rows.ts'
import { showProvider } from '../../providers/identity-providers/show.ts'
import { tenantName } from '../../tenant/tenants/queries.ts'
import { changeSetup, type SetupRow } from './queries.ts'

/** The provider that is set up; undefined before its configuration is saved, and if it was deleted since. */
export async function setupProvider(tx: TenantTransaction, setup: SetupRow): Promise<ProviderRow | undefined> {
  return setup.providerId === null ? undefined : findProviderRow(tx, setup.providerId)
}

/** The setup as the API shows it. */
export async function showSetup(tx: TenantTransaction, setup: SetupRow, deps: Deps): Promise<Setup> {
  const row = await setupProvider(tx, setup)
  const primary = (await listProviderRows(tx)).find((one) => one.is_primary && one.id !== setup.providerId)
  return {
    step: setup.step,
    product: setup.product,
    type: setup.type,
    tenantName: await tenantName(tx),
    expiresOn: setup.expiresAt.toISOString(),
    idp: setup.providerId,
    provider: row === undefined ? null : await showProvider(tx, row, deps.secrets),
    testId: row === undefined ? null : await latestTestId(tx, row.id),
    replaces: primary?.name ?? null,
  }
}

/**
 * Saves the configuration as the draft of a provider that was never kept, with the id that was chosen with the type. It
 * is enabled once it is kept, whatever the input says. The caller holds `lockProviderList`.
 */
export async function saveSetupProvider(
  tx: TenantTransaction,
  setup: SetupRow,
  { input, deps }: { readonly input: IdentityProviderInput; readonly deps: Deps },
): Promise<ProviderRow> {
  const before = await setupProvider(tx, setup)
  const stored = before && openSecrets((await readConfigurations(tx, before)).working.row, deps.secrets)
  const values = checkedValues({ ...input, enabled: true }, stored ?? {}, deps)
  if (await providerNameTaken(tx, values.name, before?.id)) throw conflict('NAME_TAKEN', 'name', 'identity-provider')
  const row = before ?? (await create(tx, setup, { values, deps }))
  const configurations = await readConfigurations(tx, row)
  const { formats } = configurations.working
  await saveDraft(tx, configurations, { values, formats, by: setupActorName }, deps.secrets)
  return existing(tx, row.id)
}

async function create(
  tx: TenantTransaction,
  setup: SetupRow,
  { values, deps }: { readonly values: ReturnType<typeof checkedValues>; readonly deps: Deps },
): Promise<ProviderRow> {
  // The id of a provider that was deleted meanwhile is never used again.
  const id = setup.providerId === null || setup.isMade ? uuidv7(deps.clock.now()) : setup.providerId
  await changeSetup(tx, { providerId: id, isMade: true })
  await insertProvider(tx, { id, isPrimary: false, values, kept: false }, deps.secrets)
  return existing(tx, id)
}

async function latestTestId(tx: TenantTransaction, providerId: string): Promise<string | null> {
  const row = await tx.db
    .selectFrom('identity_provider_tests')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** In drafts, tests and the audit log: the setup URL names no person. */
export const setupActorName = 'setup URL'
