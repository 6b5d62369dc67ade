import type { IdentityProvider } from '@portico/core/contract'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { listAllFormats } from '../username-formats/save.ts'
import { certificateFacts, readCertificateHistory } from './certificate-facts.ts'
import { pendingProviderId } from './pending-switch.ts'
import { openSecrets } from './queries.ts'
import type { ProviderRow } from './rows.ts'

/** Providers as the API shows them: of secrets their names alone. */
export async function showProviders(
  tx: TenantTransaction,
  rows: readonly ProviderRow[],
  box: SecretBox,
): Promise<IdentityProvider[]> {
  const formats = await listAllFormats(tx)
  const pendingId = await pendingProviderId(tx)
  const history = await readCertificateHistory(tx)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    primary: row.is_primary,
    pendingSwitch: row.id === pendingId,
    enabled: row.enabled,
    config: row.config,
    secrets: Object.keys(openSecrets(row, box)),
    certificates: certificateFacts(row, history),
    prefixes: formats.get(row.id)?.prefixes ?? [],
    suffixes: formats.get(row.id)?.suffixes ?? [],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

export async function showProvider(tx: TenantTransaction, row: ProviderRow, box: SecretBox): Promise<IdentityProvider> {
  const [shown] = await showProviders(tx, [row], box)
  if (shown === undefined) throw new Error('a provider that is there is not shown')
  return shown
}
