import { createHash, timingSafeEqual } from 'node:crypto'

import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'

import type { Checks } from '../checks.ts'
import { SignInFault } from '../faults.ts'
import type { RelyingParty } from './relying-party.ts'

/** Seconds a provider's clock may differ from ours. */
export const clockSkewSecs = 60

type Expected = {
  readonly party: RelyingParty
  /** What the provider's metadata names; the token has to name it too. */
  readonly issuer: string
  readonly checks: Checks
  readonly keys: JWTVerifyGetKey
  readonly nonce: string
  readonly accessToken: string | undefined
  readonly nowMs: number
}

/**
 * Verifies an ID token (OpenID Connect Core 1.0 section 3.1.3.7). Algorithm and keys come from the provider's row,
 * never from the token: `none`, RS/HS confusion and keys in the header have nothing to hold on to. Throws SignInFault.
 */
export async function verifyIdToken(idToken: string, expected: Expected): Promise<JWTPayload & { sub: string }> {
  const payload = await verified(idToken, expected)
  checkClaims(payload, expected)
  return payload as JWTPayload & { sub: string }
}

/** The signature alone; jose is given no claims to check, so that what is wrong with them is told apart. */
async function verified(idToken: string, { party, keys, nowMs, checks }: Expected): Promise<JWTPayload> {
  const algorithm = party.signatureAlgorithm
  // Allowed in the code flow alone, where the token came from the token endpoint by TLS (protocols.md section 1).
  if (party.disableSignatureVerification) {
    checks.warned('signature-not-checked')
    return decoded(idToken, checks)
  }
  const found = algorithmOf(idToken)
  if (found !== algorithm) return checks.refuse('algorithm-other', { expected: algorithm, found: found ?? 'none' })
  const options = { algorithms: [algorithm], currentDate: new Date(nowMs), clockTolerance: yearsSecs }
  try {
    const key = algorithm.startsWith('HS') ? secretKey(party, checks) : keys
    const { payload, protectedHeader } =
      typeof key === 'function' ? await jwtVerify(idToken, key, options) : await jwtVerify(idToken, key, options)
    checks.passed('id-token-signature', { algorithm, key: protectedHeader.kid ?? '' })
    return payload
  } catch (error) {
    if (error instanceof SignInFault) throw error
    return refuseSignature(error, idToken, checks)
  }
}

/** jose compares times only to refuse: ours are compared in checkClaims, with their own findings. */
const yearsSecs = 100 * 365 * 86_400

function secretKey(party: RelyingParty, checks: Checks): Uint8Array {
  const secret = new TextEncoder().encode(party.clientSecret ?? '')
  const bits = Number(party.signatureAlgorithm.slice(2))
  if (secret.length * 8 < bits)
    return checks.refuse('secret-too-short', {
      algorithm: party.signatureAlgorithm,
      bytes: secret.length,
      needed: bits / 8,
    })
  return secret
}

function refuseSignature(error: unknown, idToken: string, checks: Checks): never {
  const code = error instanceof errors.JOSEError ? error.code : undefined
  if (code === 'ERR_JWKS_NO_MATCHING_KEY' || code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS')
    return checks.refuse('key-unknown', { key: headerOf(idToken)?.kid ?? '' })
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') return checks.refuse('signature-wrong')
  if (code?.startsWith('ERR_JW')) return checks.refuse('id-token-malformed', { error: String(error) })
  return checks.refuse('keys-unreachable', { error: error instanceof Error ? error.message : String(error) })
}

function headerOf(idToken: string): { alg?: string; kid?: string } | undefined {
  try {
    return decodeProtectedHeader(idToken)
  } catch {
    return undefined
  }
}

function algorithmOf(idToken: string): string | undefined {
  return headerOf(idToken)?.alg
}

function decoded(idToken: string, checks: Checks): JWTPayload {
  try {
    return decodeJwt(idToken)
  } catch (error) {
    return checks.refuse('id-token-malformed', { error: String(error) })
  }
}

/** Issuer, audience, times, nonce, subject and at_hash, each with what was expected and what was found. */
function checkClaims(payload: JWTPayload, { party, issuer, nonce, accessToken, nowMs, checks }: Expected): void {
  const now = Math.floor(nowMs / 1000)
  party.issuer.check?.(payload, issuer, checks)
  if (payload.iss !== issuer) checks.refuse('issuer-wrong', { expected: issuer, found: shown(payload.iss) })
  const audiences = [payload.aud].flat()
  if (!audiences.includes(party.clientId))
    checks.refuse('audience-wrong', { expected: party.clientId, found: shown(payload.aud) })
  const azp = payload['azp']
  if ((audiences.length > 1 || azp !== undefined) && azp !== party.clientId)
    checks.refuse('authorized-party-wrong', { expected: party.clientId, found: shown(azp) })
  checkTimes(payload, now, checks)
  if (typeof payload.sub !== 'string' || !/^[^\p{Cc}]{1,255}$/u.test(payload.sub))
    checks.refuse('subject-missing', { expected: 'sub' })
  if (typeof payload['nonce'] !== 'string' || !sameText(payload['nonce'], nonce)) checks.refuse('nonce-wrong')
  const atHash = payload['at_hash']
  if (atHash !== undefined && (accessToken === undefined || atHash !== leftHalf(accessToken, party.signatureAlgorithm)))
    checks.refuse('access-token-hash-wrong')
  checks.passed('id-token-claims', { issuer, audience: party.clientId, secondsOld: now - (payload.iat ?? now) })
}

/** Clocks may differ by {@link clockSkewSecs}; the findings say by how much they do. */
function checkTimes({ exp, iat, nbf }: JWTPayload, now: number, checks: Checks): void {
  const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
  if (!isTime(exp) || !isTime(iat) || (nbf !== undefined && !isTime(nbf)))
    return checks.refuse('id-token-malformed', { error: 'exp and iat have to be numbers' })
  if (exp + clockSkewSecs <= now)
    checks.refuse('token-expired', {
      secondsAgo: now - exp,
      allowed: clockSkewSecs,
      theirs: time(exp),
      ours: time(now),
    })
  const begins = Math.max(iat, nbf ?? iat)
  if (begins > now + clockSkewSecs)
    checks.refuse('token-future', {
      secondsAhead: begins - now,
      allowed: clockSkewSecs,
      theirs: time(begins),
      ours: time(now),
    })
}

function time(secs: number): string {
  return Math.abs(secs) < 1e11 ? new Date(secs * 1000).toISOString() : String(secs)
}

function shown(claim: unknown): string {
  return typeof claim === 'string' ? claim : (JSON.stringify(claim) ?? 'nothing')
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
