import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'

import { expect, it } from 'vitest'

import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import { createOurKeyPair } from './key-pair.ts'
import { readKey } from './read-key.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')

it('our key pair: RSA of 3072 bits in a self-signed certificate', async () => {
  const pair = await createOurKeyPair({ commonName: 'Portico acme', nowMs, years: 10, bits: 3072 })
  const certificate = new X509Certificate(pair.certificate)
  expect(certificate.checkPrivateKey(createPrivateKey(pair.privateKey))).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkIssued(certificate)).toBe(true)
  expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 3072, publicExponent: 65537n })
  expect(certificate.subject).toBe('CN=Portico acme')
  expect(new Date(certificate.validFrom)).toEqual(new Date('2026-11-20T12:00:00Z'))
  expect(pair.notAfter).toEqual(new Date('2036-11-21T12:00:00Z'))
  expect(readKey(pair.certificate)).toMatchObject({
    kind: 'certificate',
    fingerprint: pair.fingerprint,
    bits: 3072,
  })
})

it('dates from 2050 on, and names beyond ASCII, are written as they should be', () => {
  const { certificate } = testKeyPair({ commonName: 'Grüße 你', notAfter: new Date('2061-02-03T04:05:06Z') })
  expect(readKey(certificate)).toMatchObject({
    notAfter: new Date('2061-02-03T04:05:06Z'),
    subject: 'CN=Grüße 你',
  })
})

it('one certificate is the same in PEM, in DER, in base64 and among other text', () => {
  const { certificate } = testKeyPair()
  const der = new X509Certificate(certificate).raw
  const forms = [
    certificate,
    der,
    der.toString('base64'),
    Buffer.from(certificate),
    `subject=CN=x\n${certificate}${certificate}`,
    certificate.replaceAll('\n', '\r\n'),
  ]
  const read = forms.map((form) => readKey(form))
  expect(read[0]).toMatchObject({ kind: 'certificate', subject: 'CN=idp.example', keyType: 'rsa', bits: 2048 })
  for (const one of read)
    expect(one).toMatchObject({
      fingerprint: typeof read[0] === 'string' ? '' : read[0]?.fingerprint,
      pem: certificate.trim(),
    })
})

it('a bare key has no subject and no dates', () => {
  const { publicKey } = testKeyPair()
  const facts = {
    kind: 'key',
    subject: null,
    notBefore: null,
    notAfter: null,
    keyType: 'rsa',
    bits: 2048,
    pem: publicKey.trim(),
  }
  const pkcs1 = createPublicKey(publicKey).export({ type: 'pkcs1', format: 'pem' }).toString()
  const der = (type: 'spki' | 'pkcs1') => createPublicKey(publicKey).export({ type, format: 'der' })
  for (const form of [publicKey, pkcs1, der('spki'), der('pkcs1')]) {
    expect(readKey(form)).toMatchObject(facts)
  }
})

it('keys that are not RSA are reported', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(readKey(publicKey.export({ type: 'spki', format: 'pem' }).toString())).toMatchObject({
    keyType: 'ec',
    bits: 0,
  })
})

it('private keys are distinguished, in every form', () => {
  const key = createPrivateKey(testKeyPair().privateKey)
  const forms = [
    key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    key.export({ type: 'pkcs8', format: 'der' }),
    key.export({ type: 'pkcs1', format: 'der' }),
    `${testKeyPair().certificate}${key.export({ type: 'pkcs8', format: 'pem' }).toString()}`,
  ]
  for (const form of forms) expect(readKey(form)).toBe('private')
})

it.each([
  '',
  'hello',
  'AAAA',
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
  '-----BEGIN CERTIFICATE-----',
  '='.repeat(100),
])('unreadable: %j', (text) => expect(readKey(text)).toBe('unreadable'))
