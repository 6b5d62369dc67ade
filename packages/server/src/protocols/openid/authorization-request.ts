import type { FindingId } from '@portico/core/contract'

import type { Client } from '../../applications/clients/queries.ts'
import { scopes, type Scope } from './limits.ts'

/** Where the answer to an authorization request goes. */
export type ReturnAddress = {
  readonly redirectUri: string
  readonly mode: 'query' | 'form_post'
  readonly state: string | undefined
}

export type AuthorizationRequest = ReturnAddress & {
  readonly scopes: readonly Scope[]
  readonly nonce: string | undefined
  /** undefined: the client is registered without PKCE and sent a nonce instead. */
  readonly codeChallenge: string | undefined
  readonly prompts: readonly Prompt[]
  /** Seconds since the person's credentials were checked, at most. */
  readonly maxAge: number | undefined
  readonly idTokenHint: string | undefined
  /** The thumbprint of the key that the code is bound to (RFC 9449 section 10). */
  readonly keyThumbprint: string | undefined
}

export const prompts = ['none', 'login', 'consent', 'select_account'] as const
export type Prompt = (typeof prompts)[number]

/** An error that the client gets at its address (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6). */
export type RequestError = {
  readonly error: string
  readonly description: string
  readonly finding: Extract<FindingId, 'application-request' | 'application-pkce'>
}

export type ReadRequest =
  | { readonly kind: 'request'; readonly request: AuthorizationRequest }
  | { readonly kind: 'error'; readonly to: ReturnAddress; readonly error: RequestError }
  /** The address is not one of the client: nothing is sent there. */
  | { readonly kind: 'no-address' }

/** The one value of a parameter; RFC 6749 section 3.1: without a value it counts as left out. */
function only(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name).filter((value) => value !== '')
  return values.length === 1 ? values[0] : undefined
}

/** Reads an authorization request of a registered client (OpenID Connect Core section 3.1.2.1, RFC 7636, RFC 9207). */
export function readAuthorizationRequest(query: URLSearchParams, client: Client): ReadRequest {
  const { config } = client
  const redirectUri = only(query, 'redirect_uri')
  // Character by character (RFC 9700 section 2.1): no pattern, no other port, no other case.
  if (config.protocol !== 'openid' || redirectUri === undefined || !config.redirectUris.includes(redirectUri))
    return { kind: 'no-address' }
  const asked = only(query, 'response_mode')
  const to = { redirectUri, mode: asked === 'form_post' ? asked : 'query', state: only(query, 'state') } as const
  const failed = (
    error: string,
    description: string,
    finding: RequestError['finding'] = 'application-request',
  ): ReadRequest => ({ kind: 'error', to, error: { error, description, finding } })

  const twice = [...new Set(query.keys())].find((name) => name !== 'resource' && query.getAll(name).length > 1)
  if (twice !== undefined) return failed('invalid_request', 'A parameter is included more than once.')
  if (query.has('request')) return failed('request_not_supported', 'Request objects are not supported.')
  if (query.has('request_uri')) return failed('request_uri_not_supported', 'request_uri is not supported.')
  if (query.has('registration')) return failed('registration_not_supported', 'registration is not supported.')
  if (asked !== undefined && asked !== 'query' && asked !== 'form_post')
    return failed('invalid_request', 'response_mode must be query or form_post.')
  const type = only(query, 'response_type')
  if (type === undefined) return failed('invalid_request', 'response_type is missing.')
  if (type !== 'code') return failed('unsupported_response_type', 'response_type must be code.')
  const named = new Set((only(query, 'scope') ?? '').split(' '))
  if (!named.has('openid')) return failed('invalid_scope', 'scope must include openid.')
  const codeChallenge = only(query, 'code_challenge')
  const nonce = only(query, 'nonce')
  // It is stored with the code.
  if (nonce !== undefined && /\p{Cc}/u.test(nonce)) return failed('invalid_request', 'nonce has control characters.')
  const pkce = pkceProblem(query, { codeChallenge, nonce, isRequired: config.requirePkce })
  if (pkce !== undefined) return failed('invalid_request', pkce, 'application-pkce')
  if (query.getAll('resource').some((one) => one !== '' && one !== client.application.urn))
    return failed('invalid_target', 'resource must be the URN of the application.')
  const wanted = (only(query, 'prompt') ?? '').split(' ').filter((one) => one !== '')
  if (!wanted.every(isPrompt) || (wanted.includes('none') && wanted.length > 1))
    return failed('invalid_request', 'prompt is not supported with this value.')
  const age = only(query, 'max_age')
  if (age !== undefined && !/^\d{1,9}$/.test(age)) return failed('invalid_request', 'max_age must be a whole number.')
  const keyThumbprint = only(query, 'dpop_jkt')
  if (keyThumbprint !== undefined && !/^[\w-]{43}$/.test(keyThumbprint))
    return failed('invalid_request', 'dpop_jkt is malformed.')
  return {
    kind: 'request',
    request: {
      ...to,
      // OpenID Connect Core section 3.1.2.1: unknown scopes are ignored; section 11: so is offline_access if it cannot be granted.
      scopes: scopes.filter((one) => named.has(one) && (one !== 'offline_access' || config.refreshTokens !== 'none')),
      nonce,
      codeChallenge,
      prompts: wanted.filter(isPrompt),
      maxAge: age === undefined ? undefined : Number(age),
      idTokenHint: only(query, 'id_token_hint'),
      keyThumbprint,
    },
  }
}

/** RFC 7636 section 4.3 with S256. A confidential client that is registered without PKCE must send a nonce (RFC 9700 section 2.1.1). */
function pkceProblem(
  query: URLSearchParams,
  {
    codeChallenge,
    nonce,
    isRequired,
  }: { readonly codeChallenge: string | undefined; readonly nonce: string | undefined; readonly isRequired: boolean },
): string | undefined {
  const method = only(query, 'code_challenge_method')
  if (codeChallenge === undefined) {
    if (isRequired)
      return 'code_challenge is missing: this client must use PKCE with S256 (RFC 7636). An administrator can register a client with a secret or key without it.'
    if (method !== undefined) return 'code_challenge_method was sent without code_challenge.'
    return nonce === undefined ? 'code_challenge and nonce are both missing: send one of them.' : undefined
  }
  if (method !== 'S256') return 'code_challenge_method must be S256.'
  return /^[\w-]{43}$/.test(codeChallenge) ? undefined : 'code_challenge is malformed.'
}

function isPrompt(text: string): text is Prompt {
  return (prompts as readonly string[]).includes(text)
}

/** The client that a request names, once. */
export function namedClient(query: URLSearchParams): string | undefined {
  return only(query, 'client_id')
}
