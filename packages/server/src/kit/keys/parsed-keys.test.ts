import { generateKeyPairSync, sign, verify } from 'node:crypto'

import { expect, it } from 'vitest'

import { createParsedKeys } from './parsed-keys.ts'
import { readKey } from './read-key.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

it('a key is parsed once, and another text is another key', () => {
  const keys = createParsedKeys()
  const [first, second] = [pair(), pair()]
  expect(keys.read(first.publicKey)).toEqual(readKey(first.publicKey))
  expect(keys.read(first.publicKey)).toBe(keys.read(first.publicKey))
  expect(keys.read(second.publicKey)).toEqual(readKey(second.publicKey))
  expect(keys.privateKey(first.privateKey)).toBe(keys.privateKey(first.privateKey))
  const signature = sign('sha256', Buffer.from('text'), keys.privateKey(second.privateKey))
  expect(verify('sha256', Buffer.from('text'), second.publicKey, signature)).toBe(true)
})

it('a private key among the public ones is still refused, and an unreadable text still unreadable', () => {
  const keys = createParsedKeys()
  for (const _ of [1, 2]) {
    expect(keys.read(pair().privateKey)).toBe('private')
    expect(keys.read('nothing')).toBe('unreadable')
    expect(() => keys.privateKey('nothing')).toThrow()
  }
})
