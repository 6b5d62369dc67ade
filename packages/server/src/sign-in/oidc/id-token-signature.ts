import type { SignatureAlgorithm } from '@portico/core/contract'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'

import type { Checks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { checkJwt, JsonFault } from '../../kit/json/read-json.ts'
import type { ProviderKeys } from '../../kit/outbound/key-sets.ts'
import type { RelyingParty } from '../../kit/outbound/relying-party.ts'
import { candidateKeys, nameOf, shownKeys, type Candidate } from './candidate-keys.ts'

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
  const header = headerOf(idToken)
  if (header?.alg !== algorithm)
    return checks.refuse('algorithm-other', { expected: algorithm, found: header?.alg ?? 'none' })
  const options = { algorithms: [algorithm], currentDate: new Date(nowMs), clockTolerance: yearsSecs }
  try {
    const payload = algorithm.startsWith('HS')
      ? await verifyWithSecret(idToken, secretKey(party, checks), options, checks)
      : await verifyWithKeys({ idToken, algorithm, kid: header.kid, options }, keys, checks)
    checks.passed('id-token-signature', { algorithm, key: nameOf(header.kid) ?? '' })
    return payload
  } catch (error) {
    if (error instanceof SignInFault) throw error
    return refuseUnread(error, checks)
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

type Signed = {
  readonly idToken: string
  readonly algorithm: SignatureAlgorithm
  readonly kid: unknown
  readonly options: JWTVerifyOptions
}

/**
 * Tries every key that can have signed the token (candidate-keys.ts). If none verifies it, the provider may have changed its
 * keys, even under a known `kid`: the set is fetched again once before the token is refused.
 */
async function verifyWithKeys(signed: Signed, keys: ProviderKeys, checks: Checks): Promise<JWTPayload> {
  const { algorithm, kid } = signed
  let set = await keys.current()
  let candidates = candidateKeys(set.keys, algorithm, kid)
  let payload = await firstVerified(signed, candidates)
  const newer = payload === undefined ? await keys.newerThan(set.version) : undefined
  if (newer !== undefined) {
    set = newer
    candidates = candidateKeys(set.keys, algorithm, kid)
    payload = await firstVerified(signed, candidates)
  }
  if (payload !== undefined) return payload
  if (candidates.length === 0)
    return checks.refuse('key-unknown', { key: nameOf(kid) ?? 'none', algorithm, found: shownKeys(set.keys) })
  return checks.refuse('signature-wrong', { tried: shownKeys(candidates.map(({ jwk }) => jwk)) })
}

/** The payload, from the first key that verifies the signature; undefined if none does. Throws if the token is invalid with any key. */
async function firstVerified({ idToken, options }: Signed, candidates: readonly Candidate[]) {
  for (const { key } of candidates) {
    try {
      return (await jwtVerify(idToken, key, options)).payload
    } catch (error) {
      // An error that is not from jose concerns only this key: try the next one.
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  return undefined
}

async function verifyWithSecret(idToken: string, secret: Uint8Array, options: JWTVerifyOptions, checks: Checks) {
  try {
    return (await jwtVerify(idToken, secret, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    return checks.refuse('signature-wrong', { tried: 'the client secret' })
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

function refuseUnread(error: unknown, checks: Checks): never {
  if (error instanceof errors.JOSEError) return checks.refuse('id-token-malformed', { error: String(error) })
  return checks.refuse('keys-unreachable', { error: error instanceof Error ? error.message : String(error) })
}

export function headerOf(idToken: string): { alg?: string; kid?: string; typ?: string } | undefined {
  try {
    return decodeProtectedHeader(idToken)
  } catch {
    return undefined
  }
}

function decoded(idToken: string, checks: Checks): JWTPayload {
  try {
    return decodeJwt(idToken)
  } catch (error) {
    return checks.refuse('id-token-malformed', { error: String(error) })
  }
}
