import { createPrivateKey, createPublicKey } from 'node:crypto'

import { expect, it } from 'vitest'

import { ServiceAccountKey } from '../../machines/service-accounts/rules.ts'
import { violationsOf } from '../http/violations.ts'
import { isPrivateKey } from './private-key.ts'
import { keyFileName, makeKeyPair } from './new-key-pair.ts'

it('a new key pair is RSA of 3072 bits, whose halves belong together and whose public half the rules accept', async () => {
  const { publicKey, privateKey } = await makeKeyPair(globalThis.crypto)
  const key = createPrivateKey(privateKey)
  expect(privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n(?:[^\n]{1,64}\n)+-----END PRIVATE KEY-----\n$/)
  expect(key.asymmetricKeyType).toBe('rsa')
  expect(key.asymmetricKeyDetails).toEqual({ modulusLength: 3072, publicExponent: 65537n })
  expect(createPublicKey(key).export({ type: 'spki', format: 'pem' })).toBe(`${publicKey}\n`)
  expect(violationsOf(ServiceAccountKey, publicKey)).toEqual([])
  expect(isPrivateKey(publicKey)).toBe(false)
})

it.each([
  ['Nightly export', 'nightly-export.pem'],
  ['../../etc/passwd', 'etc-passwd.pem'],
  ['Größe 2', 'größe-2.pem'],
  ['  ', 'service-account.pem'],
])('the private key of %j is suggested as %s', (name, file) => expect(keyFileName(name)).toBe(file))
