import * as client from 'openid-client'

import type { Evidence } from '@portico/core/contract'

import { readJson } from '../../kit/json/read-json.ts'
import type { ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import { authenticationMethod } from './client-authentication.ts'
import { clientOf, describe } from './client.ts'
import type { Flow } from './flow.ts'
import { redirectUri } from './start-flow.ts'

export type Tokens = { readonly idToken: string; readonly accessToken: string }

/** Exchanges the code (RFC 6749 section 4.1.3). The ID token is verified apart (id-token.ts). Throws SignInFault. */
export async function exchangeCode(
  flow: Flow,
  { code, pkceVerifier }: { code: string; pkceVerifier: string },
): Promise<Tokens> {
  const { party, checks } = flow
  const heard: Heard = {}
  const answer = new URL(redirectUri(flow.baseUrl, party.providerId))
  answer.search = new URLSearchParams({ code }).toString()
  const accessToken = await asked(flow, heard, answer, pkceVerifier).catch((error: unknown) =>
    refuse(flow, heard, error, [code, pkceVerifier, party.clientSecret ?? '']),
  )
  if (typeof heard.idToken !== 'string') return checks.refuse('token-refused', withoutToken)
  checks.passed('token-endpoint')
  return { idToken: heard.idToken, accessToken }
}

const withoutToken: Evidence = { status: 200, error: 'the answer contains no ID token', description: '' }

async function asked(flow: Flow, heard: Heard, answer: URL, pkceVerifier: string): Promise<string> {
  const configuration = clientOf(flow, withoutIdToken(flow.fetch, heard))
  return (await client.authorizationCodeGrant(configuration, answer, { pkceCodeVerifier: pkceVerifier })).access_token
}

/** The raw answer of the token endpoint, in addition to the library's result. */
type Heard = { status?: number; idToken?: unknown; error?: unknown }

/**
 * The library would check the claims of an ID token before us, with less precise errors, so it gets the answer without
 * the ID token. A challenge in a header would hide the error in the body.
 */
function withoutIdToken(fetch: ProviderFetch, heard: Heard): ProviderFetch {
  return async (url, init) => {
    const response = await fetch(url, init).catch((error: unknown) => {
      heard.error = error
      throw error
    })
    heard.status = response.status
    const headers = new Headers(response.headers)
    headers.delete('www-authenticate')
    const text = await response.text()
    const body = jsonObject(text)
    if (response.status === 204 || response.status === 205 || response.status === 304)
      return new Response(null, { status: response.status, headers })
    if (body === undefined) return new Response(text, { status: response.status, headers })
    const { id_token: idToken, ...rest } = body
    heard.idToken = idToken
    return new Response(JSON.stringify(rest), { status: response.status, headers })
  }
}

function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = readJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Tells apart what an administrator does about it: the network, the secret, the secret's end, anything else. */
function refuse(flow: Flow, heard: Heard, error: unknown, secrets: readonly string[]): never {
  const { party, checks, facts } = flow
  const shown = (text: string) =>
    secrets.filter(Boolean).reduce((before, secret) => before.replaceAll(secret, '…'), text)
  if (heard.error !== undefined || heard.status === undefined)
    return checks.refuse('token-unreachable', {
      address: facts.tokenEndpoint,
      error: shown(describe(heard.error ?? error)),
    })
  const said = error instanceof client.ResponseBodyError ? error : undefined
  const evidence: Evidence = {
    status: heard.status,
    error: shown(said?.error ?? describe(error)),
    description: shown(said?.error_description ?? ''),
  }
  if (said !== undefined && wantsOtherAuthentication(said))
    return checks.refuse('token-auth-other', { ...evidence, method: authenticationMethod(flow) })
  const wrongClient = said === undefined ? heard.status === 401 : refusesClient(said, heard.status)
  if (
    party.secretEndsOn !== undefined &&
    (isExpired(said?.error_description) || (wrongClient && party.secretEndsOn.passed))
  )
    return checks.refuse('azure-secret-expired', { ...evidence, endsOn: party.secretEndsOn.day ?? 'unknown' })
  return checks.refuse(wrongClient ? 'token-secret-wrong' : 'token-refused', evidence)
}

/**
 * RFC 6749 requires `invalid_client`. Keycloak 26 sends `unauthorized_client: Invalid client or Invalid client
 * credentials`; others answer 401 with their own error.
 */
function refusesClient({ error, error_description: description = '' }: Said, status: number): boolean {
  if (error === 'invalid_client') return true
  if (error === 'unauthorized_client') return /invalid client|credential|secret/i.test(description)
  return status === 401 && error !== 'invalid_grant'
}

/** The client is registered for another method: a secret where a signed assertion is expected, in the header, the body. */
function wantsOtherAuthentication({ error, error_description: description = '' }: Said): boolean {
  if (!['invalid_client', 'unauthorized_client', 'invalid_request'].includes(error)) return false
  return /client_assertion|client_secret_(basic|post|jwt)|private_key_jwt|auth(entication)?[ _]method/i.test(
    description,
  )
}

type Said = Pick<client.ResponseBodyError, 'error' | 'error_description'>

/** Azure AD's own number for a client secret whose days are over. */
function isExpired(description: string | undefined): boolean {
  return description?.includes('AADSTS7000222') === true
}
