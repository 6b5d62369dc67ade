import { createHash, createPublicKey } from 'node:crypto'

/**
 * SHA-256 over the DER of the SubjectPublicKeyInfo, hexadecimal, as the server shows it of a saved key; also
 * `openssl pkey -pubin -in FILE -outform DER | openssl dgst -sha256`. undefined for what is no public key.
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
