import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

import { randomToken } from '../kit/secrets/secret-box.ts'
import { testBaseUrl } from './browser.ts'

export const rsaKeys = (bits = 2048, publicExponent = 65_537) => {
  const pair = generateKeyPairSync('rsa', { modulusLength: bits, publicExponent })
  return { privateKey: pair.privateKey, publicPem: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

/** An RFC 7523 assertion, well formed but for `change`. */
export function signAssertion(key: KeyObject, subject: string, change: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: subject,
    sub: subject,
    aud: testBaseUrl,
    iat: now,
    exp: now + 120,
    jti: randomToken(),
    ...change,
  }
  const text = [{ alg: 'RS256', typ: 'client-authentication+jwt' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
