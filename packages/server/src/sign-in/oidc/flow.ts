import * as client from 'openid-client'

import type { Checks } from '../../checks/checks.ts'
import type { ProviderFetch } from '../../outbound/provider-fetch.ts'
import { clientOf, describe } from './client.ts'
import type { ClientKey } from './client-authentication.ts'
import type { ProviderFacts } from '../../outbound/provider-facts.ts'
import type { RelyingParty } from './relying-party.ts'

/** Where the provider sends the browser back; one address per provider (mix-up defence, protocols.md section 0). */
export function redirectUri(baseUrl: string, providerId: string): string {
  return `${baseUrl}/api/login/idps/${providerId}/oidc/callback`
}

/** What every step of a sign-in by OpenID Connect works with. */
export type Flow = {
  readonly party: RelyingParty
  readonly checks: Checks
  readonly facts: ProviderFacts
  readonly fetch: ProviderFetch
  readonly baseUrl: string
  /** Where the provider asks for client assertions: what signs them. Only the token endpoint needs it. */
  readonly clientKey?: ClientKey | undefined
  /** Ends the calls of a sign-in that took too long in all. */
  readonly signal?: AbortSignal
}

export type StartedFlow = { readonly url: string; readonly nonce: string; readonly pkceVerifier: string }

/** The authorization request: code flow with PKCE S256, state and nonce, always (OpenID Connect Core 1.0, RFC 7636). */
export async function startFlow(
  flow: Flow,
  start: { readonly state: string; readonly username: string; readonly forceAuthn?: boolean },
): Promise<StartedFlow> {
  const { party } = flow
  const nonce = client.randomNonce()
  const pkceVerifier = client.randomPKCECodeVerifier()
  const url = authorizationUrl(flow, {
    redirect_uri: redirectUri(flow.baseUrl, party.providerId),
    scope: party.scope,
    response_mode: party.responseMode,
    state: start.state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceVerifier),
    code_challenge_method: 'S256',
    ...(start.username === '' ? {} : { login_hint: start.username }),
    ...(start.forceAuthn ? { prompt: 'login' } : {}),
    ...party.extraParameters,
  })
  return { url: url.href, nonce, pkceVerifier }
}

function authorizationUrl(flow: Flow, parameters: Record<string, string>): URL {
  try {
    return client.buildAuthorizationUrl(clientOf(flow, flow.fetch), parameters)
  } catch (error) {
    return flow.checks.refuse('provider-misconfigured', { error: describe(error) })
  }
}
