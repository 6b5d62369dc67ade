import { secretKeyOf, secretKeysOf, type SecretKey } from './secret-key.ts'
import { makeKeyFile, readKeyFile, stampOf } from './key-file.ts'

/** The keys that this process accepts. One of them seals: the one that the database names (see key-record.ts). */
export type SecretKeys = {
  /** The sealing key first. Empty before the first start of a deployment. */
  all(): readonly SecretKey[]
  /** Makes the key with this id the sealing one; false when it is not among them. */
  use(id: string): boolean
  /** Reads secret.key again where it changed; true when it did. Cheap: one `stat`. */
  refresh(): boolean
  /** Creates secret.key when there is no key. */
  ensure(): void
}

const lengthMin = 32

/**
 * PORTICO_SECRET_KEY (at least 32 characters), with PORTICO_SECRET_KEY_PREVIOUS accepted beside it, or secret.key in the
 * data directory. Throws when a text is too short or the file is damaged. Writes nothing.
 */
export function readSecretKeys(dataDir: string, env: Readonly<Record<string, string | undefined>>): SecretKeys {
  const texts = [env['PORTICO_SECRET_KEY'], env['PORTICO_SECRET_KEY_PREVIOUS']]
  for (const [index, name] of ['PORTICO_SECRET_KEY', 'PORTICO_SECRET_KEY_PREVIOUS'].entries()) {
    const text = texts[index]
    if (text && text.length < lengthMin)
      throw new Error(`${name} needs at least ${lengthMin} characters. Make one with: openssl rand -base64 32`)
  }
  if (!texts[0]) return fileKeys(dataDir)
  return fixedKeys(texts.flatMap((text) => (text ? secretKeysOf(text) : [])))
}

/** Keys that do not change while the process lives. */
export function fixedKeys(keys: readonly SecretKey[]): SecretKeys {
  const ring = createRing(keys)
  return { all: () => ring.all(), use: (id) => ring.use(id), refresh: () => false, ensure: () => {} }
}

/** For callers that have one key and no database that could name another. */
export function toSecretKeys(given: SecretKeys | Uint8Array): SecretKeys {
  return given instanceof Uint8Array ? fixedKeys([secretKeyOf(given)]) : given
}

type Replaceable = { replace(next: readonly SecretKey[]): void }

function fileKeys(dataDir: string): SecretKeys {
  const ring = createRing([])
  let stamp: string | undefined
  const refresh = (): boolean => {
    const now = stampOf(dataDir)
    if (now === stamp) return false
    ring.replace(readKeyFile(dataDir) ?? [])
    stamp = now
    return true
  }
  refresh()
  return {
    all: () => ring.all(),
    use: (id) => ring.use(id),
    refresh,
    ensure: () => {
      if (ring.all().length > 0) return
      makeKeyFile(dataDir)
      refresh()
    },
  }
}

function createRing(initial: readonly SecretKey[]): Pick<SecretKeys, 'all' | 'use'> & Replaceable {
  let keys = initial
  let sealing: string | undefined
  const order = (): void => {
    keys = [...keys.filter(({ id }) => id === sealing), ...keys.filter(({ id }) => id !== sealing)]
  }
  return {
    all: () => keys,
    use(id: string): boolean {
      if (!keys.some((key) => key.id === id)) return false
      sealing = id
      order()
      return true
    },
    replace(next: readonly SecretKey[]): void {
      keys = next
      order()
    },
  }
}
