import { createPrivateKey, sign } from 'node:crypto'

import { signingAlgorithm, type SigningKey } from './signing-keys.ts'

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
