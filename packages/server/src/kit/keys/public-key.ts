import { createHash, type KeyObject } from 'node:crypto'

import { readKey } from './read-key.ts'
import { rsaBitsMax, rsaBitsMin } from '@portico/core/contract'

export type PublicKey = {
  /** SPKI in PEM: what is stored and shown. */
  readonly pem: string
  /** RFC 7638 thumbprint: the `kid` an assertion may name. */
  readonly thumbprint: string
  /** End of a certificate's validity. */
  readonly notAfter: Date | undefined
}

export type KeyFault =
  | 'KEY_PRIVATE'
  | 'KEY_UNREADABLE'
  | 'KEY_SEVERAL'
  | 'KEY_NOT_RSA'
  | 'KEY_TOO_SMALL'
  | 'KEY_TOO_BIG'
  | 'KEY_EXPONENT'

/** Reads a public key (SPKI or PKCS#1) or certificate from a text or the bytes of a file, and checks its quality. */
export function readPublicKey(source: string | Buffer): PublicKey | KeyFault {
  const content = readKey(source)
  if (content === 'private') return 'KEY_PRIVATE'
  if (content === 'several') return 'KEY_SEVERAL'
  if (content === 'unreadable') return 'KEY_UNREADABLE'
  return judged(content.publicKey, content.notAfter ?? undefined)
}

function judged(key: KeyObject, notAfter: Date | undefined): PublicKey | KeyFault {
  if (key.asymmetricKeyType !== 'rsa') return 'KEY_NOT_RSA'
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (modulusLength < rsaBitsMin) return 'KEY_TOO_SMALL'
  if (modulusLength > rsaBitsMax) return 'KEY_TOO_BIG'
  if (publicExponent !== 65537n) return 'KEY_EXPONENT'
  return { pem: key.export({ type: 'spki', format: 'pem' }).toString().trim(), thumbprint: thumbprintOf(key), notAfter }
}

function thumbprintOf(key: KeyObject): string {
  const { e, kty, n } = key.export({ format: 'jwk' })
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
}
