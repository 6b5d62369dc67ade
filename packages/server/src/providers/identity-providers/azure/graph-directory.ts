import type { Deps } from '../../../kit/http/deps.ts'
import type { AzureProvider } from '../queries.ts'
import type { Checks } from '../../../kit/checks/checks.ts'
import { azureRelyingParty } from './relying-party.ts'
import type { GraphDirectory } from '../../../kit/outbound/graph-directory.ts'

/** What a question to Graph needs. */
export type GraphDeps = Pick<Deps, 'graph' | 'providerMetadata' | 'settings' | 'clock'>

/** Throws SignInFault where the directory's own document cannot be read. */
export async function graphDirectory(
  provider: AzureProvider,
  { providerMetadata, settings, clock }: Pick<Deps, 'providerMetadata' | 'settings' | 'clock'>,
  checks: Checks,
): Promise<GraphDirectory> {
  const party = azureRelyingParty(provider, settings, clock.now())
  const { tokenEndpoint } = await providerMetadata.read(party, checks)
  return {
    key: `${provider.id} ${provider.configVersion}`,
    version: provider.type === 'AAD' ? 1 : 2,
    tokenEndpoint,
    clientId: party.clientId,
    clientSecret: party.clientSecret ?? '',
  }
}
