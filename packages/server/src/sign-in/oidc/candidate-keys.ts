import { createPublicKey, type KeyObject } from 'node:crypto'

import type { SignatureAlgorithm } from '@portico/core/contract'
import type { JWK } from 'jose'

/** How many keys are tried for one token, so that a large key set costs little. */
export const triedKeysMax = 10

/** As for the algorithms of JWS (RFC 7518 section 3.3). */
const rsaBitsMin = 2048

export type Candidate = { readonly jwk: JWK; readonly key: KeyObject }

/**
 * The keys of a provider that can have signed a token, at most {@link triedKeysMax}: of the type of the algorithm, for signatures, not
 * for another algorithm (RFC 7517 sections 4.1 to 4.4). For a token that names a key (`kid`, RFC 7515 section 4.1.4): the keys
 * with that name, of which there may be several, then the keys without a name. For a token without `kid`: all keys.
 */
export function candidateKeys(keys: readonly JWK[], algorithm: SignatureAlgorithm, kid: unknown): Candidate[] {
  const name = nameOf(kid)
  const unnamed = keys.filter((key) => nameOf(key.kid) === undefined)
  const inOrder = name === undefined ? keys : [...keys.filter((key) => nameOf(key.kid) === name), ...unnamed]
  const found: Candidate[] = []
  for (const jwk of inOrder) {
    if (found.length === triedKeysMax) break
    const key = isFor(jwk, algorithm) ? publicKeyOf(jwk) : undefined
    if (key !== undefined) found.push({ jwk, key })
  }
  return found
}

/** Keys as the flight recorder shows them: `k1 (RSA, sig), without kid (EC)`. */
export function shownKeys(keys: readonly JWK[]): string {
  const shown = keys.map(({ kid, kty, use, alg }) => {
    const facts = [kty, use, alg].filter((one) => typeof one === 'string')
    return `${nameOf(kid) ?? 'without kid'} (${facts.join(', ')})`
  })
  return shown.length === 0 ? 'no keys' : shown.join(', ')
}

/** The name in a `kid`; undefined for none. Some providers write a number, or an empty text for none. */
export function nameOf(kid: unknown): string | undefined {
  if (kid === undefined || kid === null || kid === '') return undefined
  return typeof kid === 'string' ? kid : JSON.stringify(kid)
}

function isFor(jwk: JWK, algorithm: SignatureAlgorithm): boolean {
  const [kty, crv] = keyTypes[algorithm] ?? []
  if (kty === undefined || jwk.kty !== kty || (crv !== undefined && jwk.crv !== crv)) return false
  if (typeof jwk.use === 'string' && jwk.use !== 'sig') return false
  if (Array.isArray(jwk.key_ops) && !jwk.key_ops.includes('verify')) return false
  if (typeof jwk.alg === 'string' && jwk.alg !== algorithm && !(algorithm === 'EdDSA' && jwk.alg === 'Ed25519'))
    return false
  // Anyone can sign with a private key that is published.
  return jwk.d === undefined
}

const keyTypes: Readonly<Partial<Record<SignatureAlgorithm, readonly [kty: string, crv?: string]>>> = {
  RS256: ['RSA'],
  RS384: ['RSA'],
  RS512: ['RSA'],
  PS256: ['RSA'],
  ES256: ['EC', 'P-256'],
  EdDSA: ['OKP', 'Ed25519'],
}

/** undefined: the entry is malformed, or an RSA key shorter than {@link rsaBitsMin}. */
function publicKeyOf(jwk: JWK): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: { ...jwk } as Record<string, unknown>, format: 'jwk' })
    const bits = key.asymmetricKeyDetails?.modulusLength
    return bits !== undefined && bits < rsaBitsMin ? undefined : key
  } catch {
    return undefined
  }
}
