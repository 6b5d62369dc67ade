import { createHmac } from 'node:crypto'

import { expect, it } from 'vitest'

import { ns, referenceDigests, rsaSha256 } from '../names.ts'
import { samlScene, toBase64 } from '../testing/scene.ts'

const scene = samlScene()
const enveloped = `${ns.signature}enveloped-signature`

it.each([
  ['the signature in SHA-1', { signatureAlgorithm: `${ns.signature}rsa-sha1` }],
  ['the digest in SHA-1', { digestAlgorithm: `${ns.signature}sha1` }],
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

/** RFC 9231 sections 2.3.9 and 2.3.10. */
const more = 'http://www.w3.org/2007/05/xmldsig-more#'
const pssSigning = (method: string, saltLength: number, digest = 'sha256') => ({
  digest,
  saltLength,
  editSignedInfo: (xml: string) => xml.replace(/<ds:SignatureMethod [^>]*\/>/, () => method),
})
const named = (name: string) => `<ds:SignatureMethod Algorithm="${more}${name}"/>`
const withParameters = (parameters: string) =>
  `<ds:SignatureMethod Algorithm="${more}rsa-pss"><pss:RSAPSSParams xmlns:pss="${more}">${parameters}</pss:RSAPSSParams></ds:SignatureMethod>`
const digestMethod = (name: string) => {
  const uri = [...referenceDigests].find(([, one]) => one === name)?.[0] ?? `${ns.signature}${name}`
  return `<ds:DigestMethod Algorithm="${uri}"/>`
}
const mask = (content: string, algorithm = `${more}MGF1`) =>
  `<pss:MaskGenerationFunction Algorithm="${algorithm}">${content}</pss:MaskGenerationFunction>`
const salt = (bytes: number | string) => `<pss:SaltLength>${bytes}</pss:SaltLength>`
const both = (name: string) => digestMethod(name) + mask(digestMethod(name))

it.each<[string, string, number, string]>([
  ['SHA-256, named', named('sha256-rsa-MGF1'), 32, 'sha256'],
  ['SHA-384, named', named('sha384-rsa-MGF1'), 48, 'sha384'],
  ['SHA-512, named', named('sha512-rsa-MGF1'), 64, 'sha512'],
  ['no parameters', named('rsa-pss'), 32, 'sha256'],
  ['empty parameters', withParameters(''), 32, 'sha256'],
  [
    'SHA-256 in parameters',
    withParameters(both('sha256') + salt(32) + '<pss:TrailerField>1</pss:TrailerField>'),
    32,
    'sha256',
  ],
  ['SHA-512 in parameters, and its salt', withParameters(both('sha512')), 64, 'sha512'],
  ['a shorter salt', withParameters(both('sha384') + salt(20)), 20, 'sha384'],
])('RSA-PSS verifies: %s', async (_, method, saltLength, digest) => {
  for (const sign of ['assertion', 'response'] as const) {
    const signing = pssSigning(method, saltLength, digest)
    expect(scene.read(await scene.forge({ sign, signing })).finding).toBeUndefined()
  }
})

it.each<[string, string, number, string]>([
  ['SHA-1, named', named('sha1-rsa-MGF1'), 20, 'sha1'],
  ['SHA-224, named', named('sha224-rsa-MGF1'), 28, 'sha224'],
  ['SHA-1 in parameters', withParameters(both('sha1') + salt(20)), 20, 'sha1'],
  ['another hash in the mask', withParameters(digestMethod('sha256') + mask(digestMethod('sha512'))), 32, 'sha256'],
  ['the default hash in the mask of another', withParameters(digestMethod('sha512') + mask('')), 64, 'sha512'],
  ['another mask', withParameters(digestMethod('sha256') + mask(digestMethod('sha256'), `${more}MGF2`)), 32, 'sha256'],
  ['another trailer', withParameters(`${both('sha256')}<pss:TrailerField>2</pss:TrailerField>`), 32, 'sha256'],
  ['a salt length in hexadecimal', withParameters(both('sha256') + salt('0x20')), 32, 'sha256'],
])('RSA-PSS with %s is refused', async (_, method, saltLength, digest) => {
  const signing = pssSigning(method, saltLength, digest)
  expect(scene.read(await scene.forge({ signing })).finding).toBe('saml-signature-algorithm')
})

it.each<[string, string, number, string]>([
  ['a salt of another length', named('sha256-rsa-MGF1'), 20, 'sha256'],
  ['another hash', named('sha256-rsa-MGF1'), 32, 'sha512'],
])('RSA-PSS whose parameters do not match the signature is refused: %s', async (_, method, saltLength, digest) => {
  const signing = pssSigning(method, saltLength, digest)
  expect(scene.read(await scene.forge({ signing })).finding).toBe('saml-signature-wrong')
})

it('parameters of a method that has none are refused', async () => {
  const method = withParameters(both('sha256')).replace('#rsa-pss', '#sha256-rsa-MGF1')
  const found = scene.read(await scene.forge({ signing: pssSigning(method, 32) }))
  expect(found.finding).toBe('saml-signature-layout')
})

it('a PKCS #1 v1.5 signature is not accepted as RSA-PSS, nor the other way round', async () => {
  const xml = await scene.forgeXml()
  expect(scene.read(toBase64(xml.replace(rsaSha256, `${more}sha256-rsa-MGF1`))).finding).toBe('saml-signature-wrong')
  const signing = pssSigning(named('sha256-rsa-MGF1'), 32)
  const pss = (await scene.forgeXml({ signing })).replace(`${more}sha256-rsa-MGF1`, rsaSha256)
  expect(scene.read(toBase64(pss)).finding).toBe('saml-signature-wrong')
})
