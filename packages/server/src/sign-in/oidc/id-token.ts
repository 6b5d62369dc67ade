import { createHash, timingSafeEqual } from 'node:crypto'

import { decodeJwt, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'

import type { OidcConfig } from '../../identity-providers/oidc-config.ts'
import { SignInFault } from '../faults.ts'

/** Seconds a provider's clock may differ from ours. */
export const clockSkewSecs = 60

type Expected = {
  readonly config: OidcConfig
  readonly clientSecret: string
  readonly keys: JWTVerifyGetKey
  readonly nonce: string
  readonly accessToken: string | undefined
  readonly nowMs: number
}

/**
 * Verifies an ID token (OpenID Connect Core 1.0 section 3.1.3.7). Algorithm and keys come from the provider's row,
 * never from the token: `none`, RS/HS confusion and keys in the header have nothing to hold on to. Throws IDP_ERROR.
 */
export async function verifyIdToken(idToken: string, expected: Expected): Promise<JWTPayload & { sub: string }> {
  const payload = await verified(idToken, expected).catch((error: unknown) => {
    throw new SignInFault('IDP_ERROR', `ID token: ${error instanceof Error ? error.message : String(error)}`)
  })
  checkClaims(payload, expected)
  return payload as JWTPayload & { sub: string }
}

async function verified(idToken: string, { config, clientSecret, keys, nowMs }: Expected): Promise<JWTPayload> {
  const algorithm = config.signatureAlgorithm
  const options = {
    algorithms: [algorithm],
    issuer: config.issuer,
    audience: config.clientId,
    clockTolerance: clockSkewSecs,
    currentDate: new Date(nowMs),
    requiredClaims: ['sub', 'exp', 'iat'],
  }
  // Allowed in the code flow alone, where the token came from the token endpoint by TLS (protocols.md section 1).
  if (config.disableSignatureVerification) return decodedOnly(idToken, options)
  if (!algorithm.startsWith('HS')) return (await jwtVerify(idToken, keys, options)).payload
  const secret = new TextEncoder().encode(clientSecret)
  if (secret.length * 8 < Number(algorithm.slice(2))) throw new Error(`the client secret is too short for ${algorithm}`)
  return (await jwtVerify(idToken, secret, options)).payload
}

function decodedOnly(
  idToken: string,
  options: { issuer: string; audience: string; clockTolerance: number; currentDate: Date },
): JWTPayload {
  const payload = decodeJwt(idToken)
  const now = options.currentDate.getTime() / 1000
  if (payload.iss !== options.issuer) throw new Error('unexpected "iss" claim value')
  if (![payload.aud].flat().includes(options.audience)) throw new Error('unexpected "aud" claim value')
  if (typeof payload.exp !== 'number' || payload.exp + options.clockTolerance <= now)
    throw new Error('"exp" claim timestamp check failed')
  if (payload.nbf !== undefined && (typeof payload.nbf !== 'number' || payload.nbf - options.clockTolerance > now))
    throw new Error('"nbf" claim timestamp check failed')
  if (typeof payload.iat !== 'number' || typeof payload.sub !== 'string') throw new Error('missing required claim')
  return payload
}

/** What jose leaves to us: sub, several audiences, issue time, nonce and at_hash. */
function checkClaims(payload: JWTPayload, { config, nonce, accessToken, nowMs }: Expected): void {
  const refuse = (reason: string): never => {
    throw new SignInFault('IDP_ERROR', `ID token: ${reason}`)
  }
  if (typeof payload.sub !== 'string' || !/^[^\p{Cc}]{1,255}$/u.test(payload.sub))
    refuse('the subject is missing or malformed')
  const audiences = [payload.aud].flat()
  if (audiences.length > 1 && payload['azp'] === undefined) refuse('several audiences without azp')
  if (payload['azp'] !== undefined && payload['azp'] !== config.clientId) refuse('azp names another client')
  if ((payload.iat ?? 0) > nowMs / 1000 + clockSkewSecs) refuse('it was issued in the future')
  if (typeof payload['nonce'] !== 'string' || !sameText(payload['nonce'], nonce))
    refuse('the nonce is missing or wrong')
  const atHash = payload['at_hash']
  if (
    atHash !== undefined &&
    (accessToken === undefined || atHash !== leftHalf(accessToken, config.signatureAlgorithm))
  ) {
    refuse('at_hash does not belong to the access token')
  }
}

function leftHalf(accessToken: string, algorithm: string): string {
  const digest = createHash(`sha${algorithm.slice(2)}`)
    .update(accessToken)
    .digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  return timingSafeEqual(left, createHash('sha256').update(b).digest())
}
