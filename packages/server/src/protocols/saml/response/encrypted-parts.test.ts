import { describe, expect, it } from 'vitest'

import { openLogout } from '../logout/read-message.ts'
import { readLogoutRequest } from '../logout/logout-request.ts'
import { soapEnvelope } from '../logout/soap.ts'
import { ns } from '../names.ts'
import { outgoing } from '../requests/outgoing.ts'
import { encryptText } from '../testing/forge-response.ts'
import { observedAny, samlScene } from '../testing/scene.ts'
import { signXml } from '../testing/sign-xml.ts'
import type { LogoutMessage, ReadLogoutOptions } from '../types.ts'

const scene = samlScene()
const cbc = `${ns.encryption}aes256-cbc`
const nameIdXml = (value = 'G & 1') =>
  `<saml:NameID xmlns:saml="${ns.assertion}" Format="urn:f" NameQualifier="nq">${value.replace('&', '&amp;')}</saml:NameID>`
const attributeXml = (name: string, value: string) =>
  `<saml:Attribute xmlns:saml="${ns.assertion}" Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`

/** SAML core 2.2.4 and 2.7.3.2. */
const encrypted = async (name: 'EncryptedID' | 'EncryptedAttribute', text: string, content?: string) =>
  `<saml:${name} xmlns:saml="${ns.assertion}">${await encryptText(text, { ...scene.ours, ...(content && { content }) })}</saml:${name}>`

const read = async (
  beforeSigning: (xml: string) => string,
  o: { sign?: 'assertion' | 'response' | 'both' | 'none'; encryptFor?: typeof scene.ours } = {},
  options: Partial<Parameters<typeof scene.read>[1]> = {},
) => scene.read(await scene.forge({ attributes: { mail: ['a@idp.example'] }, ...o, beforeSigning }), options)

const withNameId = (xml: string) => (message: string) => message.replace(/<saml:NameID>[^<]*<\/saml:NameID>/, () => xml)
const withAttributes = (xml: string) => (message: string) =>
  message.replace('</saml:AttributeStatement>', () => `${xml}</saml:AttributeStatement>`)

