import { createHash, createPublicKey } from 'node:crypto'

/**
 * SHA-256 over the DER of the SubjectPublicKeyInfo, hexadecimal, as the server shows it for a saved key; the same as
 * `openssl pkey -pubin -in FILE -outform DER | openssl dgst -sha256`. undefined for anything but a public key.
 */
export function keyFingerprint(pem: string): string | undefined {
  try {
    return createHash('sha256')
      .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
      .digest('hex')
  } catch {
    return undefined
  }
}
