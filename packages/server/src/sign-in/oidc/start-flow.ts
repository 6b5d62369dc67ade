import { createHash } from 'node:crypto'

import * as client from 'openid-client'

import { clientOf, describe } from './client.ts'
import type { Flow } from './flow.ts'

/** Where the provider sends the browser back; one address per provider (mix-up defence, RFC 9700 section 2.1). */
export function redirectUri(baseUrl: string, providerId: string): string {
  return `${baseUrl}/api/login/idps/${providerId}/oidc/callback`
}

export type StartedFlow = { readonly url: string; readonly nonce: string; readonly pkceVerifier: string }

/** The authorization request: code flow with PKCE S256, state and nonce, always (OpenID Connect Core 1.0, RFC 7636). */
export function startFlow(
  flow: Flow,
  start: { readonly state: string; readonly username: string; readonly extra?: Record<string, string> },
): StartedFlow {
  const { party } = flow
  const nonce = client.randomNonce()
  const pkceVerifier = client.randomPKCECodeVerifier()
  const url = authorizationUrl(flow, {
    redirect_uri: redirectUri(flow.baseUrl, party.providerId),
    scope: party.scope,
    response_mode: party.responseMode,
    state: start.state,
    nonce,
    code_challenge: createHash('sha256').update(pkceVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(start.username === '' ? {} : { login_hint: start.username }),
    ...start.extra,
    ...party.extraParameters,
  })
  return { url: url.href, nonce, pkceVerifier }
}

function authorizationUrl(flow: Flow, parameters: Record<string, string>): URL {
  try {
    return client.buildAuthorizationUrl(clientOf(flow), parameters)
  } catch (error) {
    return flow.checks.refuse('provider-misconfigured', { error: describe(error) })
  }
}
