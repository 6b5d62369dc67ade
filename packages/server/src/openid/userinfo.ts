import type { IncomingHttpHeaders } from 'node:http'

import { tenantScope } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { isUuid } from '../identifiers.ts'
import type { Refusal } from '../tokens/refusal.ts'
import { findAccessToken } from './grants.ts'
import type { Scope } from './limits.ts'
import { claimsOf, readPersonClaims } from './person-claims.ts'
import type { Signer } from './signer.ts'

export type UserinfoDeps = Pick<Deps, 'database'> & { readonly signer: Signer }

/** RFC 6750 section 3.1. */
function refused(status: number, error?: string): Refusal {
  const description = 'The access token is missing or not accepted.'
  const value = error === undefined ? 'Bearer' : `Bearer error="${error}", error_description="${description}"`
  return { status, error: error ?? 'invalid_token', description, headers: { 'WWW-Authenticate': value } }
}

/** The claims of the person whose access token is presented, as they are now (OpenID Connect Core section 5.3). */
export async function userinfo(
  { authorization }: IncomingHttpHeaders,
  posted: string | undefined,
  { database, signer }: UserinfoDeps,
): Promise<Readonly<Record<string, unknown>> | Refusal> {
  const header = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1]
  if (authorization === undefined && posted === undefined) return refused(401)
  if ((authorization !== undefined) === (posted !== undefined)) return refused(400, 'invalid_request')
  const claims = await signer.verify(header ?? posted ?? '', 'at+jwt')
  const tenantId = claims?.['tenant']
  if (claims?.jti === undefined || typeof tenantId !== 'string' || !isUuid(tenantId))
    return refused(401, 'invalid_token')
  const { jti } = claims
  const found = await tenantScope(database, tenantId).transaction(async (tx) => {
    const token = await findAccessToken(tx, jti)
    if (token === undefined || token.keyThumbprint !== null) return undefined
    const person = await readPersonClaims(tx, token.userId, token)
    return person && { token, person }
  })
  if (found === undefined) return refused(401, 'invalid_token')
  const { token, person } = found
  const scopes = token.scope.split(' ') as Scope[]
  return {
    sub: token.userId,
    sid: token.sessionId,
    ...claimsOf(person, { scopes, tenantId, environmentId: token.environmentId }),
  }
}
