import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import { readKey } from '../kit/keys/read-key.ts'
import { selfSigned } from '../kit/keys/self-signed.ts'

export type MadeCertificate = {
  /** In PEM, without a line end. */
  readonly pem: string
  /** SHA-256 of the DER, in hexadecimal. */
  readonly fingerprint: string
}

let key: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | undefined

/** A provider's certificate with these days. All are of one key, which is made once per worker. */
export function madeCertificate(o: { commonName: string; notBefore: Date; notAfter: Date }): MadeCertificate {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = selfSigned({ ...key, ...o }).trim()
  const content = readKey(pem)
  if (typeof content === 'string') throw new Error('The certificate cannot be read.')
  return { pem, fingerprint: content.fingerprint }
}