describe('an assertion', () => {
  it.each(['assertion', 'response', 'both'] as const)(
    'has its EncryptedID read verbatim, signed: %s (SAML core 2.2.4)',
    async (sign) => {
      const { assertion, lines } = await read(withNameId(await encrypted('EncryptedID', nameIdXml())), { sign })
      expect(assertion?.nameId).toEqual({ value: 'G & 1', format: 'urn:f', nameQualifier: 'nq', spNameQualifier: null })
      expect(lines).toContainEqual(expect.objectContaining({ check: 'decryption', outcome: 'passed' }))
    },
  )

  it('may be encrypted around its EncryptedID', async () => {
    const xml = await encrypted('EncryptedID', nameIdXml())
    expect((await read(withNameId(xml), { encryptFor: scene.ours })).assertion?.nameId?.value).toBe('G & 1')
  })

  it('has its EncryptedAttribute elements read among the others (SAML core 2.7.3.2)', async () => {
    const two = [attributeXml('groups', 'staff'), attributeXml('mail', 'b@idp.example')]
    const all = await Promise.all(two.map((one) => encrypted('EncryptedAttribute', one)))
    const { assertion, lines } = await read(withAttributes(all.join('')))
    expect(assertion?.attributes.get('groups')).toEqual(['staff'])
    expect(assertion?.attributes.get('mail')).toEqual(['a@idp.example', 'b@idp.example'])
    expect(lines.filter((one) => one.check === 'decryption')).toHaveLength(1)
  })

  it('may name the presenter of a confirmation in an EncryptedID, which nothing reads (SAML core 2.4.1.1)', async () => {
    const presenter = `<saml:EncryptedID xmlns:saml="${ns.assertion}">${await encryptText(nameIdXml(), scene.stranger)}</saml:EncryptedID>`
    const found = await read((xml) =>
      xml.replace('<saml:SubjectConfirmationData', () => `${presenter}<saml:SubjectConfirmationData`),
    )
    expect(found.assertion?.nameId?.value).toBe('ada@idp.example')
  })

  it('names no person when it has a name in clear and an encrypted one, or two encrypted ones', async () => {
    const id = (await encrypted('EncryptedID', nameIdXml())).replaceAll(/ Id="[^"]*"/g, '')
    expect((await read(withNameId(`${nameIdXml()}${id}`))).assertion?.nameId).toBeNull()
    expect((await read(withNameId(`${id}${id}`))).assertion?.nameId).toBeNull()
  })

  it.each([
    ['an assertion', `<saml:Assertion xmlns:saml="${ns.assertion}" ID="_x"/>`, 'EncryptedID with Assertion'],
    ['an attribute', attributeXml('a', 'b'), 'EncryptedID with Attribute'],
    ['another name of that spelling', '<NameID>ada</NameID>', 'EncryptedID with NameID'],
    ['two names', nameIdXml() + nameIdXml(), 'EncryptedID with 2 elements'],
    ['no element', 'ada', 'EncryptedID with 0 elements'],
  ])('whose EncryptedID contains %s is refused by name', async (_, text, what) => {
    const found = await read(withNameId(await encrypted('EncryptedID', text)))
    expect(found).toMatchObject({ finding: 'saml-message-unreadable', evidence: { what } })
  })

  it.each(['UTF-8', 'UTF-7'])('may have an XML declaration in its EncryptedID, of %s too', async (encoding) => {
    const text = `<?xml version="1.0" encoding="${encoding}"?>${nameIdXml()}`
    expect((await read(withNameId(await encrypted('EncryptedID', text)))).assertion?.nameId?.value).toBe('G & 1')
  })

  it('with a DOCTYPE in its EncryptedID is refused', async () => {
    const found = await read(withNameId(await encrypted('EncryptedID', `<!DOCTYPE x>${nameIdXml()}`)))
    expect(found.finding).toBe('saml-message-forbidden')
  })

  it('gets the same answer for every failure, and the answer names the element', async () => {
    const xml = await encrypted('EncryptedID', nameIdXml())
    const other = `<saml:EncryptedID xmlns:saml="${ns.assertion}">${await encryptText(nameIdXml(), scene.stranger)}</saml:EncryptedID>`
    const cut = xml.replace(/(<xenc:CipherValue>[^<]{12})[^<]*/, '$1')
    const found = await Promise.all([other, cut].map((one) => read(withNameId(one))))
    const answers = found.map(({ finding, evidence, assertion }) => JSON.stringify({ finding, evidence, assertion }))
    expect(cut).not.toBe(xml)
    expect(new Set(answers).size).toBe(1)
    expect(found[0]).toMatchObject({ finding: 'saml-decryption-failed', evidence: { element: 'EncryptedID' } })
  })

  it('with AES-CBC in its parts is read only where the setting allows it', async () => {
    const change = withNameId(await encrypted('EncryptedID', nameIdXml(), cbc))
    const allowed = { peer: scene.withPeer({ allowCbcWhenSigned: true }) }
    expect((await read(change, {}, allowed)).assertion?.nameId?.value).toBe('G & 1')
    expect((await read(change)).finding).toBe('saml-decryption-failed')
  })

  it('with more than 32 encrypted elements is refused', async () => {
    const one = await encrypted('EncryptedAttribute', attributeXml('a', 'b'))
    const many = (count: number) =>
      withAttributes(
        Array.from({ length: count }, () => one)
          .join('')
          .replaceAll(/ Id="[^"]*"/g, ''),
      )
    expect((await read(many(32))).assertion?.attributes.get('a')).toHaveLength(32)
    expect(await read(many(33))).toMatchObject({
      finding: 'saml-message-forbidden',
      evidence: { what: 'more than 32 encrypted elements' },
    })
  })

  it('is verified before any of its parts is decrypted', async () => {
    const change = withNameId(await encrypted('EncryptedID', nameIdXml()))
    expect((await read(change, { sign: 'none' }, { self: sealed })).finding).toBe('saml-signature-missing')
  })
})

/** Our side, with decryption keys that throw when used. */
const sealed = {
  ...scene.self,
  decryption: new Proxy<string[]>([], {
    get() {
      throw new Error('decrypted before the signature was verified')
    },
  }),
}

