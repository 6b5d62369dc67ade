import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits in Base64url behind a prefix by which scanners recognise a client secret. */
export function newClientSecret(): string {
  return `pcs_${randomBytes(32).toString('base64url')}`
}

/** What is stored of a client secret: a secret of 256 bits needs no slow hash. */
export function clientSecretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether a presented secret is one of those that count now; compares all of them in constant time. */
export function isClientSecret(presented: string, hashes: readonly Buffer[]): boolean {
  const hash = clientSecretHash(presented)
  return hashes.map((one) => timingSafeEqual(one, hash)).includes(true)
}
