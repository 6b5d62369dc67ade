import type { Deps } from '../../kit/http/deps.ts'
import type { AzureProvider, OidcProvider } from '../../providers/identity-providers/queries.ts'
import type { AttemptStart, StartedAttempt } from '../attempts/attempt-start.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import { askForCredentials } from './authentication.ts'
import { clientKeyFor } from './client-authentication.ts'
import { startFlow } from './start-flow.ts'
import { relyingPartyOf } from './relying-party.ts'

/** The authorization request of one attempt. */
export async function startOidc(
  provider: OidcProvider | AzureProvider,
  deps: Deps,
  start: AttemptStart & { readonly state: string },
  checks: Checks,
): Promise<StartedAttempt> {
  const party = relyingPartyOf(provider, deps.settings, deps.clock.now())
  const facts = await deps.providerMetadata.read(party, checks)
  const clientKey = facts.pushEndpoint === undefined ? undefined : await clientKeyFor(deps, start.tenantId, party)
  const flow = await startFlow(
    { party, facts, fetch: deps.providerFetch, baseUrl: deps.settings.baseUrl, checks, clientKey },
    { ...start, extra: start.forceAuthn === true ? askForCredentials(provider.family) : {} },
  )
  const { url, nonce, pkceVerifier } = flow
  return { url, state: start.state, secrets: { oidc: { nonce, pkceVerifier } } }
}
