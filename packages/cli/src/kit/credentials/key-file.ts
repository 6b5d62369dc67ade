import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

import { fail } from '../errors/failure.ts'
import { isErrno } from '../storage/private-file.ts'
import { phrase, phraseOf, type Said } from '../phrases/phrase.ts'

const bitsMin = 2048
const fileBytesMax = 65_536

/** The private key a service account signs in with: RSA, PEM, PKCS#8 or PKCS#1. Its content is never printed. */
export function readKeyFile(path: string, warn: (sentence: Said) => void): KeyObject {
  const pem = readPem(path)
  const refuse = (sentence: Said): never =>
    fail('validation', phrase`${path}: ${phraseOf(sentence)} Give the private key (PEM) of the service account.`)
  if (/-----BEGIN (?:ENCRYPTED PRIVATE KEY)-----|Proc-Type: 4,ENCRYPTED/.test(pem))
    refuse('this private key is protected by a passphrase, which a script cannot type.')
  if (/-----BEGIN OPENSSH PRIVATE KEY-----/.test(pem))
    refuse('this key is in the format of OpenSSH. Convert it: ssh-keygen -p -m PKCS8 -f FILE')
  if (!/-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/.test(pem)) {
    if (/-----BEGIN (?:RSA )?PUBLIC KEY-----|-----BEGIN CERTIFICATE-----/.test(pem))
      refuse('this is a public key or certificate, not a private key.')
    refuse('there is no private key in PEM format in this file.')
  }
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    return refuse('this private key cannot be read. Check that it was copied whole.')
  }
  if (key.asymmetricKeyType !== 'rsa') refuse('this key is not an RSA key.')
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < bitsMin)
    refuse(phrase`this RSA key has fewer than ${bitsMin} bits.`)
  warnIfOthersCanRead(path, warn)
  return key
}

/** `kid` of a key: its JWK thumbprint (RFC 7638), base64url. */
export function publicJwk(key: KeyObject): { e: string; kty: string; n: string } {
  const { e = '', kty = '', n = '' } = createPublicKey(key).export({ format: 'jwk' })
  // RFC 7638 section 3.2: the required members in lexicographic order.
  return { e, kty, n }
}

function readPem(path: string): string {
  try {
    if (statSync(path).size > fileBytesMax) fail('validation', phrase`${path} is too large for a private key.`)
    return readFileSync(path, 'utf8')
  } catch (reason) {
    if (isErrno(reason, 'ENOENT')) return fail('validation', phrase`There is no key file ${path}.`)
    if (isErrno(reason, 'EISDIR')) return fail('validation', phrase`${path} is a folder, not a key file.`)
    if (isErrno(reason, 'EACCES')) return fail('validation', phrase`You may not read the key file ${path}.`)
    throw reason
  }
}

function warnIfOthersCanRead(path: string, warn: (sentence: Said) => void): void {
  if (process.platform === 'win32') return
  const mode = statSync(path).mode & 0o777
  if ((mode & 0o077) !== 0)
    warn(
      phrase`Others on this machine may read ${path} (mode ${mode.toString(8).padStart(4, '0')}). Run: chmod 600 ${path}`,
    )
}
