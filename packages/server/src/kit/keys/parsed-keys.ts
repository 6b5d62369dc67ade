import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { readKey } from './read-key.ts'

/** Keys that many requests need: parsing one takes longer than verifying a signature with it. */
export type ParsedKeys = {
  /** What {@link readKey} answers for a stored certificate or public key. */
  readonly read: (source: string) => ReturnType<typeof readKey>
  /** A private key in PEM. An RSA key that is reused does not derive its blinding values again to sign. */
  readonly privateKey: (pem: string) => KeyObject
}

const keysMax = 1000

/** Remembers the keys that were used last, by the hash of their text. */
export function createParsedKeys(): ParsedKeys {
  return { read: remembering(readKey), privateKey: remembering(createPrivateKey) }
}

function remembering<Parsed extends {}>(parse: (text: string) => Parsed): (text: string) => Parsed {
  const known = new LRUCache<string, Parsed>({ max: keysMax })
  return (text) => {
    const hash = createHash('sha256').update(text).digest('base64')
    const parsed = known.get(hash) ?? parse(text)
    known.set(hash, parsed)
    return parsed
  }
}
