import { X509Certificate } from 'node:crypto'

import { pemOrText } from '@portico/core'

import { keyFingerprint } from './key-fingerprint.ts'

/**
 * `SHA-256` and 64 hexadecimal digits: of a certificate's DER, or of the SubjectPublicKeyInfo of a bare public key, as
 * `cert list` shows them, with any text around it. undefined for anything else.
 */
export function pemFingerprint(text: string): string | undefined {
  const pem = pemOrText(text)
  const fingerprint = pem.includes('-----BEGIN CERTIFICATE-----') ? ofCertificate(pem) : keyFingerprint(pem)
  return fingerprint === undefined ? undefined : `SHA-256 ${fingerprint}`
}

function ofCertificate(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
  } catch {
    return undefined
  }
}
