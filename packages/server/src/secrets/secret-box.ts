import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Keys of one purpose each, derived from the deployment's one secret (design "Data and tenancy"). */
export type SecretBox = {
  /** AES-256-GCM; `context` binds the text to its row, so that rows cannot be exchanged. */
  seal(plain: string, context: string): Buffer
  /** Throws where the text was sealed with another key or for another context. */
  open(sealed: Buffer, context: string): string
  /** HMAC-SHA-256, base64url. */
  mac(purpose: string, text: string): string
}

const version = 1
const nonceBytes = 12
const tagBytes = 16

export function createSecretBox(secretKey: Buffer): SecretBox {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'portico', purpose, 32))
  const sealing = derive('seal')
  const macKeys = new Map<string, Buffer>()
  return {
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      if (sealed[0] !== version) throw new Error('A stored secret has an unknown format.')
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
      return decipher.update(sealed.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
    mac(purpose, text) {
      const key = macKeys.get(purpose) ?? derive(`mac:${purpose}`)
      macKeys.set(purpose, key)
      return createHmac('sha256', key).update(text).digest('base64url')
    },
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
