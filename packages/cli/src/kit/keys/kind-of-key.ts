import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'

import { isPrivateKey, isPublicKeyPem } from '@portico/core'

/** The content of a file given as public key: a PEM public key, a certificate or DER key that the server can read, or a private key. */
export type KeyKind = 'pem' | 'convertible' | 'private'

/** undefined: unknown. Checks for private keys first, because a file may contain both. */
export function kindOfKey(bytes: Uint8Array): KeyKind | undefined {
  const text = Buffer.from(bytes).toString('latin1')
  if (isPrivateKey(text) || isPrivateUtf16(bytes) || isPrivateDer(bytes)) return 'private'
  if (isPublicKeyPem(text) && !text.includes('-----BEGIN CERTIFICATE-----')) return 'pem'
  return isCertificate(bytes) || isPublicDer(bytes) ? 'convertible' : undefined
}

/** A PEM file that an editor saved as UTF-16 is still a private key. */
function isPrivateUtf16(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes)
  return isPrivateKey(buffer.toString('utf16le')) || isPrivateKey(Buffer.from(buffer.subarray(1)).toString('utf16le'))
}

/** PKCS#8, PKCS#1 and SEC 1; an encrypted PKCS#8 file is detected by its request for a passphrase. */
function isPrivateDer(bytes: Uint8Array): boolean {
  if (!isSequence(bytes)) return false
  return (['pkcs8', 'pkcs1', 'sec1'] as const).some((type) => {
    try {
      createPrivateKey({ key: Buffer.from(bytes), format: 'der', type })
      return true
    } catch (reason) {
      return (reason as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE'
    }
  })
}

function isPublicDer(bytes: Uint8Array): boolean {
  if (!isSequence(bytes)) return false
  return (['spki', 'pkcs1'] as const).some((type) => {
    try {
      createPublicKey({ key: Buffer.from(bytes), format: 'der', type })
      return true
    } catch {
      return false
    }
  })
}

/** Every key in DER is an ASN.1 SEQUENCE (X.690 8.9). Saves OpenSSL a millisecond on text. */
function isSequence(bytes: Uint8Array): boolean {
  return bytes[0] === 0x30
}

function isCertificate(bytes: Uint8Array): boolean {
  try {
    return new X509Certificate(bytes).raw.byteLength > 0
  } catch {
    return false
  }
}
