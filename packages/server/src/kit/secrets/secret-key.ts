import { createHash, hkdfSync } from 'node:crypto'

/** A secret key of the deployment. `id` names it in the database and in backups, without revealing anything of it. */
export type SecretKey = { readonly id: string; readonly bytes: Buffer }

/** The id is 64 bits in hexadecimal, derived by HKDF-SHA-256. `bytes`: 32 bytes. */
export function secretKeyOf(bytes: Uint8Array): SecretKey {
  const id = Buffer.from(hkdfSync('sha256', bytes, 'portico', 'key id', 8)).toString('hex')
  return { id, bytes: Buffer.from(bytes) }
}

/** What is written to secret.key, and fits PORTICO_SECRET_KEY. */
export function secretKeyText({ bytes }: SecretKey): string {
  return bytes.toString('base64')
}

/**
 * The keys in a text, in the order in which a new deployment prefers them. 32 bytes in base64, as in secret.key,
 * are that key; several may be listed with white space between them. Any other text is a passphrase,
 * whose SHA-256 is the key. Earlier releases treated every PORTICO_SECRET_KEY as a passphrase, so base64 also means
 * that key: the database tells which of the two it was set up with.
 */
export function secretKeysOf(text: string): SecretKey[] {
  const words = text.trim().split(/\s+/)
  const decoded = words.map(decode)
  if (decoded.some((bytes) => bytes === undefined)) return [passphraseKey(text)]
  const keys = decoded.flatMap((bytes) => (bytes === undefined ? [] : [secretKeyOf(bytes)]))
  const passphrases = [...new Set([...words, text])].map(passphraseKey)
  return [...keys, ...passphrases]
}

/** Whether a text only contains keys in base64. */
export function holdsKeysOnly(text: string): boolean {
  return text
    .trim()
    .split(/\s+/)
    .every((word) => decode(word) !== undefined)
}

function passphraseKey(text: string): SecretKey {
  return secretKeyOf(createHash('sha256').update(text).digest())
}

function decode(word: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(word)) return undefined
  return Buffer.from(word, 'base64')
}
