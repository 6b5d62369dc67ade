import type { IncomingHttpHeaders } from 'node:http'

import { decodeJwt, decodeProtectedHeader } from 'jose'

import { cliGrantTypes } from '../cli-sign-in/token-grants.ts'
import { assertionLengthMax } from './limits.ts'
import { invalidRequest, invalidTarget, refusedAssertion, type Refusal } from './refusal.ts'

export type GrantName = 'client_credentials' | 'jwt-bearer'

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const once = 'Send one assertion, either as a grant or as client authentication.'

export const grantTypes = ['client_credentials', jwtBearer] as const

/** A token request as oidc-provider gets it, always client credentials with a client assertion; `grant` is what was asked. */
export type TokenRequest = { readonly grant: GrantName; readonly form: URLSearchParams }

/**
 * Reads a service account's token request (RFC 6749 section 4.4, RFC 7523 section 2). The two grants come down to the same
 * thing, an assertion by which a service account asks for itself, so one is written as the other and both meet the
 * same rules. Only what is named here reaches oidc-provider.
 */
export function readTokenRequest(fields: ReadonlyMap<string, string>): TokenRequest | Refusal {
  const grantType = fields.get('grant_type')
  if (grantType === undefined) return invalidRequest('grant_type is missing.')
  if (grantType !== 'client_credentials' && grantType !== jwtBearer) {
    const description = `grant_type has to be one of ${[...grantTypes, ...cliGrantTypes].join(', ')}.`
    return { status: 400, error: 'unsupported_grant_type', description }
  }
  const grant = grantType === jwtBearer ? 'jwt-bearer' : 'client_credentials'
  const assertion = assertionOf(grant, fields)
  if (typeof assertion !== 'string') return assertion
  if (fields.has('scope')) {
    return {
      status: 400,
      error: 'invalid_scope',
      description: 'Scopes are not supported. Name an application by resource.',
    }
  }

  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: assertionType,
    client_assertion: assertion,
  })
  for (const name of ['client_id', 'resource']) {
    const value = fields.get(name)
    if (value !== undefined) form.set(name, value)
  }
  return { grant, form }
}

export const otherAuthentication: Refusal = {
  status: 401,
  error: 'invalid_client',
  description: 'Service accounts authenticate by private_key_jwt: send client_assertion and no Authorization header.',
  headers: { 'WWW-Authenticate': 'Basic realm="token"' },
}

/** The fields of a posted form, each there once and with a value. */
export function readForm(
  headers: IncomingHttpHeaders,
  body: Buffer,
): { readonly fields: ReadonlyMap<string, string> } | Refusal {
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/x-www-form-urlencoded')
    return invalidRequest('The body has to be application/x-www-form-urlencoded.')
  if (headers['content-encoding'] !== undefined) return invalidRequest('The body must not be compressed.')
  const fields = new Map<string, string>()
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (seen.has(name)) return duplicate(name)
    seen.add(name)
    // RFC 6749 section 3.2: a parameter without a value counts as left out.
    if (value !== '') fields.set(name, value)
  }
  return { fields }
}

function duplicate(name: string): Refusal {
  if (name === 'resource') return invalidTarget('Ask for one resource at a time.')
  return invalidRequest('A parameter is there twice.')
}

function assertionOf(grant: GrantName, fields: ReadonlyMap<string, string>): string | Refusal {
  const asGrant = fields.get('assertion')
  const asClient = fields.get('client_assertion')
  if (asGrant !== undefined && asClient !== undefined) return invalidRequest(once)
  const assertion = grant === 'jwt-bearer' ? asGrant : asClient
  if (assertion === undefined) {
    if (grant === 'jwt-bearer') return invalidRequest('assertion is missing.')
    return { status: 401, error: 'invalid_client', description: 'client_assertion is missing.' }
  }
  if (grant === 'client_credentials' && fields.get('client_assertion_type') !== assertionType) {
    return invalidRequest(`client_assertion_type has to be ${assertionType}.`)
  }
  return assertion.length <= assertionLengthMax && isJwt(assertion) ? assertion : refusedAssertion(grant)
}

function isJwt(text: string): boolean {
  try {
    decodeProtectedHeader(text)
    return typeof decodeJwt(text).sub === 'string'
  } catch {
    return false
  }
}
