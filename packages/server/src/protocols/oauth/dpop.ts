import { constants, createPublicKey, hash, verify, type JsonWebKey, type KeyObject } from 'node:crypto'

import type { Database } from '../../kit/database/connect.ts'
import { useAssertion } from './assertion-uses.ts'
import { readJwt } from './assertion.ts'
import { clockSkewSecs, jtiLengthMax } from './limits.ts'

/** RFC 9449 section 4.2: a proof is made for one request. */
export const proofAgeMaxSecs = 120
export const proofLengthMax = 4096
export const proofAlgorithms = ['ES256', 'RS256', 'PS256'] as const

/** A proof whose signature holds, for this request. Whether it was used before is another question. */
type Proof = {
  /** RFC 7638 thumbprint of the key. */
  readonly jkt: string
  readonly jti: string
  readonly untilSecs: number
}

type Asked = {
  readonly method: string
  /** Without query. */
  readonly url: string
  readonly nowSecs: number
  /** At a resource: the access token that comes with the proof, and the thumbprint in its `cnf`. */
  readonly of?: { readonly token: string; readonly jkt: unknown } | undefined
}

/**
 * Accepts a DPoP proof once (RFC 9449 sections 4.3 and 11.1): at the token endpoint and at every resource of this server, for the
 * tokens of service accounts and of people. Text: why it is refused, for the log.
 */
export async function acceptProof(database: Database, text: string, asked: Asked): Promise<Proof | string> {
  const proof = checkProof(text, asked)
  if (typeof proof === 'string') return proof
  return (await useProof(database, proof)) ? proof : 'the proof was used before'
}

/** Of any number of concurrent requests with a proof, exactly one gets true. */
function useProof(database: Database, { jkt, jti, untilSecs }: Proof): Promise<boolean> {
  return useAssertion(database, { issuer: `dpop ${jkt}`, idHash: hash('sha256', jti, 'buffer'), untilSecs })
}

/** Checks a DPoP proof (RFC 9449 section 4.3); text: what is wrong with it, for the log. */
function checkProof(text: string, { method, url, nowSecs, of }: Asked): Proof | string {
  const read = text.length <= proofLengthMax ? readJwt(text) : undefined
  if (read === undefined) return 'the proof is not a JWT'
  const { header, claims, signed, signature } = read
  if (header['typ'] !== 'dpop+jwt') return 'typ is not dpop+jwt'
  if (header['crit'] !== undefined) return 'crit names extensions we do not have'
  const key = keyOf(header['jwk'], header['alg'])
  if (typeof key === 'string') return key
  if (!verify('sha256', Buffer.from(signed), { key: key.key, ...key.how }, signature))
    return 'signature verification failed'
  const { htm, htu, iat, jti, ath } = claims
  if (htm !== method) return 'htm is another method'
  if (typeof htu !== 'string' || withoutQuery(htu) !== url) return 'htu is another address'
  if (typeof iat !== 'number' || !Number.isFinite(iat)) return 'iat is missing or no time'
  if (iat > nowSecs + clockSkewSecs) return 'iat is in the future'
  if (iat < nowSecs - proofAgeMaxSecs) return 'iat is too long ago'
  if (typeof jti !== 'string' || jti === '' || jti.length > jtiLengthMax) return 'jti is missing or too long'
  if (of !== undefined && ath !== hash('sha256', of.token, 'base64url')) return 'ath is of another token'
  if (of !== undefined && key.jkt !== of.jkt) return 'the token is bound to another key'
  return { jkt: key.jkt, jti, untilSecs: iat + proofAgeMaxSecs + clockSkewSecs }
}

type ProofKey = { readonly key: KeyObject; readonly how: object; readonly jkt: string }

/** Only public keys: a client that sends its private key has given it away. */
function keyOf(jwk: unknown, alg: unknown): ProofKey | string {
  if (!proofAlgorithms.some((one) => one === alg)) return 'the algorithm is not supported'
  if (typeof jwk !== 'object' || jwk === null) return 'jwk is missing'
  const { kty, crv, x, y, n, e, d, p, q, k } = jwk as Record<string, unknown>
  if ([d, p, q, k].some((part) => part !== undefined)) return 'jwk is not a public key'
  const isEllipticAlgorithm = alg === 'ES256'
  const named = isEllipticAlgorithm ? { crv, kty, x, y } : { e, kty, n }
  if (kty !== (isEllipticAlgorithm ? 'EC' : 'RSA') || (isEllipticAlgorithm && crv !== 'P-256'))
    return 'jwk does not fit alg'
  try {
    const key = createPublicKey({ key: named as JsonWebKey, format: 'jwk' })
    if (!isEllipticAlgorithm && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) return 'the RSA key is too short'
    // From the key itself, so that each key has one thumbprint.
    const exported = key.export({ format: 'jwk' })
    const members = isEllipticAlgorithm
      ? { crv: exported.crv, kty: exported.kty, x: exported.x, y: exported.y }
      : { e: exported.e, kty: exported.kty, n: exported.n }
    return { key, how: ways[alg as keyof typeof ways], jkt: hash('sha256', JSON.stringify(members), 'base64url') }
  } catch {
    return 'jwk is not a key'
  }
}

const ways = {
  ES256: { dsaEncoding: 'ieee-p1363' },
  RS256: { padding: constants.RSA_PKCS1_PADDING },
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
} as const

/** RFC 9449 section 4.3: compared without query and fragment. */
function withoutQuery(address: string): string {
  if (!URL.canParse(address)) return ''
  const { origin, pathname } = new URL(address)
  return origin + pathname
}
