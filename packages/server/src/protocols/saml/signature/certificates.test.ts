import { expect, it } from 'vitest'

import { readKey } from '../../../kit/keys/read-key.ts'
import { samlScene, toBase64 } from '../testing/scene.ts'
import { testKeyPair } from '../testing/key-pairs.ts'
import type { SamlPeer } from '../types.ts'

const scene = samlScene()
const day = 86_400_000
const expired = testKeyPair({ commonName: 'old.example', notAfter: new Date(scene.nowMs - day) })
const early = testKeyPair({ commonName: 'next.example', notBefore: new Date(scene.nowMs + day) })
const short = testKeyPair({ commonName: 'short.example', bits: 1024 })

function fingerprintOf(pem: string): string {
  const content = readKey(pem)
  if (typeof content === 'string') throw new Error(content)
  return content.fingerprint
}

const withCertificates = (...pems: string[]): { peer: SamlPeer } => ({
  peer: scene.withPeer({ certificates: pems.map((pem, index) => ({ slot: index === 0 ? 1 : 2, pem })) }),
})

it('of two certificates, the one that signed is named: by KeyInfo and by trial', async () => {
  for (const keyInfo of [true, false]) {
    const read = scene.read(
      await scene.forge({ keyInfo }),
      withCertificates(scene.stranger.certificate, scene.idp.certificate),
    )
    expect(read.assertion?.signedBy).toEqual({ slot: 2, fingerprint: fingerprintOf(scene.idp.certificate) })
    expect(read.lines.find((line) => line.check === 'certificate')?.evidence).toMatchObject({
      slot: 2,
      subject: 'CN=idp.example',
    })
  }
})

it('a bare public key verifies, and has no dates', async () => {
  const read = scene.read(await scene.forge(), withCertificates(scene.idp.publicKey))
  expect(read.assertion?.signedBy.fingerprint).toBe(fingerprintOf(scene.idp.publicKey))
})

it('the key comes from our row: a message signed by its own certificate is refused, and both are named', async () => {
  for (const sign of ['assertion', 'response', 'both'] as const) {
    const read = scene.read(await scene.forge({ key: scene.stranger, sign }))
    expect(read).toMatchObject({
      finding: 'saml-certificate-other',
      evidence: {
        subject: 'CN=stranger.example',
        fingerprint: fingerprintOf(scene.stranger.certificate),
        ours: fingerprintOf(scene.idp.certificate),
      },
    })
  }
})

it('our certificate shown in KeyInfo does not make a signature of another key good', async () => {
  const forged = await scene.forge({
    key: { privateKey: scene.stranger.privateKey, certificate: scene.idp.certificate },
  })
  expect(scene.read(forged)).toMatchObject({ finding: 'saml-signature-wrong', evidence: { part: 'signature' } })
})

it('without KeyInfo, a signature of another key is just wrong', async () => {
  expect(scene.read(await scene.forge({ key: scene.stranger, keyInfo: false })).finding).toBe('saml-signature-wrong')
})

it('an RSAKeyValue in KeyInfo is not used as a key', async () => {
  const value =
    '<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>AQAB</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>'
  const xml = (await scene.forgeXml({ key: scene.stranger })).replace(/<ds:X509Data>[\s\S]*?<\/ds:X509Data>/, value)
  expect(scene.read(toBase64(xml)).finding).toBe('saml-signature-wrong')
})

it.each([
  ['no certificate', []],
  ['an unreadable one', ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']],
  ['a key of 1024 bits', [short.certificate]],
  ['a private key', [scene.idp.privateKey]],
])('%s fails closed', async (_, pems) => {
  const key = pems[0] === short.certificate ? short : scene.idp
  for (const sign of ['assertion', 'none'] as const) {
    expect(scene.read(await scene.forge({ sign, key }), withCertificates(...pems)).finding).toBe(
      'saml-certificate-none',
    )
  }
})

it('an expired certificate is refused, and its end is named', async () => {
  const read = scene.read(await scene.forge({ key: expired }), withCertificates(expired.certificate))
  expect(read).toMatchObject({
    assertion: undefined,
    finding: 'saml-certificate-expired',
    evidence: { slot: 1, subject: 'CN=old.example', notAfter: new Date(scene.nowMs - day).toISOString() },
  })
})

it('an extension of exactly this certificate lets it pass with a warning, until it ends', async () => {
  const extended = (fingerprint: string, untilMs: number) => ({
    peer: scene.withPeer({
      certificates: [{ slot: 1, pem: expired.certificate }],
      extensions: new Map([[fingerprint, untilMs]]),
    }),
  })
  const forged = await scene.forge({ key: expired })
  const during = scene.read(forged, extended(fingerprintOf(expired.certificate), scene.nowMs + 1))
  expect(during.assertion).toBeDefined()
  expect(during.lines).toContainEqual(
    expect.objectContaining({ outcome: 'warning', finding: 'saml-certificate-extended' }),
  )
  for (const [fingerprint, untilMs] of [
    [fingerprintOf(expired.certificate), scene.nowMs],
    [fingerprintOf(scene.idp.certificate), scene.nowMs + day],
  ] as const) {
    expect(scene.read(forged, extended(fingerprint, untilMs)).finding).toBe('saml-certificate-expired')
  }
})

it('a certificate of tomorrow is refused', async () => {
  const read = scene.read(await scene.forge({ key: early }), withCertificates(early.certificate))
  expect(read.finding).toBe('saml-certificate-early')
})

it('an expired certificate in one slot does not stop the other', async () => {
  const read = scene.read(await scene.forge(), withCertificates(expired.certificate, scene.idp.certificate))
  expect(read.assertion?.signedBy.slot).toBe(2)
})

it('with both signed, an expired certificate of either is refused', async () => {
  const inner = await scene.forgeXml({ key: scene.idp, sign: 'assertion' })
  const outerExpired = await scene.forge({ key: expired, sign: 'response', beforeSigning: () => inner })
  const both = withCertificates(expired.certificate, scene.idp.certificate)
  expect(scene.read(outerExpired, both).finding).toBe('saml-certificate-expired')
})
