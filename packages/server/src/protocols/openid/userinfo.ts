import type { IncomingHttpHeaders } from 'node:http'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { isUuid } from '../../kit/identifiers.ts'
import { acceptProof, proofAlgorithms } from '../oauth/dpop.ts'
import type { Refusal } from '../../kit/http/oauth-refusal.ts'
import { findAccessToken } from './grants.ts'
import { openidPaths, type Scope } from './limits.ts'
import { claimsOf, readPersonClaims } from './person-claims.ts'
import type { Signer } from './signer.ts'

export type UserinfoDeps = Pick<Deps, 'database' | 'settings' | 'clock' | 'log'> & { readonly signer: Signer }

export type UserinfoRequest = {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The access token in a form (RFC 6750 section 2.2); a bound token is not sent that way. */
  readonly posted: string | undefined
}

/** RFC 6750 section 3 and RFC 9449 section 7.1: both schemes, the error with the one that was used. */
function refused(status: number, error?: string, scheme: 'Bearer' | 'DPoP' = 'Bearer'): Refusal {
  const description = 'The access token is missing or not accepted.'
  const about = error === undefined ? '' : `error="${error}", error_description="${description}"`
  const dpop = `DPoP algs="${proofAlgorithms.join(' ')}"`
  const value = scheme === 'DPoP' ? `${dpop}, ${about}, Bearer` : `Bearer${about === '' ? '' : ` ${about}`}, ${dpop}`
  return { status, error: error ?? 'invalid_token', description, headers: { 'WWW-Authenticate': value } }
}

/** The claims of the person whose access token is presented, as they are now (OpenID Connect Core section 5.3). */
export async function userinfo(
  { method, headers: { authorization, dpop }, posted }: UserinfoRequest,
  { database, settings, clock, log, signer }: UserinfoDeps,
): Promise<Readonly<Record<string, unknown>> | Refusal> {
  if (authorization === undefined && posted === undefined) return refused(401)
  if ((authorization !== undefined) === (posted !== undefined)) return refused(400, 'invalid_request')
  const [, named = '', header] = /^(Bearer|DPoP) ([\w.~+/=-]+)$/i.exec(authorization ?? '') ?? []
  const scheme = named.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer'
  const presented = header ?? posted ?? ''
  const claims = await signer.verify(presented, 'at+jwt')
  const tenantId = claims?.['tenant']
  if (claims?.jti === undefined || typeof tenantId !== 'string' || !isUuid(tenantId))
    return refused(401, 'invalid_token', scheme)
  const { jti } = claims
  const found = await tenantScope(database, tenantId).transaction(async (tx) => {
    const token = await findAccessToken(tx, jti)
    const person = token && (await readPersonClaims(tx, token.userId, token))
    return token && person && { token, person }
  })
  if (found === undefined) return refused(401, 'invalid_token', scheme)
  const { token, person } = found
  // A bound token is useless without its key, and an unbound one does not become a bound one.
  if ((token.keyThumbprint === null) !== (scheme === 'Bearer')) return refused(401, 'invalid_token', scheme)
  if (scheme === 'DPoP') {
    const url = settings.baseUrl + openidPaths.userinfo
    const of = { token: presented, jkt: token.keyThumbprint }
    const proof = await acceptProof(database, String(dpop), { method, url, nowSecs: clock.now() / 1000, of })
    if (typeof proof === 'string') {
      log.info({ tenantId, client: token.clientId, reason: proof }, 'DPoP proof refused')
      return refused(401, 'invalid_dpop_proof', scheme)
    }
  }
  const scopes = token.scope.split(' ') as Scope[]
  return {
    sub: token.userId,
    ...(token.sessionId !== null && { sid: token.sessionId }),
    ...claimsOf(person, { scopes, tenantId, environmentId: token.environmentId }),
  }
}
