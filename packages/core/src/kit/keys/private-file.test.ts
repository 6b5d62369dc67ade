import { generateKeyPairSync } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { isPrivateFile } from './private-file.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const passphrase = { cipher: 'aes-256-cbc', passphrase: 'a passphrase' }
const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

describe('a file that holds a private key', () => {
  it.each([
    ['PEM', Buffer.from(pem)],
    ['PEM in UTF-16 as Windows writes it', Buffer.from(`\ufeff${pem}`, 'utf16le')],
    ['PEM in UTF-16, the other byte first', Buffer.from(`\ufeff${pem}`, 'utf16le').swap16()],
    [
      'PEM behind a public key',
      Buffer.from(`${rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()}${pem}`),
    ],
    ['PEM with a passphrase', Buffer.from(rsa.privateKey.export({ type: 'pkcs8', format: 'pem', ...passphrase }))],
    ['PKCS#8 in DER', rsa.privateKey.export({ type: 'pkcs8', format: 'der' })],
    ['PKCS#8 in DER with a passphrase', rsa.privateKey.export({ type: 'pkcs8', format: 'der', ...passphrase })],
    ['PKCS#1 in DER', rsa.privateKey.export({ type: 'pkcs1', format: 'der' })],
    ['SEC 1 in DER', ec.privateKey.export({ type: 'sec1', format: 'der' })],
    ['a JWK', Buffer.from(JSON.stringify(rsa.privateKey.export({ format: 'jwk' })))],
  ])('is recognised: %s', (_, bytes) => {
    expect(isPrivateFile(bytes)).toBe(true)
  })

  it.each([
    ['a public key in PEM', Buffer.from(rsa.publicKey.export({ type: 'spki', format: 'pem' }))],
    ['a public key in DER', rsa.publicKey.export({ type: 'spki', format: 'der' })],
    ['a PKCS#1 public key in DER', rsa.publicKey.export({ type: 'pkcs1', format: 'der' })],
    ['an EC public key in DER', ec.publicKey.export({ type: 'spki', format: 'der' })],
    ['a public JWK', Buffer.from(JSON.stringify(rsa.publicKey.export({ format: 'jwk' })))],
    ['an empty file', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(100)],
  ])('a private file is distinguished from %s', (_, bytes) => {
    expect(isPrivateFile(bytes)).toBe(false)
  })
})
