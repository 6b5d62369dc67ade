import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'

import type { Checks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { checkJwt, JsonFault } from '../../kit/json/read-json.ts'
import type { ProviderKeys } from '../../kit/outbound/key-sets.ts'
import type { RelyingParty } from '../../kit/outbound/relying-party.ts'

export type SignatureExpected = {
  readonly party: RelyingParty
  readonly checks: Checks
  readonly keys: ProviderKeys
  readonly nowMs: number
}

/**
 * The payload of a signed token, its signature verified by the algorithm and the keys of our row. Only the signature:
 * jose is given no claims to check, so that errors in claims are reported separately. Throws SignInFault.
 */
export async function verifySignature(
  idToken: string,
  { party, keys, nowMs, checks }: SignatureExpected,
): Promise<JWTPayload> {
  const algorithm = party.signatureAlgorithm
  checkBounds(idToken, checks)
  // Allowed only in the code flow, where the token came from the token endpoint by TLS (OpenID Connect Core section 3.1.3.7).
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
      typeof key === 'function' ? await verifyWithKeys(idToken, key, options) : await jwtVerify(idToken, key, options)
    checks.passed('id-token-signature', { algorithm, key: protectedHeader.kid ?? '' })
    return payload
  } catch (error) {
    if (error instanceof SignInFault) throw error
    return refuseSignature(error, idToken, checks)
  }
}

/** The code after this walks the claims, in part by recursion. */
function checkBounds(idToken: string, checks: Checks): void {
  try {
    checkJwt(idToken)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    checks.refuse('id-token-malformed', { error: error.message })
  }
}

/** A provider may have changed the key under a `kid` that we know: its keys are read again before the token is refused. */
async function verifyWithKeys(idToken: string, keys: ProviderKeys, options: JWTVerifyOptions) {
  const version = keys.version()
  try {
    return await jwtVerify(idToken, keys, options)
  } catch (error) {
    const wrong = error instanceof errors.JWSSignatureVerificationFailed
    if (!wrong || !(await keys.newerThan(version))) throw error
    return await jwtVerify(idToken, keys, options)
  }
}

/** jose only compares times to reject: id-token-claims.ts compares them with separate findings. */
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

export function headerOf(idToken: string): { alg?: string; kid?: string; typ?: string } | undefined {
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
