import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

import { der } from './der.ts'

/** A private key (PKCS#8) and its certificate, both in PEM. */
export type SigningKeys = { privateKey: string; certificate: string }

export type Validity = { from: Date; to: Date }

/** A new RSA key of 2048 bits with a self-signed certificate. */
export async function makeSigningKeys(commonName: string, validity: Validity): Promise<SigningKeys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  return { privateKey: pem, certificate: certify(pem, commonName, validity) }
}

/**
 * A self-signed X.509 certificate (RFC 5280) for a private key in PEM, signed with sha256WithRSAEncryption.
 * Written out here because the usual library needs a change to the global `Reflect` before it loads.
 */
export function certify(privateKey: string, commonName: string, { from, to }: Validity): string {
  const key = createPrivateKey(privateKey)
  const algorithm = der.sequence(der.identifier('1.2.840.113549.1.1.11'), der.nothing())
  const name = der.sequence(der.set(der.sequence(der.identifier('2.5.4.3'), der.text(commonName))))
  const serial = randomBytes(16)
  serial[0] = (serial[0]! & 0x7f) | 0x40
  const content = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(serial),
    algorithm,
    name,
    der.sequence(der.time(from), der.time(to)),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const whole = der.sequence(content, algorithm, der.bits(sign('sha256', content, key)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
