import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'

import { describe, expect, it } from 'vitest'

import { keyCases } from './cases.ts'
import { isPrivateFile, keySummary, readKeyFile, readKeyText } from './key-text.ts'
import { certificateOrKeyBytes, publicKeyBytes } from './pem-bytes.ts'
import { isPrivateKey } from './private-key.ts'

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

const spki = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const pkcs1 = rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' })
const [certificate = '', otherCertificate = ''] = rootCertificates.filter(
  (one) => createPublicKey(one).asymmetricKeyType === 'rsa',
)
const keyOfCertificate = createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString()

// RFC 7468 section 2: "Data before the encapsulation boundaries are permitted, and parsers MUST NOT malfunction"; line ends are CRLF, CR
// or LF, and parsers ignore white space.
describe.each([
  ['a public key', spki, other.toString()],
  ['a bare RSA key', pkcs1, other.toString()],
  ['a certificate', certificate, otherCertificate],
  ['a certificate and the key of another', certificate, other.toString()],
])('the text of %s', (_, given, another) => {
  it.each(keyCases({ pem: given, other: another, privateKey: pem }))('with $what: $outcome', (one) => {
    const reads = [readKeyFile(one.bytes), ...(one.text === undefined ? [] : [readKeyText(one.text)])]
    for (const read of reads) {
      if (one.outcome !== 'accepted') {
        expect(read).toBe(one.outcome)
        continue
      }
      expect(read).toMatchObject({ label: /BEGIN ([A-Z ]+)-/.exec(given)?.[1] })
      expect(createPublicKey((read as { pem: string }).pem).equals(createPublicKey(given))).toBe(true)
    }
    if (one.text === undefined) return
    expect(isPrivateKey(one.text)).toBe(one.outcome === 'private')
    expect(keySummary(one.text) === '…').toBe(one.outcome === 'private')
    const expected = one.outcome === 'accepted'
    expect(publicKeyBytes(one.text)).toEqual(expected ? publicKeyBytes(given) : undefined)
    expect(certificateOrKeyBytes(one.text)).toEqual(expected ? certificateOrKeyBytes(given) : undefined)
  })
})

it('a certificate and its key are one key, in any form, and the certificate is taken', () => {
  const bare = createPublicKey(certificate).export({ type: 'pkcs1', format: 'pem' }).toString()
  for (const text of [
    `${keyOfCertificate}${certificate}`,
    `${certificate}${bare}`,
    `${bare}${keyOfCertificate}${certificate}`,
  ])
    expect(new X509Certificate((readKeyText(text) as { pem: string }).pem).raw).toEqual(
      new X509Certificate(certificate).raw,
    )
  const old = readKeyText(certificate.replaceAll(' CERTIFICATE', ' X509 CERTIFICATE'))
  expect(certificateOrKeyBytes((old as { pem: string }).pem)).toEqual(certificateOrKeyBytes(certificate))
  expect(readKeyText(`${certificate}${otherCertificate}`)).toBe('several')
})

it('keys that are not RSA are told apart too', () => {
  const one = ec.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const two = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(readKeyText(`${one}${one}`)).toMatchObject({ label: 'PUBLIC KEY' })
  expect(readKeyText(`${one}${two}`)).toBe('several')
  expect(readKeyText(`${spki}${two}`)).toBe('several')
})

it('long texts are read in linear time', () => {
  for (const piece of [
    '-----BEGIN PUBLIC KEY-----',
    '-----END PUBLIC KEY-----',
    'MIIB',
    'MIIB\n',
    ' ',
    '-',
    '"d',
    'priv:',
  ])
    expect(['none', 'private']).toContain(readKeyText(piece.repeat(200_000 / piece.length)))
}, 5_000)
