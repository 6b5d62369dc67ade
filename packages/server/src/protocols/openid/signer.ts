import { createPrivateKey, type KeyObject } from 'node:crypto'

import { createLocalJWKSet, errors, jwtVerify, SignJWT, type JWTPayload, type JWTVerifyGetKey } from 'jose'

import { signingAlgorithm, type SigningKey } from '../oauth/signing-keys.ts'

/** `typ` of the three tokens: OpenID Connect Core, RFC 9068, OpenID Connect Back-Channel Logout section 2.4. */
export type TokenType = 'JWT' | 'at+jwt' | 'logout+jwt'

export type Signer = {
  useKeys(keys: readonly SigningKey[]): void
  sign(type: TokenType, claims: JWTPayload): Promise<string>
  /** The claims of a token that we signed, with this `typ`; undefined: it is not one, or has expired. */
  verify(token: string, type: TokenType, options?: { readonly expired?: boolean }): Promise<JWTPayload | undefined>
}

type Keys = { readonly kid: string; readonly signing: KeyObject; readonly published: JWTVerifyGetKey }

/** Signs and verifies with the keys of the deployment; they change without a restart. */
export function createSigner(issuer: string, clock: { now(): number }): Signer {
  let current: Keys | undefined
  const keys = (): Keys => {
    if (current === undefined) throw new Error('There is no signing key.')
    return current
  }
  return {
    useKeys(all) {
      const [first] = all
      if (first === undefined) throw new Error('There is no signing key.')
      current = {
        kid: first.kid,
        signing: createPrivateKey({ key: first.privateJwk, format: 'jwk' }),
        published: createLocalJWKSet({
          keys: all.map(({ kid, publicJwk }) => ({ ...publicJwk, kty: 'RSA', kid, use: 'sig', alg: signingAlgorithm })),
        }),
      }
    },
    async sign(typ, claims) {
      const { kid, signing } = keys()
      return new SignJWT(claims).setProtectedHeader({ alg: signingAlgorithm, typ, kid }).sign(signing)
    },
    async verify(token, typ, { expired = false } = {}) {
      try {
        const { payload } = await jwtVerify(token, keys().published, {
          issuer,
          algorithms: [signingAlgorithm],
          typ,
          requiredClaims: ['sub', 'aud', 'exp', 'iat'],
          currentDate: new Date(expired ? 0 : clock.now()),
        })
        return payload
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
