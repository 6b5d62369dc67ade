import { createHash } from 'node:crypto'

/** SHA-256 over the DER of the SubjectPublicKeyInfo, hexadecimal. Stored keys are SPKI in PEM, so their body is that DER. */
export function keyFingerprint(pem: string): string {
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64')
  return createHash('sha256').update(der).digest('hex')
}
