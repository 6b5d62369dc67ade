import type { Deps } from '../../deps.ts'
import type { AzureProvider } from '../../identity-providers/queries.ts'
import type { Checks } from '../../checks/checks.ts'
import { relyingPartyOf } from '../oidc/relying-party.ts'

/** A directory as Graph is asked about it, by the application's own credentials. */
export type GraphDirectory = {
  /** Names the registration and its state: what was remembered of another one does not count. */
  readonly key: string
  readonly version: 1 | 2
  readonly tokenEndpoint: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Throws SignInFault where the directory's own document cannot be read. */
export async function graphDirectory(
  provider: AzureProvider,
  { providerMetadata, settings, clock }: Pick<Deps, 'providerMetadata' | 'settings' | 'clock'>,
  checks: Checks,
): Promise<GraphDirectory> {
  const party = relyingPartyOf(provider, settings, clock.now())
  const { tokenEndpoint } = await providerMetadata.read(party, checks)
  return {
    key: `${provider.id} ${provider.configVersion}`,
    version: provider.type === 'AAD' ? 1 : 2,
    tokenEndpoint,
    clientId: party.clientId,
    clientSecret: party.clientSecret ?? '',
  }
}
