import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'

import { isPrivateDer, readKeyFile, readKeyText } from '@portico/core/contract'

import { decodeBase64 } from './base64.ts'

export type KeyContent = {
  readonly kind: 'certificate' | 'key'
  /** Normalised: one block, lines of 64. */
  readonly pem: string
  /** SHA-256 of the DER (of the SubjectPublicKeyInfo for a bare key), hexadecimal. */
  readonly fingerprint: string
  /** On one line, `CN=idp.example, O=Example`; null for a bare key. */
  readonly subject: string | null
  readonly notBefore: Date | null
  readonly notAfter: Date | null
  /** `rsa`, `ec`, `ed25519`, … */
  readonly keyType: string
  /** Length of an RSA modulus; 0 for other keys. */
  readonly bits: number
  readonly publicKey: KeyObject
}

/** `private`: it contains a private key, which must not be entered here. `several`: it contains different public keys. */
export type KeyProblem = 'unreadable' | 'private' | 'several'

/**
 * Reads an X.509 certificate or a bare public key, in PEM with any text around it, DER or the bare base64 of metadata. Key
 * quality is not checked here.
 */
export function readKey(source: string | Uint8Array): KeyContent | KeyProblem {
  const der = typeof source === 'string' ? decodeBase64(source) : isDer(source) ? Buffer.from(source) : undefined
  if (der !== undefined) return fromDer(der)
  const read = typeof source === 'string' ? readKeyText(source) : readKeyFile(source)
  if (typeof read === 'string') return read === 'none' ? 'unreadable' : read
  try {
    return read.label === 'CERTIFICATE' ? fromX509(read.pem) : fromKey(createPublicKey(read.pem))
  } catch {
    return 'unreadable'
  }
}

/** A SEQUENCE of more than 127 bytes (X.690 section 8.1.3), which no text begins with. */
function isDer([tag, length = 0]: Uint8Array): boolean {
  return tag === 0x30 && length > 0x80
}

function fromDer(der: Buffer): KeyContent | KeyProblem {
  // Asked first: OpenSSL would quietly derive the public key of a private one.
  if (isPrivateDer(der)) return 'private'
  const readers = [
    () => fromX509(der),
    () => fromKey(createPublicKey({ key: der, format: 'der', type: 'spki' })),
    () => fromKey(createPublicKey({ key: der, format: 'der', type: 'pkcs1' })),
  ]
  for (const read of readers) {
    try {
      return read()
    } catch {
      // Another form, then.
    }
  }
  return 'unreadable'
}

function fromX509(source: string | Buffer): KeyContent {
  const certificate = new X509Certificate(source)
  return {
    kind: 'certificate',
    pem: certificate.toString().trim(),
    fingerprint: sha256Hex(certificate.raw),
    subject: certificate.subject.split('\n').toReversed().join(', '),
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
    ...keyFacts(certificate.publicKey),
  }
}

function fromKey(key: KeyObject): KeyContent {
  return {
    kind: 'key',
    pem: key.export({ type: 'spki', format: 'pem' }).toString().trim(),
    fingerprint: sha256Hex(key.export({ type: 'spki', format: 'der' })),
    subject: null,
    notBefore: null,
    notAfter: null,
    ...keyFacts(key),
  }
}

function keyFacts(publicKey: KeyObject) {
  return {
    keyType: publicKey.asymmetricKeyType ?? 'unknown',
    bits: publicKey.asymmetricKeyDetails?.modulusLength ?? 0,
    publicKey,
  }
}

function sha256Hex(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