describe('where the encrypted key is', () => {
  const key = /<(\w+:)?EncryptedKey[\s\S]*<\/\1EncryptedKey>/
  const keyInfo = /<(\w+:)?KeyInfo[\s\S]*<\/\1KeyInfo>/
  const places: Record<string, (xml: string) => string> = {
    'in the KeyInfo of the data': (xml) => xml,
    'beside the data, without KeyInfo': (xml) => moved(xml, ''),
    'beside the data, before it': (xml) =>
      xml.replace(keyInfo, '').replace('<xenc:EncryptedData', () => `${keyOf(xml)}<xenc:EncryptedData`),
    'referenced by RetrievalMethod (XML Signature 1.1 section 4.5.3)': (xml) =>
      moved(
        xml,
        `<ds:KeyInfo xmlns:ds="${ns.signature}"><ds:RetrievalMethod Type="${ns.encryption}EncryptedKey" URI="#_key"/></ds:KeyInfo>`,
      ),
    'referenced by KeyInfoReference (XML Signature 1.1 section 4.5.10)': (xml) =>
      xml.replace(
        keyInfo,
        () =>
          `<ds:KeyInfo xmlns:ds="${ns.signature}"><dsig11:KeyInfoReference xmlns:dsig11="${ns.signature11}" URI="#_info"/>` +
          `<ds:KeyInfo Id="_info">${keyOf(xml)}</ds:KeyInfo></ds:KeyInfo>`,
      ),
  }
  const keyOf = (xml: string) => (key.exec(xml)?.[0] ?? '').replace('EncryptedKey', 'EncryptedKey Id="_key"')
  const moved = (xml: string, info: string) =>
    xml.replace(keyInfo, () => info).replace('</xenc:EncryptedData>', () => `</xenc:EncryptedData>${keyOf(xml)}`)

  it.each(Object.keys(places))('%s', async (name) => {
    const xml = await encrypted('EncryptedID', nameIdXml())
    const change = places[name] ?? ((text: string) => text)
    expect(keyOf(xml)).not.toBe('')
    expect((await read(withNameId(change(xml)))).assertion?.nameId?.value).toBe('G & 1')
    const assertion = await scene.forgeXml({ encryptFor: scene.ours })
    expect(scene.read(Buffer.from(change(assertion)).toString('base64')).finding).toBeUndefined()
  })

  const forOther = async () =>
    (key.exec(await encryptText('x', scene.stranger))?.[0] ?? '').replace(/<(\w+:)?KeyInfo[\s\S]*<\/\1KeyInfo>/, '')

  it.each([
    [
      'ours last, by its recipient',
      6,
      (own: string) => own.replace('EncryptedKey', `EncryptedKey Recipient="${scene.self.entityId}"`),
    ],
    ['ours last, by the reference', 6, (own: string) => own.replace('EncryptedKey', 'EncryptedKey Id="_ours"')],
    ['ours second, without a name', 1, (own: string) => own],
  ])('among the keys of several recipients: %s (SAML core 2.2.4)', async (_, before, named) => {
    const xml = await encrypted('EncryptedID', nameIdXml())
    const own = (key.exec(xml)?.[0] ?? '').replace(/ Id="[^"]*"/, '')
    const others = Array.from({ length: before }, forOther)
    const beside = `${(await Promise.all(others)).join('')}${named(own)}`
    const reference = `<ds:KeyInfo xmlns:ds="${ns.signature}"><ds:RetrievalMethod URI="#_ours"/></ds:KeyInfo>`
    const several = xml
      .replace(keyInfo, () => reference)
      .replace('</xenc:EncryptedData>', () => `</xenc:EncryptedData>${beside}`)
    expect((await read(withNameId(several))).assertion?.nameId?.value).toBe('G & 1')
  })

  it('at most four attempts are made: ours after four others is not found', async () => {
    const xml = await encrypted('EncryptedID', nameIdXml())
    const others = (await Promise.all(Array.from({ length: 4 }, forOther))).join('')
    const beside = (keys: string) =>
      read(withNameId(xml.replace(keyInfo, '').replace('</xenc:EncryptedData>', () => `</xenc:EncryptedData>${keys}`)))
    const own = key.exec(xml)?.[0] ?? ''
    expect((await beside(others + own)).finding).toBe('saml-decryption-failed')
    expect((await beside(own + others)).finding).toBeUndefined()
  })
})

