import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

import { readKey } from './read-key.ts'
import { selfSigned } from './self-signed.ts'

export type OurKeyPair = {
  /** PKCS#8 in PEM. */
  readonly privateKey: string
  readonly certificate: string
  readonly fingerprint: string
  readonly notAfter: Date
}

/** Our key for signing or encryption, in a self-signed certificate: providers only take keys in certificates. */
export async function createOurKeyPair(o: {
  commonName: string
  nowMs: number
  years: number
  bits: number
}): Promise<OurKeyPair> {
  const keys = await promisify(generateKeyPair)('rsa', { modulusLength: o.bits, publicExponent: 65537 })
  return certified(keys, o)
}

function certified(
  keys: { privateKey: KeyObject; publicKey: KeyObject },
  o: { commonName: string; nowMs: number; years: number },
): OurKeyPair {
  // A day earlier, for providers whose clock is behind.
  const notBefore = new Date(o.nowMs - 86_400_000)
  const notAfter = new Date(o.nowMs)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + o.years)
  const certificate = selfSigned({ ...keys, commonName: o.commonName, notBefore, notAfter })
  const content = readKey(certificate)
  if (typeof content === 'string' || content.notAfter === null) throw new Error('our own certificate is not readable')
  return {
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate,
    fingerprint: content.fingerprint,
    notAfter: content.notAfter,
  }
}
