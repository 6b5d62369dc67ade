import { expect, it } from 'vitest'

import { ns } from '../names.ts'
import { encryptText } from '../testing/forge-response.ts'
import { samlScene, toBase64, type Outcome } from '../testing/scene.ts'

const scene = samlScene()
const next = scene.stranger

/** What both the person and the administrator may learn of a decryption that failed. */
const failure = ({ finding, evidence, assertion }: Outcome) => ({ finding, evidence, assertion })
const changed = (xml: string, pattern: RegExp) =>
  xml.replace(pattern, (_, before: string, first: string) => before + (first === 'A' ? 'B' : 'A'))

it('every one of our keys is tried: current, previous and next', async () => {
  const forged = await scene.forge({ encryptFor: scene.ours })
  const decryption = [next.privateKey, scene.ours.privateKey]
  expect(scene.read(forged, { self: { ...scene.self, decryption } }).assertion).toBeDefined()
})

it.each(['aes128-gcm', 'aes256-gcm'])('%s', async (cipher) => {
  const encryptFor = { ...scene.ours, content: `${ns.encryption11}${cipher}` }
  expect(scene.read(await scene.forge({ encryptFor })).assertion).toBeDefined()
})

it('every failed decryption gets the same answer', async () => {
  const xml = await scene.forgeXml({ encryptFor: scene.ours })
  const cipherValue = '<(?:xenc:|e:)?CipherValue>'
  const spoilt = {
    'the key cannot be opened': changed(xml, new RegExp(`(${cipherValue})(.)`)),
    'the text was changed': changed(xml, new RegExp(`(<xenc:CipherData>\\s*<xenc:CipherValue>[^<]{40})(.)`)),
    'the text was cut': xml.replace(
      /(<xenc:CipherValue>[^<]{12})[^<]*(<\/xenc:CipherValue>\s*<\/xenc:CipherData>\s*<\/xenc:EncryptedData>)/,
      '$1$2',
    ),
    'another key': await scene.forgeXml({ encryptFor: next }),
  }
  const failures = Object.values(spoilt).map((one) => failure(scene.read(toBase64(one))))
  expect(Object.values(spoilt).every((one) => one !== xml)).toBe(true)
  expect(new Set(failures.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(failures[0]).toMatchObject({ finding: 'saml-decryption-failed', assertion: undefined })
})

it.each([
  ['AES-CBC', { content: `${ns.encryption}aes256-cbc` }],
  ['triple DES', { content: `${ns.encryption}tripledes-cbc` }],
  ['RSA with PKCS#1 1.5', { transport: `${ns.encryption}rsa-1_5` }],
])('%s is refused', async (_, algorithms) => {
  const read = scene.read(await scene.forge({ encryptFor: { ...scene.ours, ...algorithms } }))
  expect(read).toMatchObject({ assertion: undefined, finding: 'saml-decryption-failed' })
})

it('AES-CBC is refused too behind a part that only the library reads, by its local name', async () => {
  const xml = await scene.forgeXml({ encryptFor: { ...scene.ours, content: `${ns.encryption}aes256-cbc` } })
  const cbc = `<x:EncryptionMethod xmlns:x="urn:x" Algorithm="${ns.encryption}aes256-cbc"/>`
  const method = /<(\w+:)?EncryptionMethod Algorithm="[^"]*aes256-cbc"\s*\/>/
  expect(xml).toMatch(method)
  for (const other of [
    cbc,
    cbc.replaceAll('x:', 'xenc:').replace('xmlns:xenc:="urn:x"', '').replace('xmlns:xenc="urn:x" ', ''),
  ]) {
    const gcm = `<xenc:EncryptionMethod Algorithm="${ns.encryption11}aes256-gcm"/>`
    const read = scene.read(toBase64(xml.replace(method, other + gcm)))
    expect(read).toMatchObject({ assertion: undefined, finding: 'saml-decryption-failed' })
  }
})

it.each(['aes128-cbc', 'aes256-cbc'])(
  '%s is taken only where it is allowed and the response around it is signed',
  async (cipher) => {
    const encryptFor = { ...scene.ours, content: `${ns.encryption}${cipher}` }
    const allowed = { peer: scene.withPeer({ allowCbcWhenSigned: true }) }
    for (const sign of ['response', 'both'] as const) {
      const forged = await scene.forge({ sign, encryptFor })
      expect(scene.read(forged, allowed).assertion?.nameId?.value).toBe('ada@idp.example')
      expect(scene.read(forged).finding).toBe('saml-decryption-failed')
    }
    expect(scene.read(await scene.forge({ sign: 'assertion', encryptFor }), allowed).finding).toBe(
      'saml-decryption-failed',
    )
  },
)

it('a signature prevents attempts with modified AES-CBC ciphertexts', async () => {
  const encryptFor = { ...scene.ours, content: `${ns.encryption}aes128-cbc` }
  const xml = await scene.forgeXml({ sign: 'response', encryptFor })
  const spoilt = changed(xml, /(<xenc:CipherData>\s*<xenc:CipherValue>[^<]{40})(.)/)
  const read = scene.read(toBase64(spoilt), { peer: scene.withPeer({ allowCbcWhenSigned: true }) })
  expect(spoilt).not.toBe(xml)
  expect(read.finding).toBe('saml-signature-wrong')
})

it('triple DES and PKCS#1 1.5 are refused there too', async () => {
  const allowed = { peer: scene.withPeer({ allowCbcWhenSigned: true }) }
  for (const change of [
    { content: `${ns.encryption}tripledes-cbc` },
    { content: `${ns.encryption}aes128-cbc`, transport: `${ns.encryption}rsa-1_5` },
  ]) {
    const forged = await scene.forge({ sign: 'both', encryptFor: { ...scene.ours, ...change } })
    expect(scene.read(forged, allowed).finding).toBe('saml-decryption-failed')
  }
})

it.each(['assertion', 'response', 'both'] as const)(
  'an assertion in clear is refused where encryption is required, signed: %s',
  async (sign) => {
    const required = { peer: scene.withPeer({ requireEncryptedAssertions: true }) }
    expect(scene.read(await scene.forge({ sign }), required).finding).toBe('saml-not-encrypted')
    expect(scene.read(await scene.forge({ sign })).finding).toBeUndefined()
    expect(scene.read(await scene.forge({ sign, encryptFor: scene.ours }), required).finding).toBeUndefined()
  },
)

it('an encrypted name does not make an assertion an encrypted one', async () => {
  const name = await encryptText(`<saml:NameID xmlns:saml="${ns.assertion}">ada</saml:NameID>`, scene.ours)
  const beforeSigning = (xml: string) =>
    xml.replace(/<saml:NameID>[^<]*<\/saml:NameID>/, () => `<saml:EncryptedID>${name}</saml:EncryptedID>`)
  const required = { peer: scene.withPeer({ requireEncryptedAssertions: true }) }
  expect(scene.read(await scene.forge({ beforeSigning }), required).finding).toBe('saml-not-encrypted')
})

it('encryption does not authenticate: an unsigned assertion is rejected', async () => {
  expect(scene.read(await scene.forge({ sign: 'none', encryptFor: scene.ours })).finding).toBe('saml-signature-missing')
})

it('an assertion signed and encrypted by a stranger is rejected', async () => {
  expect(scene.read(await scene.forge({ key: scene.stranger, encryptFor: scene.ours })).finding).toBe(
    'saml-certificate-other',
  )
})

it('the rules hold inside too: one assertion, no DOCTYPE, signatures in their place', async () => {
  const inside = async (text: string) =>
    scene.read(
      toBase64(
        (await scene.forgeXml({ encryptFor: scene.ours })).replace(
          /(<saml:EncryptedAssertion[^>]*>)[\s\S]*(<\/saml:EncryptedAssertion>)/,
          `$1${await encryptText(text, scene.ours)}$2`,
        ),
      ),
    ).finding
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(await scene.forgeXml())?.[0] ?? ''
  const signature = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(assertion)?.[0] ?? ''
  const namespace = `xmlns:saml="${ns.assertion}"`
  expect(await inside(assertion)).toBeUndefined()
  expect(await inside(`<!DOCTYPE x>${assertion}`)).toBe('saml-message-forbidden')
  expect(await inside(`<x>${assertion}</x>`)).toBe('saml-assertion-count')
  expect(
    await inside(
      assertion.replace(
        '<saml:Subject>',
        `<saml:Advice>${assertion.replaceAll('_assertion', '_b')}</saml:Advice><saml:Subject>`,
      ),
    ),
  ).toBe('saml-assertion-count')
  expect(await inside(`<saml:Response ${namespace}/>`)).toBe('saml-assertion-count')
  expect(
    await inside(
      assertion
        .replace(signature, '')
        .replace('<saml:Subject>', () => `<saml:Advice>${signature}</saml:Advice><saml:Subject>`),
    ),
  ).toBe('saml-signature-layout')
  expect(await inside('not xml')).toBe('saml-message-unreadable')
})

it('a key beside the data, and not in its KeyInfo, is found', async () => {
  const xml = await scene.forgeXml({ encryptFor: scene.ours })
  const key = /<(\w+:)?EncryptedKey[\s\S]*<\/\1EncryptedKey>/.exec(xml)?.[0] ?? ''
  expect(key).not.toBe('')
  const beside = xml.replace(key, '').replace('</saml:EncryptedAssertion>', () => `${key}</saml:EncryptedAssertion>`)
  expect(scene.read(toBase64(beside)).finding).toBeUndefined()
})

it('a plain and an encrypted assertion in one response are two', async () => {
  const xml = await scene.forgeXml({ encryptFor: scene.ours })
  const plain = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(await scene.forgeXml({ sign: 'none' }))?.[0] ?? ''
  expect(scene.read(toBase64(xml.replace('</samlp:Response>', () => `${plain}</samlp:Response>`))).finding).toBe(
    'saml-assertion-count',
  )
})
