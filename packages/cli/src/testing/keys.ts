import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type KeyPair = { readonly publicPem: string; readonly privatePem: string }

export function makeKeyPair(bits = 2048): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const kept = new Map<number, KeyPair>()

/**
 * A key pair of this worker, made when it is first asked for: making one is slower than most tests. Other numbers are
 * other keys. By convention 0 is the key of the service account that signs in.
 */
export function keyPair(number: number): KeyPair {
  const pair = kept.get(number) ?? makeKeyPair()
  kept.set(number, pair)
  return pair
}

/** Writes a file that only its owner can read, and returns its path. */
export function writeOwn(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content, { mode: 0o600 })
  return path
}
