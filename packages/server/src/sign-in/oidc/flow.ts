import * as client from 'openid-client'

import type { IdentityProvider } from '../../identity-providers/queries.ts'
import { SignInFault } from '../faults.ts'
import type { ProviderFetch } from '../provider-fetch.ts'
import type { ProviderFacts } from './discovery.ts'
import { clockSkewSecs } from './id-token.ts'

/** Where the provider sends the browser back; one address per provider (mix-up defence, protocols.md section 0). */
export function redirectUri(baseUrl: string, providerId: string): string {
  return `${baseUrl}/api/login/idps/${providerId}/oidc/callback`
}

type Flow = {
  readonly provider: IdentityProvider
  readonly facts: ProviderFacts
  readonly fetch: ProviderFetch
  readonly baseUrl: string
  /** Ends the calls of a sign-in that took too long in all. */
  readonly signal?: AbortSignal
}

export type StartedFlow = {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly pkceVerifier: string
}

/** The authorization request: code flow with PKCE S256, state and nonce, always (OpenID Connect Core 1.0, RFC 7636). */
export async function startFlow(flow: Flow, username: string): Promise<StartedFlow> {
  const { config } = flow.provider
  const state = client.randomState()
  const nonce = client.randomNonce()
  const pkceVerifier = client.randomPKCECodeVerifier()
  const url = authorizationUrl(flow, {
    redirect_uri: redirectUri(flow.baseUrl, flow.provider.id),
    scope: config.scope,
    response_mode: config.responseMode,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceVerifier),
    code_challenge_method: 'S256',
    login_hint: username,
  })
  return { url: url.href, state, nonce, pkceVerifier }
}

function authorizationUrl(flow: Flow, parameters: Record<string, string>): URL {
  try {
    return client.buildAuthorizationUrl(configuration(flow), parameters)
  } catch (error) {
    throw new SignInFault('IDP_ERROR', `authorization request: ${describe(error)}`)
  }
}

export type Tokens = { readonly idToken: string; readonly accessToken: string }

/** Exchanges the code. openid-client checks state, `iss` and the answer's shape; the ID token is verified apart, by jose. */
export async function finishFlow(
  flow: Flow,
  answer: URLSearchParams,
  expected: { state: string; nonce: string; pkceVerifier: string },
): Promise<Tokens> {
  if (answer.has('error')) {
    const code = answer.get('error') === 'access_denied' ? 'IDP_DENIED' : 'IDP_ERROR'
    throw new SignInFault(
      code,
      `the provider answered ${answer.get('error')}: ${answer.get('error_description') ?? ''}`.slice(0, 500),
    )
  }
  const current = new URL(redirectUri(flow.baseUrl, flow.provider.id))
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
    throw new SignInFault('IDP_ERROR', `code exchange: ${describe(error)}`)
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
    throw new SignInFault('IDP_ERROR', `userinfo: ${describe(error)}`)
  }
}

/** For the log: what the library says, with the provider's own error code (RFC 6749 section 5.2) or the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'error' in error && typeof error.error === 'string' ? error.error : undefined
  const cause = code ?? (error.cause instanceof Error ? error.cause.message : undefined)
  return `${error.message}${cause === undefined ? '' : ` (${cause})`}`.slice(0, 500)
}

function configuration({ provider, facts, fetch, signal }: Flow): client.Configuration {
  const { config, secrets } = provider
  const server = {
    issuer: facts.issuer,
    authorization_endpoint: facts.authorizationEndpoint,
    token_endpoint: facts.tokenEndpoint,
    jwks_uri: facts.jwksUri,
    ...(facts.userinfoEndpoint === undefined ? {} : { userinfo_endpoint: facts.userinfoEndpoint }),
    authorization_response_iss_parameter_supported: facts.issParameterRequired,
  }
  const metadata = {
    client_secret: secrets.clientSecret,
    id_token_signed_response_alg: config.signatureAlgorithm,
    [client.clockTolerance]: clockSkewSecs,
  }
  // Basic where the provider takes it, for RFC 6749 obliges it to; post otherwise.
  const authentication = facts.tokenAuthMethods.includes('client_secret_basic')
    ? client.ClientSecretBasic(secrets.clientSecret)
    : client.ClientSecretPost(secrets.clientSecret)
  const result = new client.Configuration(server, config.clientId, metadata, authentication)
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
