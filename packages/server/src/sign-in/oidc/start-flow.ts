import { createHash } from 'node:crypto'

import * as client from 'openid-client'

import { redirectUri } from '../addresses/oidc.ts'
import { callAsClient, saidError } from './client-call.ts'
import { clientOf, describe } from './client.ts'
import type { Flow } from './flow.ts'

export type StartedFlow = { readonly url: string; readonly nonce: string; readonly pkceVerifier: string }

/**
 * The authorization request: code flow with PKCE S256, state and nonce, always (OpenID Connect Core 1.0, RFC 7636); pushed where the
 * provider requires it (RFC 9126). Throws SignInFault.
 */
export async function startFlow(
  flow: Flow,
  start: { readonly state: string; readonly username: string; readonly extra?: Record<string, string> },
): Promise<StartedFlow> {
  const { party, facts } = flow
  const nonce = client.randomNonce()
  const pkceVerifier = client.randomPKCECodeVerifier()
  const parameters = {
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
  }
  const url =
    facts.pushEndpoint === undefined
      ? authorizationUrl(flow, parameters)
      : pushedUrl(flow, await push(flow, facts.pushEndpoint, { response_type: 'code', ...parameters }))
  return { url: url.href, nonce, pkceVerifier }
}

function authorizationUrl(flow: Flow, parameters: Record<string, string>): URL {
  try {
    return client.buildAuthorizationUrl(clientOf(flow), parameters)
  } catch (error) {
    return flow.checks.refuse('provider-misconfigured', { error: describe(error) })
  }
}

/** RFC 9126 section 4: only the client and the reference. */
function pushedUrl({ party, facts }: Flow, requestUri: string): URL {
  const url = new URL(facts.authorizationEndpoint)
  url.searchParams.set('client_id', party.clientId)
  url.searchParams.set('request_uri', requestUri)
  return url
}

/** The reference to a pushed request (RFC 9126 section 2.2); the client authenticates as at the token endpoint. */
async function push(flow: Flow, address: string, parameters: Record<string, string>): Promise<string> {
  const { party, checks } = flow
  const shown = (text: string) => (party.clientSecret ? text.replaceAll(party.clientSecret, '…') : text)
  const answer = await callAsClient(flow, address, parameters).catch((error: unknown) =>
    checks.refuse('push-refused', { address, status: 0, error: shown(describe(error)), description: '' }),
  )
  const requestUri = answer.body?.['request_uri']
  if (answer.status >= 200 && answer.status <= 299 && typeof requestUri === 'string' && requestUri !== '')
    return requestUri
  const { error = 'the answer contains no request_uri', description } = saidError(answer)
  const evidence = { address, status: answer.status, error: shown(error), description: shown(description) }
  return checks.refuse('push-refused', evidence)
}
