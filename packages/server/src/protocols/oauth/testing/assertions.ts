import {
  constants,
  createHash,
  createHmac,
  generateKeyPairSync,
  randomUUID,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'

/** A key pair of a service account, with the forms in which it is stored and named. */
export type AccountKey = {
  readonly privateKey: KeyObject
  readonly pem: string
  readonly thumbprint: string
  readonly jwk: JsonWebKey
}

export function makeKey(): AccountKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  const { e, kty, n } = jwk
  return {
    privateKey,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
    thumbprint: createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url'),
    jwk,
  }
}

export type Fields = Record<string, unknown>

/** The claims of an assertion that is right in everything; `changes` spoil it, undefined leaves a claim out. */
export function claimsOf(account: string, issuer: string, changes: Fields = {}): Fields {
  const now = Math.floor(Date.now() / 1000)
  return { iss: account, sub: account, aud: issuer, iat: now, exp: now + 120, jti: randomUUID(), ...changes }
}

/** Signs with any algorithm, fitting or not; `claims` may be text, for JSON that no object becomes. */
export function makeAssertion(
  claims: Fields | string,
  { key, alg = 'RS256', header = {} }: { key: KeyObject | string; alg?: string; header?: Fields },
): string {
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims)
  const input = [JSON.stringify({ alg, ...header }), text]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
  return `${input}.${signatureOf(input, alg, key).toString('base64url')}`
}

function signatureOf(input: string, alg: string, key: KeyObject | string): Buffer {
  if (alg === 'none') return Buffer.alloc(0)
  const hash = `sha${alg.slice(2)}`
  if (alg.startsWith('HS')) return createHmac(hash, key).update(input).digest()
  if (typeof key === 'string') throw new TypeError(`${alg} takes a key object.`)
  const bytes = Buffer.from(input)
  if (alg.startsWith('ES')) return sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' })
  if (alg.startsWith('PS')) {
    return sign(hash, bytes, {
      key,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    })
  }
  return sign(hash, bytes, key)
}
