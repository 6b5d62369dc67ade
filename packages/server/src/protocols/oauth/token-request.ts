import { cliGrantTypes } from '../../sign-in/cli-sign-in/token-grants.ts'
import { readAssertion, type Assertion } from './assertion.ts'
import { assertionLengthMax } from './limits.ts'
import { invalidRequest, refusedAssertion, type Refusal } from '../../kit/http/oauth-refusal.ts'
import type { Form } from './read-form.ts'

export type GrantName = 'client_credentials' | 'jwt-bearer'

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const once = 'Send one assertion, either as a grant or as client authentication.'

export const grantTypes = ['client_credentials', jwtBearer] as const

/** The token request of a service account, with an assertion that is not verified yet. */
export type TokenRequest = {
  readonly grant: GrantName
  readonly assertion: Assertion
  readonly clientId: string | undefined
  /** Each once. */
  readonly resources: readonly string[]
}

/**
 * Reads a service account's token request (RFC 6749 section 4.4, RFC 7523 section 2). The two grants come down to the same
 * thing, an assertion by which a service account asks for itself, and both meet the same rules.
 */
export function readTokenRequest({ fields, resources }: Form): TokenRequest | Refusal {
  const grantType = fields.get('grant_type')
  if (grantType === undefined) return invalidRequest('grant_type is missing.')
  if (grantType !== 'client_credentials' && grantType !== jwtBearer) {
    const description = `grant_type has to be one of ${[...grantTypes, ...cliGrantTypes].join(', ')}.`
    return { status: 400, error: 'unsupported_grant_type', description }
  }
  const grant = grantType === jwtBearer ? 'jwt-bearer' : 'client_credentials'
  const assertion = assertionOf(grant, fields)
  if ('status' in assertion) return assertion
  if (fields.has('scope')) {
    return {
      status: 400,
      error: 'invalid_scope',
      description: 'Scopes are not supported. Name an application by resource.',
    }
  }
  return { grant, assertion, clientId: fields.get('client_id'), resources }
}

export const otherAuthentication: Refusal = {
  status: 401,
  error: 'invalid_client',
  description: 'Service accounts authenticate by private_key_jwt: send client_assertion and no Authorization header.',
  headers: { 'WWW-Authenticate': 'Basic realm="token"' },
}

/** The assertion by which a client authenticates (RFC 7523 section 2.2); undefined: it does not, or not so. */
export function readClientAssertion(fields: ReadonlyMap<string, string>): Assertion | undefined {
  const text = fields.get('client_assertion')
  if (text === undefined || fields.get('client_assertion_type') !== assertionType) return undefined
  return text.length <= assertionLengthMax ? readAssertion(text) : undefined
}

function assertionOf(grant: GrantName, fields: ReadonlyMap<string, string>): Assertion | Refusal {
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
  const read = assertion.length <= assertionLengthMax ? readAssertion(assertion) : undefined
  return read ?? refusedAssertion(grant)
}
