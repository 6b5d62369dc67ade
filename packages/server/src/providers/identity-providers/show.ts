import type { IdentityProvider } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import { certificateFacts, readCertificateHistory } from './certificate-facts.ts'
import { draftFacts, liveFacts, readProofs } from './drafts/draft-facts.ts'
import { listUnconfirmed } from './drafts/unconfirmed.ts'
import { readAllConfigurations, type Configuration } from './drafts/working-copy.ts'
import { pendingProviderId } from './pending-switch.ts'
import { openSecrets } from './queries.ts'
import type { ProviderRow } from './rows.ts'

/** Working copies of providers as the API shows them, with what is in effect: of secrets only their names. */
export async function showProviders(
  tx: TenantTransaction,
  rows: readonly ProviderRow[],
  box: SecretBox,
): Promise<IdentityProvider[]> {
  const pendingId = await pendingProviderId(tx)
  const history = await readCertificateHistory(tx)
  const proofs = await readProofs(tx)
  const unconfirmed = await listUnconfirmed(tx)
  return (await readAllConfigurations(tx, rows)).map((all) => ({
    ...shownCopy(all.working, box),
    pendingSwitch: all.live.row.id === pendingId,
    certificates: certificateFacts(all.working.row, history),
    draft: draftFacts(all, proofs),
    live: liveFacts(all.live, unconfirmed.get(all.live.row.id), box),
  }))
}

function shownCopy({ row, formats }: Configuration, box: SecretBox) {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    primary: row.is_primary,
    enabled: row.enabled,
    config: row.config,
    secrets: Object.keys(openSecrets(row, box)),
    prefixes: [...formats.prefixes],
    suffixes: [...formats.suffixes],
    emailDomains: [...formats.emailDomains],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export async function showProvider(tx: TenantTransaction, row: ProviderRow, box: SecretBox): Promise<IdentityProvider> {
  const [shown] = await showProviders(tx, [row], box)
  if (shown === undefined) throw new Error('a provider that is there is not shown')
  return shown
}
