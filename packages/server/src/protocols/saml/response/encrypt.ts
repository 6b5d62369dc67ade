import type { ClientEncryptionCipher } from '@portico/core/contract'
import { createPublicKey } from 'node:crypto'
import { promisify } from 'node:util'

import { encrypt } from 'xml-encryption'

import { ns } from '../names.ts'
import { xmlElement } from '../xml/write.ts'

/** How assertions for a service provider are encrypted. */
export type AssertionEncryption = {
  /** In PEM; its key encrypts. Its end is not looked at: the service provider says which key it reads with. */
  readonly certificate: string
  readonly cipher: ClientEncryptionCipher
}

/**
 * An EncryptedAssertion (core 2.3.4) around a signed assertion: authenticated ciphers only, and a key for each one, under RSA-OAEP
 * (XML Encryption 1.1 sections 5.2.4 and 5.5.2).
 */
export async function encryptAssertion(
  assertion: string,
  { certificate, cipher }: AssertionEncryption,
): Promise<string> {
  const data = await promisify(encrypt)(assertion, {
    rsa_pub: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
    pem: certificate,
    encryptionAlgorithm: `${ns.encryption11}${cipher}`,
    keyEncryptionAlgorithm: `${ns.encryption}rsa-oaep-mgf1p`,
  })
  return xmlElement('saml:EncryptedAssertion', {}, data.trim())
}
