import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'

import { describe, expect, test } from 'vitest'

import { derElementsIn, derOf, derSequence, type Bytes } from './der.ts'
import { certificateOrKeyBytes, publicKeyBytes, rsaKeyBits } from './pem-bytes.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = String(publicKey.export({ type: 'spki', format: 'pem' })).trim()
const pkcs1 = String(publicKey.export({ type: 'pkcs1', format: 'pem' })).trim()
const certificate = rootCertificates.find((pem) => keyOf(pem).asymmetricKeyType === 'rsa') ?? ''

function keyOf(pem: string) {
  return createPublicKey(pem)
}

const sha256 = (bytes: Uint8Array | undefined) => bytes && createHash('sha256').update(bytes).digest('hex')
const spkiOf = (pem: string) => sha256(keyOf(pem).export({ type: 'spki', format: 'der' }))
const bytesIn = (pem: string): Bytes => Uint8Array.from(Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64'))
const inBlock = (label: string, bytes: Uint8Array) =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${label}-----`

describe('the SubjectPublicKeyInfo', () => {
  test.each([
    ['a public key', spki],
    ['a bare RSA key', pkcs1],
    ['a bare RSA key of 4096 bits', newKey('pkcs1')],
  ])('of %s is the one that OpenSSL reads', (_, pem) => {
    expect(sha256(publicKeyBytes(pem))).toBe(spkiOf(pem))
    expect(certificateOrKeyBytes(pem)).toEqual(publicKeyBytes(pem))
  })

  test('is the same for a key in both forms', () => {
    expect(publicKeyBytes(pkcs1)).toEqual(publicKeyBytes(spki))
  })

  test('of every root certificate in Node.js with an RSA key is the one that OpenSSL reads', () => {
    const withRsa = rootCertificates.filter((pem) => keyOf(pem).asymmetricKeyType === 'rsa')
    expect(withRsa.length).toBeGreaterThan(50)
    for (const pem of withRsa) expect(sha256(publicKeyBytes(pem))).toBe(spkiOf(pem))
  })

  test('of a certificate of version 1 is found too', () => {
    const [signed, ...others] = partsOf(bytesIn(certificate))
    const fields = partsOf(signed?.whole).slice(1)
    const version1 = sequence([sequence(fields.map(({ whole }) => whole)), ...others.map(({ whole }) => whole)])
    const pem = inBlock('CERTIFICATE', version1)
    expect(new X509Certificate(pem).subject).toBe(new X509Certificate(certificate).subject)
    expect(sha256(publicKeyBytes(pem))).toBe(spkiOf(certificate))
  })
})

test('a certificate itself is identified by its complete DER', () => {
  const fingerprint = new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase()
  expect(sha256(certificateOrKeyBytes(certificate))).toBe(fingerprint)
})

describe('what is malformed', () => {
  test.each([
    ['nothing', ''],
    ['a private key', inBlock('PRIVATE KEY', bytesIn(spki))],
    ['a key of an elliptic curve, which may not be saved', newCurve()],
    ['two keys', `${spki}\n${newKey('spki')}`],
    ['a block with another end', spki.replace('END PUBLIC', 'END RSA PUBLIC')],
    ['text that is not base64', inBlock('PUBLIC KEY', bytesIn(spki)).replace('A', '!')],
    ['no bytes', '-----BEGIN PUBLIC KEY-----\n====\n-----END PUBLIC KEY-----'],
    ['a SEQUENCE without content, as certificate', inBlock('CERTIFICATE', Uint8Array.of(0x30, 0))],
    ['a length of four bytes', inBlock('CERTIFICATE', Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff))],
    ['a length without an end', inBlock('CERTIFICATE', Uint8Array.of(0x30, 0x80, 0, 0))],
    ['a length in more bytes than it needs', inBlock('PUBLIC KEY', Uint8Array.of(0x30, 0x81, 0x02, 0x05, 0x00))],
    ['a key under the name of a certificate', inBlock('CERTIFICATE', bytesIn(spki))],
    ['a public key under the name of a bare RSA key', inBlock('RSA PUBLIC KEY', bytesIn(spki))],
  ])('has no bytes: %s', (_, pem) => {
    expect(publicKeyBytes(pem)).toBeUndefined()
  })

  test.each([
    ['PUBLIC KEY', spki],
    ['RSA PUBLIC KEY', pkcs1],
    ['CERTIFICATE', certificate],
  ])('has no bytes: a %s that was cut anywhere, or has bytes behind its end', (label, pem) => {
    const whole = bytesIn(pem)
    for (let length = 0; length < whole.length; length++)
      expect(publicKeyBytes(inBlock(label, whole.slice(0, length)))).toBeUndefined()
    expect(publicKeyBytes(inBlock(label, Uint8Array.of(...whole, 0)))).toBeUndefined()
  })

  test.each([
    ['PUBLIC KEY', spki],
    ['RSA PUBLIC KEY', pkcs1],
    ['CERTIFICATE', certificate],
  ])('never has other bytes than OpenSSL reads: a %s with any byte changed', (label, pem) => {
    for (let at = 0; at < bytesIn(pem).length; at++)
      for (const flip of [0x01, 0x80]) {
        const bytes = bytesIn(pem)
        bytes[at] = (bytes[at] ?? 0) ^ flip
        const changed = inBlock(label, bytes)
        const ours = sha256(publicKeyBytes(changed))
        if (ours === undefined) continue
        const theirs = orUndefined(() => spkiOf(changed))
        if (theirs !== undefined) expect(`${at}: ${ours}`).toBe(`${at}: ${theirs}`)
      }
  })
})

function partsOf(whole: Bytes | undefined) {
  return derElementsIn(derElementsIn(whole ?? new Uint8Array())?.[0]?.content ?? new Uint8Array()) ?? []
}

function sequence(parts: readonly Bytes[]): Bytes {
  return derOf(derSequence, Uint8Array.from(parts.flatMap((part) => [...part])))
}

function newKey(type: 'pkcs1' | 'spki'): string {
  return String(generateKeyPairSync('rsa', { modulusLength: 4096 }).publicKey.export({ type, format: 'pem' })).trim()
}

function newCurve(): string {
  return String(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
  ).trim()
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

test.each([2048, 3072, 2047])('a key has the %i bits it was made with', (modulusLength) => {
  const key = generateKeyPairSync('rsa', { modulusLength }).publicKey
  expect(rsaKeyBits(String(key.export({ type: 'spki', format: 'pem' })))).toBe(modulusLength)
  expect(rsaKeyBits('no key')).toBeUndefined()
})
