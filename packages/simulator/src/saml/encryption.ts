import { X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'

import { encrypt, type EncryptOptions } from 'xml-encryption'

const encrypted = promisify<string, EncryptOptions, string>(encrypt)

/** XML encryption of one element for the holder of a certificate: AES-256-GCM, its key under RSA-OAEP. */
export async function encryptXml(text: string, certificate: string): Promise<string> {
  const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' })
  return encrypted(text, {
    rsa_pub: publicKey as string,
    pem: certificate,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  })
}
