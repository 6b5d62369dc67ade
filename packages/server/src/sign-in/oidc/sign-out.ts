import { decodeJwt } from 'jose'

import type { Deps } from '../../kit/http/deps.ts'
import type { Answer } from '../../kit/http/route.ts'
import type { AzureProvider, OidcProvider } from '../../providers/identity-providers/queries.ts'
import { goPage, postPage } from '../../kit/pages/continue.ts'
import { randomToken } from '../../kit/secrets/secret-box.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Maximum wait for the provider: an unreachable one must not delay a sign-out. */
const metadataMs = 2000
/** Maximum length of an id_token_hint in an address: servers take 8 KB at most, and some tokens list hundreds of groups. */
const hintLengthMax = 6000

/**
 * The page that redirects to the provider's end-session address (OpenID Connect RP-Initiated Logout 1.0 section 2);
 * undefined when the provider has none, must not be notified, or cannot be reached.
 */
export async function oidcSignOut(
  deps: Deps,
  provider: OidcProvider | AzureProvider,
  idToken: string,
): Promise<Answer<never> | undefined> {
  const { config } = provider
  if (config.disableSlo) return undefined
  const party = relyingPartyOf(provider, deps.settings, deps.clock.now())
  const address = party.addresses.endSession ?? (await endSessionAddress(deps, provider))
  if (address === undefined) return undefined
  const inAddress = config.sloMethod === 'get'
  const hint = inAddress && idToken.length > hintLengthMax ? {} : { id_token_hint: idToken }
  const fields = {
    ...hint,
    ...logoutHint(provider, idToken),
    client_id: party.clientId,
    post_logout_redirect_uri: signedOutUri(deps.settings.baseUrl, provider.id),
    state: signedOutState(deps, provider.id),
  }
  if (!inAddress) return postPage(address, fields)
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return goPage(url.href)
}

/** Where a provider sends the browser after the sign-out; it has to be registered there. */
export function signedOutUri(baseUrl: string, providerId: string): string {
  return `${baseUrl}/api/login/idps/${providerId}/oidc/signed-out`
}

/** A state that only this server can make: it proves that the sign-out started here. */
export function signedOutState({ secrets }: Pick<Deps, 'secrets'>, providerId: string): string {
  const once = randomToken()
  return `${once}.${secrets.mac('signed-out', `${providerId} ${once}`)}`
}

async function endSessionAddress(deps: Deps, provider: OidcProvider | AzureProvider): Promise<string | undefined> {
  const party = relyingPartyOf(provider, deps.settings, deps.clock.now())
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, metadataMs, undefined)))
  try {
    const remembered = deps.providerMetadata.remembered(party)
    if (remembered !== undefined) return remembered.endSessionEndpoint
    const facts = await Promise.race([deps.providerMetadata.read(party, createChecks()), late])
    return facts?.endSessionEndpoint
  } catch (error) {
    deps.log.warn({ provider: provider.id, reason: String(error) }, 'signed out only here, not at the provider')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Azure AD asks which of several accounts is meant, unless told by its optional claim `login_hint`. */
function logoutHint({ family }: OidcProvider | AzureProvider, idToken: string): Record<string, string> {
  if (family !== 'azure') return {}
  const hint = decodeJwt(idToken)['login_hint']
  return typeof hint === 'string' && hint.length <= 1000 ? { logout_hint: hint } : {}
}
