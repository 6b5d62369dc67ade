import { createHmac } from 'node:crypto'

import { expect, it } from 'vitest'

import { ns, rsaSha256 } from '../names.ts'
import { samlScene, toBase64 } from '../testing/scene.ts'

const scene = samlScene()
const enveloped = `${ns.signature}enveloped-signature`

it.each([
  ['the signature in SHA-1', { signatureAlgorithm: `${ns.signature}rsa-sha1` }],
  ['the digest in SHA-1', { digestAlgorithm: `${ns.signature}sha1` }],
  ['RSA-PSS, which is not accepted', { signatureAlgorithm: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' }],
  ['canonicalisation with comments', { canonicalization: `${ns.exclusive}WithComments` }],
  ['inclusive canonicalisation', { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }],
  ['a transform with comments', { transforms: [enveloped, `${ns.exclusive}WithComments`] }],
  ['an inclusive transform', { transforms: [enveloped, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'] }],
  ['two canonicalisations', { transforms: [ns.exclusive, ns.exclusive] }],
  ['transforms in another order', { transforms: [ns.exclusive, enveloped] }],
])('%s is refused, however well it verifies', async (_, signing) => {
  for (const sign of ['assertion', 'response'] as const) {
    expect(scene.read(await scene.forge({ sign, signing })).finding).toBe('saml-signature-algorithm')
  }
})

it.each([
  ['three transforms', [enveloped, ns.exclusive, ns.exclusive]],
  ['only the enveloped transform', [enveloped]],
  ['many transforms', [enveloped, ...Array.from({ length: 200 }, () => ns.exclusive)]],
])('%s: refused', async (_, transforms) => {
  expect(scene.read(await scene.forge({ signing: { transforms } })).finding).toBe('saml-signature-layout')
})

it.each([
  ['no transforms', (xml: string) => xml.replace(/<ds:Transforms>[\s\S]*?<\/ds:Transforms>/, '')],
  [
    'an XPath in a transform',
    (xml: string) =>
      xml.replace('enveloped-signature"/>', 'enveloped-signature"><ds:XPath>1</ds:XPath></ds:Transform>'),
  ],
  ['a reference to the whole document', (xml: string) => xml.replace('URI="#_assertion"', 'URI=""')],
  ['a reference without URI', (xml: string) => xml.replace(' URI="#_assertion"', '')],
  ['a reference to a file', (xml: string) => xml.replace('URI="#_assertion"', 'URI="file:///etc/passwd"')],
  ['a reference by XPointer', (xml: string) => xml.replace('URI="#_assertion"', `URI="#xpointer(id('_assertion'))"`)],
  [
    'a length for the signature method',
    (xml: string) =>
      xml.replace(`${rsaSha256}"/>`, `${rsaSha256}"><ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>`),
  ],
  ['an element more in SignedInfo', (xml: string) => xml.replace('</ds:SignedInfo>', '<ds:Manifest/></ds:SignedInfo>')],
  ['two references', (xml: string) => xml.replace(/<ds:Reference[\s\S]*?<\/ds:Reference>/, (one) => one + one)],
])('%s: refused, though the signer meant it', async (_, editSignedInfo) => {
  const xml = await scene.forgeXml({ signing: { editSignedInfo } })
  expect(scene.read(toBase64(xml))).toMatchObject({ assertion: undefined, finding: 'saml-signature-layout' })
})

it.each([`${ns.signature}hmac-sha1`, 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'])(
  'HMAC keyed with the public certificate is refused: %s',
  async (hmac) => {
    const xml = await scene.forgeXml()
    const forged = xml
      .replace(rsaSha256, hmac)
      .replace(
        /(<ds:SignatureValue>)[^<]*/,
        (_, tag: string) => tag + createHmac('sha256', scene.idp.certificate).update('SignedInfo').digest('base64'),
      )
    expect(scene.read(toBase64(forged))).toMatchObject({
      finding: 'saml-signature-algorithm',
      evidence: { found: hmac },
    })
  },
)

it('an algorithm that is spelled almost right is another one', async () => {
  const xml = (await scene.forgeXml()).replace(rsaSha256, `${rsaSha256} `)
  expect(scene.read(toBase64(xml)).finding).toBe('saml-signature-algorithm')
})
