import { expect, it } from 'vitest'

import { samlScene } from '../testing/scene.ts'

const scene = samlScene()
const signings = ['assertion', 'response', 'both'] as const

it.each(signings)('a response with its %s signed is read', async (sign) => {
  const { assertion, lines } = scene.read(
    await scene.forge({ sign, attributes: { groups: ['Staff', ' Admins\n'], empty: [''] }, sessionIndex: 's1' }),
  )
  expect(assertion).toMatchObject({
    assertionId: '_assertion',
    responseId: '_response',
    issuer: scene.peer.entityId,
    nameId: { value: 'ada@idp.example', format: null, nameQualifier: null, spNameQualifier: null },
    sessionIndex: 's1',
    sessionNotOnOrAfterMs: null,
    authenticatedMs: scene.nowMs - 1000,
    issuedMs: scene.nowMs,
    replayUntilMs: scene.nowMs + 300_000 + 120_000,
    signedBy: { slot: 1 },
    authnContextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
  })
  expect(assertion?.attributes.get('groups')).toEqual(['Staff', 'Admins'])
  expect(assertion?.attributes.get('empty')).toEqual([])
  expect(lines.map((line) => `${line.check} ${line.outcome}`)).toEqual(
    [
      'message',
      'status',
      'signature',
      'certificate',
      'issuer',
      'destination',
      'audience',
      'confirmation',
      'in-response-to',
      'time',
    ].map((check) => `${check} passed`),
  )
})

it.each(signings)('a response with an encrypted assertion, its %s signed, is read', async (sign) => {
  const { assertion, lines } = scene.read(await scene.forge({ sign, encryptFor: scene.ours }))
  expect(assertion?.nameId?.value).toBe('ada@idp.example')
  expect(lines.map((line) => line.check)).toContain('decryption')
})

const rename = (xml: string, protocol: string, assertion: string) =>
  xml
    .replaceAll('samlp:', protocol === '' ? '' : `${protocol}:`)
    .replaceAll('xmlns:samlp', protocol === '' ? 'xmlns' : `xmlns:${protocol}`)
    .replaceAll('xmlns:saml=', assertion === '' ? 'xmlns=' : `xmlns:${assertion}=`)
    .replaceAll('saml:', assertion === '' ? '' : `${assertion}:`)

it.each([
  ['Shibboleth and OpenSAML: saml2p and saml2', 'saml2p', 'saml2'],
  ['ADFS and Entra: the assertion in the default namespace', 'samlp', ''],
  ['both in default namespaces', '', ''],
])('%s', async (_, protocol, assertion) => {
  for (const sign of signings) {
    const read = scene.read(await scene.forge({ sign, beforeSigning: (xml) => rename(xml, protocol, assertion) }))
    expect(read.finding).toBeUndefined()
    expect(read.assertion?.nameId?.value).toBe('ada@idp.example')
  }
})

it('OpenSAML: typed values, declarations on each of them, and a PrefixList', async () => {
  const typed = (xml: string) =>
    xml.replaceAll(
      '<saml:AttributeValue>',
      '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
    )
  const read = scene.read(
    await scene.forge({
      attributes: { groups: ['a', 'b'] },
      beforeSigning: typed,
      signing: { inclusivePrefixes: ['xs'] },
    }),
  )
  expect(read.assertion?.attributes.get('groups')).toEqual(['a', 'b'])
})

it('a PrefixList that names a prefix declared around the signed element', async () => {
  const declared = (xml: string) =>
    xml
      .replace(
        '<samlp:Response ',
        '<samlp:Response xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ',
      )
      .replaceAll('<saml:AttributeValue>', '<saml:AttributeValue xsi:type="xs:string">')
  const read = scene.read(
    await scene.forge({
      attributes: { groups: ['a'] },
      beforeSigning: declared,
      signing: { inclusivePrefixes: ['xs'] },
    }),
  )
  expect(read.assertion?.attributes.get('groups')).toEqual(['a'])
})

it('SimpleSAMLphp: set on several lines, with an XML declaration and a comment', async () => {
  const spread = (xml: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n${xml.replaceAll('><', '>\n  <')}\n`
  const read = scene.read(await scene.forge({ sign: 'both', beforeSigning: spread }))
  expect(read.assertion?.nameId?.value).toBe('ada@idp.example')
})

it('Salesforce: several groups in one value stay one value, for the mapping to part', async () => {
  const read = scene.read(await scene.forge({ attributes: { PermissionSets: ['Sales;Support'] } }))
  expect(read.assertion?.attributes.get('PermissionSets')).toEqual(['Sales;Support'])
})

it('ADFS: claim URIs as names, and no NameID without a rule for it', async () => {
  const upn = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn'
  const read = scene.read(await scene.forge({ nameId: null, attributes: { [upn]: ['ada@corp.example'] } }))
  expect(read.assertion?.nameId).toBeNull()
  expect(read.assertion?.attributes.get(upn)).toEqual(['ada@corp.example'])
})

it('Java: line ends written as character references inside the signature', async () => {
  const lines = (xml: string) =>
    xml.replace(
      /(<ds:SignatureValue>)([^<]+)/,
      (_, tag: string, value: string) => tag + value.replace(/.{76}/g, '$&&#13;\n'),
    )
  expect(scene.read(await scene.forge({ afterSigning: lines })).finding).toBeUndefined()
})

it.each(['rsa-sha384', 'rsa-sha512'])('%s is good enough', async (algorithm) => {
  const signatureAlgorithm = `http://www.w3.org/2001/04/xmldsig-more#${algorithm}`
  expect(scene.read(await scene.forge({ signing: { signatureAlgorithm } })).finding).toBeUndefined()
})

it.each(['http://www.w3.org/2001/04/xmldsig-more#sha384', 'http://www.w3.org/2001/04/xmlenc#sha512'])(
  'the digest %s is good enough',
  async (digestAlgorithm) => {
    expect(scene.read(await scene.forge({ signing: { digestAlgorithm } })).finding).toBeUndefined()
  },
)

it('a name with its format and qualifiers comes out verbatim', async () => {
  const read = scene.read(
    await scene.forge({
      beforeSigning: (xml) =>
        xml.replace(
          '<saml:NameID>ada@idp.example',
          '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" NameQualifier="q &amp; r" SPNameQualifier="s"> G-1 ',
        ),
    }),
  )
  expect(read.assertion?.nameId).toEqual({
    value: ' G-1 ',
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    nameQualifier: 'q & r',
    spNameQualifier: 's',
  })
})

it('values of one attribute in several statements come together, and names like __proto__ are names', async () => {
  const twice = (xml: string) =>
    xml.replace(
      '</saml:Assertion>',
      '<saml:AttributeStatement><saml:Attribute Name="__proto__"><saml:AttributeValue>b</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>',
    )
  const read = scene.read(await scene.forge({ attributes: { ['__proto__']: ['a'] }, beforeSigning: twice }))
  expect(read.assertion?.attributes.get('__proto__')).toEqual(['a', 'b'])
})

it('the end of the provider session is read, the earliest of several', async () => {
  const end = new Date(scene.nowMs + 3_600_000).toISOString()
  const read = scene.read(
    await scene.forge({
      beforeSigning: (xml) =>
        xml.replace('<saml:AuthnStatement ', `<saml:AuthnStatement SessionNotOnOrAfter="${end}" `),
    }),
  )
  expect(read.assertion?.sessionNotOnOrAfterMs).toBe(scene.nowMs + 3_600_000)
})

it('unsolicited, and the caller allows it', async () => {
  expect(scene.read(await scene.forge({ requestId: null }), { requestId: null }).finding).toBeUndefined()
})
