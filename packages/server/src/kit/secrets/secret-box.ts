import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

import type { SecretKey } from './secret-key.ts'
import { toSecretKeys, type SecretKeys } from './secret-keys.ts'

/** Keys of one purpose each, derived from the deployment's secret keys (design "Data and tenancy"). */
export type SecretBox = {
  /** AES-256-GCM; `context` binds the text to its row, so that rows cannot be exchanged. */
  seal(plain: string, context: string): Buffer
  /** Throws when none of the server's keys sealed the text, or it was sealed for another context. */
  open(sealed: Buffer, context: string): string
  /** HMAC-SHA-256 under the sealing key, base64url. */
  mac(purpose: string, text: string): string
  /** The same under every accepted key: for finding and checking what was made before the key changed. */
  macs(purpose: string, text: string): string[]
  /** Whether `given` is the MAC of the text under an accepted key. Takes the same time for any `given`. */
  checkMac(purpose: string, text: string, given: string): boolean
}

const version = 1
const nonceBytes = 12
const tagBytes = 16

export function createSecretBox(keys: SecretKeys | Uint8Array): SecretBox {
  const ring = toSecretKeys(keys)
  const derived = new Map<string, Buffer>()
  const derive = ({ id, bytes }: SecretKey, purpose: string): Buffer => {
    const name = `${id} ${purpose}`
    const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', bytes, 'portico', purpose, 32))
    derived.set(name, key)
    return key
  }
  const sealing = (): SecretKey => {
    const [key] = ring.all()
    if (key === undefined) throw new Error('There is no secret key.')
    return key
  }
  const macWith = (key: SecretKey, purpose: string, text: string): string =>
    createHmac('sha256', derive(key, `mac:${purpose}`))
      .update(text)
      .digest('base64url')
  const opened = (sealed: Buffer, context: string): string | undefined => {
    for (const key of ring.all()) {
      const plain = openWith(derive(key, 'seal'), sealed, context)
      if (plain !== undefined) return plain
    }
    return undefined
  }
  const macs = (purpose: string, text: string): string[] => {
    ring.refresh()
    return ring.all().map((key) => macWith(key, purpose, text))
  }
  return {
    seal: (plain, context) => sealWith(derive(sealing(), 'seal'), plain, context),
    open(sealed, context) {
      if (sealed[0] !== version) throw new Error('A stored secret has an unknown format.')
      // Another process may have put a new key into secret.key since.
      const plain = opened(sealed, context) ?? (ring.refresh() ? opened(sealed, context) : undefined)
      if (plain === undefined) throw new Error('A stored secret cannot be opened with the secret keys of this process.')
      return plain
    },
    mac: (purpose, text) => macWith(sealing(), purpose, text),
    macs,
    checkMac: (purpose, text, given) =>
      macs(purpose, text)
        .map((mac) => equalText(mac, given))
        .includes(true),
  }
}

/** Whether a sealed text opens with this one key. */
export function opensWith(key: SecretKey, sealed: Buffer, context: string): boolean {
  const sealingKey = Buffer.from(hkdfSync('sha256', key.bytes, 'portico', 'seal', 32))
  return openWith(sealingKey, sealed, context) !== undefined
}

function sealWith(key: Buffer, plain: string, context: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body])
}

function openWith(key: Buffer, sealed: Buffer, context: string): string | undefined {
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  if (tag.length < tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  const body = decipher.update(sealed.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8')
  try {
    return body + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** 256 random bits, base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token or session id. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function equalText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  return timingSafeEqual(left, createHash('sha256').update(b).digest())
}
