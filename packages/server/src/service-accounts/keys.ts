import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'

import { isPrivateKey } from '@portico/core/contract'

export const rsaBitsMin = 2048
export const rsaBitsMax = 8192

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
  | 'KEY_NOT_RSA'
  | 'KEY_TOO_SMALL'
  | 'KEY_TOO_BIG'
  | 'KEY_EXPONENT'

/** Reads a PEM public key (SPKI or PKCS#1) or certificate, and judges it (protocols.md section 7). */
export function readPublicKey(pem: string): PublicKey | KeyFault {
  if (isPrivateKey(pem)) return 'KEY_PRIVATE'
  try {
    if (/-----BEGIN CERTIFICATE-----/.test(pem)) {
      const certificate = new X509Certificate(pem)
      return judged(certificate.publicKey, new Date(certificate.validTo))
    }
    return judged(createPublicKey(pem), undefined)
  } catch {
    return 'KEY_UNREADABLE'
  }
}

/** The same for the bytes of a file, PEM or DER. */
export function readPublicKeyFile(bytes: Buffer): PublicKey | KeyFault {
  const text = bytes.toString('latin1')
  if (text.includes('-----BEGIN')) return readPublicKey(onlyBlock(text))
  // Asked first: OpenSSL would quietly derive the public key from a private one.
  if (isDerPrivateKey(bytes)) return 'KEY_PRIVATE'
  for (const read of [readDerCertificate, readDerSpki, readDerPkcs1]) {
    const key = read(bytes)
    if (key !== undefined) return key
  }
  return 'KEY_UNREADABLE'
}

/** The first public block of a PEM file that may begin with words, or hold a chain; a private block anywhere is kept in sight. */
function onlyBlock(text: string): string {
  if (isPrivateKey(text)) return text
  return /-----BEGIN (CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)-----[\s\S]*?-----END \1-----/.exec(text)?.[0] ?? text
}

function readDerCertificate(bytes: Buffer) {
  try {
    const certificate = new X509Certificate(bytes)
    return judged(certificate.publicKey, new Date(certificate.validTo))
  } catch {
    return undefined
  }
}

const readDerSpki = (bytes: Buffer) => tryDer(bytes, 'spki')
const readDerPkcs1 = (bytes: Buffer) => tryDer(bytes, 'pkcs1')

function tryDer(key: Buffer, type: 'spki' | 'pkcs1') {
  try {
    return judged(createPublicKey({ key, format: 'der', type }), undefined)
  } catch {
    return undefined
  }
}

/** PKCS#8 and PKCS#1 private keys are SEQUENCEs that begin with the INTEGER 0, which no public form does. */
function isDerPrivateKey(bytes: Buffer): boolean {
  const lengthBytes = (bytes[1] ?? 0) >= 0x80 ? (bytes[1] ?? 0) & 0x7f : 0
  const content = bytes.subarray(2 + lengthBytes)
  return bytes[0] === 0x30 && content[0] === 0x02 && content[1] === 0x01 && content[2] === 0x00
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
