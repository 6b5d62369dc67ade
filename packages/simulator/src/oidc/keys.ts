import { generateKeyPair, type KeyObject, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'

import type { JWK } from 'oidc-provider'

import type { SigningAlgorithm } from '../config/shape.ts'

/** A provider's RSA key: made at start or rotation, never written anywhere. */
export type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; jwk: JWK }

export async function makeSigningKey(algorithm: SigningAlgorithm): Promise<SigningKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const kid = randomUUID()
  // A provider whose ID tokens are signed with the client secret still publishes an RSA key, as real ones do.
  const alg = algorithm.startsWith('RS') ? algorithm : 'RS256'
  return { kid, privateKey, publicKey, jwk: { ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' } as JWK }
}
