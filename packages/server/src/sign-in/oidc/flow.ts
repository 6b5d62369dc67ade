import * as client from 'openid-client'

import type { Checks } from '../checks.ts'
import type { ProviderFetch } from '../provider-fetch.ts'
import type { ProviderFacts } from './discovery.ts'
import { clockSkewSecs } from './id-token.ts'
import type { RelyingParty } from './relying-party.ts'

/** Where the provider sends the browser back; one address per provider (mix-up defence, protocols.md section 0). */
export function redirectUri(baseUrl: string, providerId: string): string {
  return `${baseUrl}/api/login/idps/${providerId}/oidc/callback`
}

type Flow = {
  readonly party: RelyingParty
  readonly checks: Checks
  readonly facts: ProviderFacts
  readonly fetch: ProviderFetch
  readonly baseUrl: string
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
    return client.buildAuthorizationUrl(configuration(flow), parameters)
  } catch (error) {
    return flow.checks.refuse('provider-misconfigured', { error: describe(error) })
  }
}

export type Tokens = { readonly idToken: string; readonly accessToken: string }

/** Exchanges the code. openid-client checks state, `iss` and the answer's shape; the ID token is verified apart, by jose. */
export async function finishFlow(
  flow: Flow,
  answer: URLSearchParams,
  expected: { state: string; nonce: string; pkceVerifier: string },
): Promise<Tokens> {
  const { checks } = flow
  const refused = answer.get('error')
  if (refused !== null)
    return checks.refuse(refused === 'access_denied' ? 'answer-denied' : 'answer-error', {
      error: refused,
      description: answer.get('error_description') ?? '',
    })
  const current = new URL(redirectUri(flow.baseUrl, flow.party.providerId))
  current.search = answer.toString()
  try {
    const tokens = await client.authorizationCodeGrant(configuration(flow), current, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.pkceVerifier,
      idTokenExpected: true,
    })
    if (tokens.id_token === undefined) throw new Error('the answer holds no ID token')
    return { idToken: tokens.id_token, accessToken: tokens.access_token }
  } catch (error) {
    return checks.refuse('token-refused', { error: describe(error) })
  }
}

/** Claims of the userinfo endpoint; their `sub` must be the ID token's (OpenID Connect Core 1.0 section 5.3.2). */
export async function readUserinfo(
  flow: Flow,
  accessToken: string,
  subject: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (flow.facts.userinfoEndpoint === undefined) return {}
  try {
    return await client.fetchUserInfo(configuration(flow), accessToken, subject)
  } catch (error) {
    return flow.checks.refuse('userinfo-failed', { error: describe(error) })
  }
}

/** For the log: what the library says, with the provider's own error code (RFC 6749 section 5.2) or the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'error' in error && typeof error.error === 'string' ? error.error : undefined
  const cause = code ?? (error.cause instanceof Error ? error.cause.message : undefined)
  return `${error.message}${cause === undefined ? '' : ` (${cause})`}`.slice(0, 500)
}

function configuration({ party, facts, fetch, signal }: Flow): client.Configuration {
  const server = {
    issuer: facts.issuer,
    authorization_endpoint: facts.authorizationEndpoint,
    token_endpoint: facts.tokenEndpoint,
    jwks_uri: facts.jwksUri,
    ...(facts.userinfoEndpoint === undefined ? {} : { userinfo_endpoint: facts.userinfoEndpoint }),
    authorization_response_iss_parameter_supported: facts.issParameterRequired,
  }
  const metadata = {
    ...(party.clientSecret === undefined ? {} : { client_secret: party.clientSecret }),
    id_token_signed_response_alg: party.signatureAlgorithm,
    [client.clockTolerance]: clockSkewSecs,
  }
  // Basic where the provider takes it, for RFC 6749 obliges it to; post otherwise.
  const authentication =
    party.clientSecret === undefined
      ? client.None()
      : facts.tokenAuthMethods.includes('client_secret_basic')
        ? client.ClientSecretBasic(party.clientSecret)
        : client.ClientSecretPost(party.clientSecret)
  const result = new client.Configuration(server, party.clientId, metadata, authentication)
  result[client.customFetch] = (url, options) => {
    const headers = Object.fromEntries(new Headers(options.headers))
    const body =
      options.body instanceof URLSearchParams ? options.body.toString() : (options.body as string | undefined)
    return fetch(url, { method: options.method, headers, body, signal })
  }
  result.timeout = 0
  // The guarded fetch decides which addresses may be plain http (a development setting for loopback).
  if (facts.tokenEndpoint.startsWith('http:')) client.allowInsecureRequests(result)
  return result
}
