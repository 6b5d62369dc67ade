import { generateKeyPairSync } from 'node:crypto'

import { selfSigned } from '../../../kit/keys/self-signed.ts'

export type TestKeyPair = { readonly privateKey: string; readonly publicKey: string; readonly certificate: string }

/** A key pair for tests: short enough to be quick, with a certificate of any dates. */
export function testKeyPair(
  o: { commonName?: string; notBefore?: Date; notAfter?: Date; bits?: number } = {},
): TestKeyPair {
  const keys = generateKeyPairSync('rsa', { modulusLength: o.bits ?? 2048 })
  return {
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    certificate: selfSigned({
      ...keys,
      commonName: o.commonName ?? 'idp.example',
      notBefore: o.notBefore ?? new Date('2020-01-01T00:00:00Z'),
      notAfter: o.notAfter ?? new Date('2040-01-01T00:00:00Z'),
    }),
  }
}
