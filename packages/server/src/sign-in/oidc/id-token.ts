import { createHash, timingSafeEqual } from 'node:crypto'

import type { SignatureAlgorithm } from '@portico/core/contract'
import type { JWTPayload } from 'jose'

import { checkIssued } from './id-token-claims.ts'
import { verifySignature, type SignatureExpected } from './id-token-signature.ts'

type Expected = SignatureExpected & {
  /** What the provider's metadata names; the token has to name it too. */
  readonly issuer: string
  readonly nonce: string
  /** undefined: the token endpoint sent none, so that there is nothing an `at_hash` could protect. */
  readonly accessToken: string | undefined
}

/**
 * Verifies an ID token (OpenID Connect Core 1.0 section 3.1.3.7). Algorithm and keys come from the provider's row,
 * never from the token, which rules out `none`, RS/HS confusion and keys in the header. Throws SignInFault.
 */
export async function verifyIdToken(idToken: string, expected: Expected): Promise<JWTPayload & { sub: string }> {
  const payload = await verifySignature(idToken, expected)
  checkClaims(payload, expected)
  return payload as JWTPayload & { sub: string }
}

/** Issuer, audience, times, subject, nonce and at_hash, each with what was expected and what was found. */
function checkClaims(payload: JWTPayload, expected: Expected): void {
  const { party, issuer, nonce, accessToken, nowMs, checks } = expected
  checkIssued(payload, expected)
  // Unpaired surrogates (Cs) are all stored as the same character: two subjects would become one.
  if (typeof payload.sub !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(payload.sub))
    checks.refuse('subject-missing', { expected: 'sub' })
  if (typeof payload['nonce'] !== 'string' || !sameText(payload['nonce'], nonce)) checks.refuse('nonce-wrong')
  const atHash = payload['at_hash']
  if (atHash !== undefined && accessToken !== undefined && atHash !== leftHalf(accessToken, party.signatureAlgorithm))
    checks.refuse('access-token-hash-wrong')
  const now = Math.floor(nowMs / 1000)
  checks.passed('id-token-claims', { issuer, audience: party.clientId, secondsOld: now - (payload.iat ?? now) })
}

/** The hash of the signature's algorithm (OpenID Connect Core 1.0 section 3.1.3.6); Ed25519 hashes with SHA-512. */
function leftHalf(accessToken: string, algorithm: SignatureAlgorithm): string {
  const digest = createHash(algorithm === 'EdDSA' ? 'sha512' : `sha${algorithm.slice(2)}`)
    .update(accessToken)
    .digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  return timingSafeEqual(left, createHash('sha256').update(b).digest())
}
