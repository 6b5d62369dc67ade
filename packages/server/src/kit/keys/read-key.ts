import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'

import { isPrivateKey } from '@portico/core/contract'

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

/**
 * Reads an X.509 certificate or a bare public key, in PEM, DER or the bare base64 of metadata. `private`: it contains a
 * private key, which must not be entered here. Key quality is not checked here.
 */
export function readKey(source: string | Uint8Array): KeyContent | 'unreadable' | 'private' {
  const text = typeof source === 'string' ? source : Buffer.from(source).toString('latin1')
  if (isPrivateKey(text)) return 'private'
  const block = firstBlock(text)
  try {
    if (block !== undefined)
      return block.label === 'CERTIFICATE' ? fromX509(block.pem) : fromKey(createPublicKey(block.pem))
    const der = typeof source === 'string' ? decodeBase64(source) : Buffer.from(source)
    return der === undefined ? 'unreadable' : fromDer(der)
  } catch {
    return 'unreadable'
  }
}

/** The first public block in PEM, in time linear in the length of the text. */
function firstBlock(text: string): { label: string; pem: string } | undefined {
  const begin = /-----BEGIN (CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)-----/.exec(text)
  if (begin === null) return undefined
  const label = begin[1] ?? ''
  const last = `-----END ${label}-----`
  const end = text.indexOf(last, begin.index)
  return end < 0 ? undefined : { label, pem: text.slice(begin.index, end + last.length) }
}

function fromDer(der: Buffer): KeyContent | 'unreadable' | 'private' {
  // Asked first: OpenSSL would quietly derive the public key of a private one.
  if (isDerPrivateKey(der)) return 'private'
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

/** PKCS#8 and PKCS#1 private keys are SEQUENCEs that begin with the INTEGER 0, which no public form does. */
function isDerPrivateKey(der: Buffer): boolean {
  const lengthBytes = (der[1] ?? 0) >= 0x80 ? (der[1] ?? 0) & 0x7f : 0
  const content = der.subarray(2 + lengthBytes)
  return der[0] === 0x30 && content[0] === 0x02 && content[1] === 0x01 && content[2] === 0x00
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
