import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

import { isUuid } from '../../kit/identifiers.ts'
import { readAssertion } from './assertion.ts'
import { assertionLengthMax } from './limits.ts'
import { signingAlgorithm, type SigningKey } from './signing-keys.ts'

/** The claims of an access token whose signature is ours. */
export type TokenClaims = {
  readonly sub: string
  readonly jti: string
  readonly tenant: string
  readonly exp: number
  readonly iat: number
  readonly [name: string]: unknown
}

/** Verifies access tokens (RFC 9068 section 4) under the published keys. Whether one has expired, its row says. */
export function createTokenVerifier(
  keys: readonly SigningKey[],
  issuer: string,
): (token: string) => TokenClaims | undefined {
  const published = new Map(keys.map(({ kid, publicJwk }) => [kid, createPublicKey({ key: publicJwk, format: 'jwk' })]))
  return (token) => {
    const read = token.length <= assertionLengthMax ? readAssertion(token) : undefined
    if (read === undefined) return undefined
    const { header, claims, signed, signature } = read
    const key = typeof header['kid'] === 'string' ? published.get(header['kid']) : undefined
    if (key === undefined || header['alg'] !== signingAlgorithm || header['typ'] !== 'at+jwt') return undefined
    if (header['crit'] !== undefined || !verify('sha256', Buffer.from(signed), key, signature)) return undefined
    const { iss, sub, jti, tenant, exp, iat } = claims
    if (iss !== issuer || typeof jti !== 'string' || typeof tenant !== 'string' || !isUuid(tenant)) return undefined
    return typeof exp === 'number' && typeof iat === 'number' ? { ...claims, sub, jti, tenant, exp, iat } : undefined
  }
}

export type SignToken = (claims: Readonly<Record<string, unknown>>) => Promise<string>

/**
 * Signs access tokens (RFC 9068 section 2.1) with the first key. Off the event loop: a signature takes longer than the rest
 * of the request, and several processors sign at once (docs/decisions/0105).
 */
export function createTokenSigner([signer]: readonly SigningKey[]): SignToken {
  if (signer === undefined) throw new Error('There is no signing key.')
  const key = createPrivateKey({ key: signer.privateJwk, format: 'jwk' })
  const header = encoded({ alg: signingAlgorithm, typ: 'at+jwt', kid: signer.kid })
  return (claims) =>
    new Promise((resolve, reject) => {
      const signed = `${header}.${encoded(claims)}`
      sign('sha256', Buffer.from(signed), key, (error, signature) =>
        error === null ? resolve(`${signed}.${signature.toString('base64url')}`) : reject(error),
      )
    })
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
