import { createHash, sign, type KeyObject } from 'node:crypto'

import { publicJwk } from './key-file.ts'

const lifeSeconds = 120

/**
 * A client assertion (RFC 7523 section 2.2, RFC 9700's single audience): `iss` and `sub` are the account, `aud` the
 * issuer only, RS256, `kid` the key's RFC 7638 thumbprint.
 */
export function createAssertion(input: {
  readonly account: string
  readonly issuer: string
  readonly key: KeyObject
  /** Milliseconds since the epoch. */
  readonly now: number
  /** A unique id; the server accepts it once. */
  readonly id: string
}): string {
  const issuedAt = Math.floor(input.now / 1000)
  const kid = createHash('sha256')
    .update(JSON.stringify(publicJwk(input.key)))
    .digest('base64url')
  const head = { alg: 'RS256', typ: 'client-authentication+jwt', kid }
  const claims = {
    iss: input.account,
    sub: input.account,
    aud: input.issuer,
    iat: issuedAt,
    exp: issuedAt + lifeSeconds,
    jti: input.id,
  }
  const signed = `${encode(head)}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), input.key).toString('base64url')}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