describe('the namespaces around the encrypted element', () => {
  it('hold for the decrypted one (XML Encryption 1.0 section 4.3.3)', async () => {
    const bare = (xml: string) => xml.replace(` xmlns:saml="${ns.assertion}"`, '')
    const id = await encrypted('EncryptedID', bare(nameIdXml()))
    expect((await read(withNameId(id))).assertion?.nameId?.value).toBe('G & 1')
    const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(await scene.forgeXml())?.[0] ?? ''
    const around = `<saml:EncryptedAssertion xmlns:saml="${ns.assertion}">${await encryptText(bare(assertion), scene.ours)}</saml:EncryptedAssertion>`
    const response = (await scene.forgeXml({ sign: 'none' })).replace(
      /<saml:Assertion[\s\S]*<\/saml:Assertion>/,
      () => around,
    )
    expect(scene.read(Buffer.from(response).toString('base64')).assertion?.nameId?.value).toBe('ada@idp.example')
  })

  it('do not change a signed name', async () => {
    const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(await scene.forgeXml())?.[0] ?? ''
    const bare = assertion.replace(` xmlns:saml="${ns.assertion}"`, '')
    const around = `<s:EncryptedAssertion xmlns:s="${ns.assertion}" xmlns:saml="urn:other">${await encryptText(bare, scene.ours)}</s:EncryptedAssertion>`
    const response = (await scene.forgeXml({ sign: 'none' })).replace(
      /<saml:Assertion[\s\S]*<\/saml:Assertion>/,
      () => around,
    )
    expect(scene.read(Buffer.from(response).toString('base64')).finding).toBe('saml-assertion-count')
  })
})

describe.each(['redirect', 'post', 'soap'] as const)('a logout request by %s', (binding) => {
  const soapUrl = 'https://portico.example/slo/soap'
  const self = { ...scene.self, sloSoapUrl: soapUrl }
  const requestXml = (identifier: string) =>
    `<samlp:LogoutRequest xmlns:samlp="${ns.protocol}" xmlns:saml="${ns.assertion}" ID="_x" Version="2.0" ` +
    `IssueInstant="${new Date(scene.nowMs).toISOString()}" Destination="${binding === 'soap' ? soapUrl : self.sloUrl}">` +
    `<saml:Issuer>${scene.peer.entityId}</saml:Issuer>${identifier}</samlp:LogoutRequest>`

  function message(xml: string, key: { privateKey: string; certificate: string } | null = scene.idp): LogoutMessage {
    if (binding === 'redirect') {
      const sent = outgoing({
        parameter: 'SAMLRequest',
        xml,
        binding,
        address: self.sloUrl,
        relayState: null,
        signing: key ?? scene.idp,
      })
      const query = sent.kind === 'redirect' ? (sent.url.split('?')[1] ?? '') : ''
      return { binding, rawQuery: key === null ? query.replace(/&SigAlg=.*/, '') : query }
    }
    const text = key === null ? xml : signXml(xml, '/*', key)
    if (binding === 'soap') return { binding, envelope: soapEnvelope(text) }
    return { binding, fields: { SAMLRequest: Buffer.from(text).toString('base64') } }
  }

  const readRequest = (received: LogoutMessage, o: Partial<ReadLogoutOptions> = {}) =>
    observedAny((checks) =>
      readLogoutRequest(openLogout(received, 'request', checks), { ...scene.logoutOptions(checks), self, ...o }),
    )

  it('names the person in an EncryptedID (SAML core 3.7.1)', async () => {
    const { result } = readRequest(message(requestXml(await encrypted('EncryptedID', nameIdXml()))))
    expect(result?.nameId).toEqual({ value: 'G & 1', format: 'urn:f', nameQualifier: 'nq', spNameQualifier: null })
  })

  it('is verified before it is decrypted: unsigned, or by another key', async () => {
    const xml = requestXml(await encrypted('EncryptedID', nameIdXml()))
    expect(readRequest(message(xml, null), { self: { ...sealed, sloSoapUrl: soapUrl } }).finding).toBe(
      'saml-signature-missing',
    )
    expect(readRequest(message(xml, scene.stranger), { self: { ...sealed, sloSoapUrl: soapUrl } }).finding).toBe(
      binding === 'redirect' ? 'saml-signature-wrong' : 'saml-certificate-other',
    )
  })

  it('that is encrypted for another party is refused', async () => {
    const other = `<saml:EncryptedID>${await encryptText(nameIdXml(), scene.stranger)}</saml:EncryptedID>`
    expect(readRequest(message(requestXml(other))).finding).toBe('saml-decryption-failed')
  })
})
