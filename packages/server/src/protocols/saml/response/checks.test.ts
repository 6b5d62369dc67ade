import { describe, expect, it } from 'vitest'

import { samlScene, toBase64 } from '../testing/scene.ts'

const scene = samlScene()
const at = (secs: number) => new Date(scene.nowMs + secs * 1000).toISOString()
const signings = ['assertion', 'response', 'both'] as const

type Change = (xml: string) => string
type Case = readonly [name: string, finding: string, change: Change]

const set =
  (attribute: string, value: string | null, tag: string): Change =>
  (xml) =>
    xml.replace(new RegExp(`<${tag}[ >/][^>]*`), (whole) => {
      const bare = whole.replace(new RegExp(` ${attribute}="[^"]*"`), '')
      return value === null ? bare : bare.replace(`<${tag}`, `<${tag} ${attribute}="${value}"`)
    })

const bearer = /<saml:SubjectConfirmation Method="[^"]*bearer">[\s\S]*?<\/saml:SubjectConfirmation>/
const data = 'saml:SubjectConfirmationData'
const urn = 'urn:oasis:names:tc:SAML:2.0'

/** Responses that an honest provider signed and that must be rejected anyway. */
const cases: readonly Case[] = [
  ['Status=Requester', 'saml-status', set('Value', `${urn}:status:Requester`, 'samlp:StatusCode')],
  ['Status without code', 'saml-status', (xml) => xml.replace(/<samlp:StatusCode[^>]*>/, '')],
  ['no Status', 'saml-status', (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, '')],
  ['two status codes', 'saml-status', (xml) => xml.replace(/<samlp:StatusCode[^>]*>/, (one) => one + one)],
  ['a status that only ends in Success', 'saml-status', set('Value', 'Success', 'samlp:StatusCode')],
  ['Version 1.1 of the response', 'saml-version', set('Version', '1.1', 'samlp:Response')],
  ['no Version of the response', 'saml-version', set('Version', null, 'samlp:Response')],
  ['Version 1.1 of the assertion', 'saml-version', set('Version', '1.1', 'saml:Assertion')],
  [
    'another issuer of the response',
    'saml-issuer',
    (xml) => xml.replace(/(xmlns:saml="[^"]*">)https:\/\/idp/, '$1https://evil'),
  ],
  [
    'another issuer of the assertion',
    'saml-issuer',
    (xml) => xml.replace('<saml:Issuer>https://idp', '<saml:Issuer>https://evil'),
  ],
  [
    'an issuer that only begins like it',
    'saml-issuer',
    (xml) => xml.replace('metadata</saml:Issuer><saml:Subject>', 'metadata2</saml:Issuer><saml:Subject>'),
  ],
  [
    'two issuers of the assertion',
    'saml-issuer',
    (xml) => xml.replace(/<saml:Issuer>.*?<\/saml:Issuer>/, (one) => one + one),
  ],
  ['another Destination', 'saml-destination', set('Destination', 'https://other.example/acs', 'samlp:Response')],
  [
    'a Destination in capitals',
    'saml-destination',
    set('Destination', scene.self.acsUrl.toUpperCase(), 'samlp:Response'),
  ],
  ['an empty Destination', 'saml-destination', set('Destination', '', 'samlp:Response')],
  ['no Conditions', 'saml-conditions-missing', (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '')],
  [
    'an unknown condition',
    'saml-message-forbidden',
    (xml) => xml.replace('<saml:AudienceRestriction>', '<saml:Condition/><saml:AudienceRestriction>'),
  ],
  [
    'no audience restriction',
    'saml-audience',
    (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
  ],
  [
    'an audience restriction without audience',
    'saml-audience',
    (xml) => xml.replace(/<saml:Audience>.*<\/saml:Audience>/, ''),
  ],
  ['another audience', 'saml-audience', (xml) => xml.replace('<saml:Audience>https', '<saml:Audience>http')],
  [
    'a second restriction that leaves us out',
    'saml-audience',
    (xml) =>
      xml.replace(
        '</saml:Conditions>',
        '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
      ),
  ],
  ['no Subject', 'saml-confirmation', (xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/, '')],
  ['no confirmation', 'saml-confirmation', (xml) => xml.replace(bearer, '')],
  ['holder of key', 'saml-confirmation', set('Method', `${urn}:cm:holder-of-key`, 'saml:SubjectConfirmation')],
  ['sender vouches', 'saml-confirmation', set('Method', `${urn}:cm:sender-vouches`, 'saml:SubjectConfirmation')],
  ['bearer without data', 'saml-confirmation', (xml) => xml.replace(/<saml:SubjectConfirmationData[^>]*>/, '')],
  ['bearer without Recipient', 'saml-confirmation', set('Recipient', null, data)],
  ['bearer without NotOnOrAfter', 'saml-confirmation', set('NotOnOrAfter', null, data)],
  ['bearer with NotBefore', 'saml-confirmation', set('NotBefore', at(-60), data)],
  ['another Recipient', 'saml-recipient', set('Recipient', 'https://other.example/acs', data)],
  ['a Recipient with a query', 'saml-recipient', set('Recipient', `${scene.self.acsUrl}?x`, data)],
  ['another request, in the response', 'saml-in-response-to', set('InResponseTo', '_other', 'samlp:Response')],
  ['another request, in the confirmation', 'saml-in-response-to', set('InResponseTo', '_other', data)],
  ['no request in the confirmation', 'saml-in-response-to', set('InResponseTo', null, data)],
  [
    'no authentication statement',
    'saml-authn-statement',
    (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
  ],
  ['the provider session over', 'saml-session-over', set('SessionNotOnOrAfter', at(0), 'saml:AuthnStatement')],
  ['the response of tomorrow', 'saml-too-early', set('IssueInstant', at(86_400), 'samlp:Response')],
  ['the response of yesterday', 'saml-too-late', set('IssueInstant', at(-86_400), 'samlp:Response')],
  ['the assertion of tomorrow', 'saml-too-early', set('IssueInstant', at(86_400), 'saml:Assertion')],
  ['the assertion of yesterday', 'saml-too-late', set('IssueInstant', at(-86_400), 'saml:Assertion')],
  ['no IssueInstant of the assertion', 'saml-message-unreadable', set('IssueInstant', null, 'saml:Assertion')],
  ['an invalid time', 'saml-message-unreadable', set('NotOnOrAfter', 'tomorrow', data)],
  ['a time of the 32nd', 'saml-message-unreadable', set('NotBefore', '2026-11-32T00:00:00Z', 'saml:Conditions')],
  ['another element', 'saml-message-unreadable', (xml) => xml.replaceAll('samlp:Response', 'samlp:ArtifactResponse')],
  ['no ID of the response', 'saml-message-unreadable', set('ID', '', 'samlp:Response')],
]

describe.each(signings)('an honest signature on the %s does not excuse', (sign) => {
  it.each(cases)('%s: %s', async (name, finding, change) => {
    // Without ID or under another name it cannot be signed.
    if (/no ID of|another element/.test(name) && sign !== 'assertion') return
    const xml = await scene.forgeXml({ sign, beforeSigning: change })
    expect(xml).not.toBe(await scene.forgeXml({ sign }))
    expect(scene.read(toBase64(xml))).toMatchObject({ assertion: undefined, finding })
  })
})

describe('evidence', () => {
  const evidence = async (change: Change) => scene.read(await scene.forge({ beforeSigning: change })).evidence

  it('of a status: both codes and what the provider says', async () => {
    const status =
      `<samlp:Status><samlp:StatusCode Value="${urn}:status:Requester"><samlp:StatusCode Value="${urn}:status:InvalidNameIDPolicy"/></samlp:StatusCode>` +
      '<samlp:StatusMessage>Not\u0007 this <b/>format</samlp:StatusMessage></samlp:Status>'
    const xml = (await scene.forgeXml()).replace(/<samlp:Status>.*<\/samlp:Status>/, status.replace('\u0007', ''))
    expect(scene.read(toBase64(xml)).evidence).toEqual({
      status: 'Requester',
      nested: 'InvalidNameIDPolicy',
      message: 'Not this format',
    })
  })

  it('of a message that is too old: when it was made, how long ago, and how long is allowed', async () => {
    expect(await evidence(set('IssueInstant', at(-900), 'saml:Assertion'))).toEqual({
      field: 'Assertion IssueInstant',
      theirs: at(-900),
      ours: at(0),
      offBySecs: 900,
      slackSecs: 720,
      clockOffSecs: 900,
    })
  })

  it('a failed sign-in without assertion says so by its status', async () => {
    const xml = (await scene.forgeXml({ sign: 'none', status: `${urn}:status:Responder` })).replace(
      /<saml:Assertion.*<\/saml:Assertion>/,
      '',
    )
    expect(scene.read(toBase64(xml))).toMatchObject({ finding: 'saml-status', evidence: { status: 'Responder' } })
  })

  it('of an audience, a destination, a recipient and an issuer: expected and found', async () => {
    expect(await evidence((xml) => xml.replace('<saml:Audience>https', '<saml:Audience>http'))).toEqual({
      expected: scene.self.entityId,
      found: scene.self.entityId.replace('https', 'http'),
    })
    expect(await evidence(set('Destination', 'https://x.example', 'samlp:Response'))).toEqual({
      expected: scene.self.acsUrl,
      found: 'https://x.example',
    })
    expect(await evidence(set('Recipient', 'https://x.example', data))).toEqual({
      expected: scene.self.acsUrl,
      found: 'https://x.example',
    })
    expect(await evidence((xml) => xml.replace('<saml:Issuer>https://idp', '<saml:Issuer>https://x'))).toMatchObject({
      element: 'Assertion',
      expected: scene.peer.entityId,
      found: 'https://x.example/metadata',
    })
  })

  it.each([
    ['ahead', 600, 'saml-too-early', 590],
    ['behind', -600, 'saml-too-late', 300],
  ])('a clock ten minutes %s is reported in seconds, with the slack', async (_, offsetSecs, finding, offBySecs) => {
    const read = scene.read(await scene.forge({ nowMs: scene.nowMs + offsetSecs * 1000 }))
    expect(read).toMatchObject({ finding, evidence: { slackSecs: 120, clockOffSecs: Math.abs(offsetSecs) } })
    expect(read.evidence['offBySecs']).toBeGreaterThanOrEqual(offBySecs)
    expect(read.evidence['ours']).toBe(at(0))
  })
})

describe('slack', () => {
  const secs = scene.peer.slackSecs
  it.each([
    ['Conditions NotBefore', set('NotBefore', at(secs), 'saml:Conditions'), undefined],
    ['Conditions NotBefore', set('NotBefore', at(secs + 1), 'saml:Conditions'), 'saml-too-early'],
    ['Conditions NotOnOrAfter', set('NotOnOrAfter', at(-secs + 1), 'saml:Conditions'), undefined],
    ['Conditions NotOnOrAfter', set('NotOnOrAfter', at(-secs), 'saml:Conditions'), 'saml-too-late'],
    ['NotOnOrAfter of the confirmation', set('NotOnOrAfter', at(-secs + 1), data), undefined],
    ['NotOnOrAfter of the confirmation', set('NotOnOrAfter', at(-secs), data), 'saml-too-late'],
    ['IssueInstant', set('IssueInstant', at(secs), 'saml:Assertion'), undefined],
    ['IssueInstant', set('IssueInstant', at(secs + 1), 'saml:Assertion'), 'saml-too-early'],
    ['IssueInstant', set('IssueInstant', at(-599 - secs), 'saml:Assertion'), undefined],
    ['IssueInstant', set('IssueInstant', at(-600 - secs), 'saml:Assertion'), 'saml-too-late'],
  ])('%s: the last second and the one after it (%#)', async (_, change, finding) => {
    expect(scene.read(await scene.forge({ beforeSigning: change })).finding).toBe(finding)
  })

  it('times with fractions, zones and without one', async () => {
    for (const time of ['2026-11-21T12:00:00.1234567Z', '2026-11-21T13:00:00+01:00', '2026-11-21T12:00:00']) {
      expect(
        scene.read(await scene.forge({ beforeSigning: set('IssueInstant', time, 'saml:Assertion') })).finding,
      ).toBeUndefined()
    }
  })
})

describe('confirmations', () => {
  const second =
    (change: Change): Change =>
    (xml) =>
      xml.replace(bearer, (one) => change(one) + one)

  it('one good bearer among others is enough', async () => {
    for (const change of [
      set('Recipient', 'https://x.example', data),
      set('InResponseTo', '_x', data),
      set('NotOnOrAfter', at(-999), data),
      set('Method', 'urn:x', 'saml:SubjectConfirmation'),
    ]) {
      expect(scene.read(await scene.forge({ beforeSigning: second(change) })).finding).toBeUndefined()
    }
  })

  it('two that are each half good do not add up', async () => {
    const halves: Change = (xml) =>
      xml.replace(
        bearer,
        (one) => set('Recipient', 'https://x.example', data)(one) + set('InResponseTo', '_x', data)(one),
      )
    expect(scene.read(await scene.forge({ beforeSigning: halves })).finding).toBe('saml-in-response-to')
  })

  it('the assertion is remembered for as long as its last confirmation holds', async () => {
    const longer = second(set('NotOnOrAfter', at(900), data))
    expect(scene.read(await scene.forge({ beforeSigning: longer })).assertion?.replayUntilMs).toBe(
      scene.nowMs + 1_020_000,
    )
  })
})

describe('what may be absent from an unsigned envelope', () => {
  it.each([
    ['Destination', set('Destination', null, 'samlp:Response')],
    ['Issuer', (xml: string) => xml.replace(/<saml:Issuer xmlns.*?<\/saml:Issuer>/, '')],
    ['InResponseTo', set('InResponseTo', null, 'samlp:Response')],
  ])('%s', async (_, change) => {
    expect(scene.read(await scene.forge({ sign: 'assertion', beforeSigning: change })).finding).toBeUndefined()
  })

  it('but not Destination from a signed one', async () => {
    const change = set('Destination', null, 'samlp:Response')
    expect(scene.read(await scene.forge({ sign: 'response', beforeSigning: change })).finding).toBe('saml-destination')
  })
})

describe('an unsolicited response', () => {
  it('is refused where a request is expected', async () => {
    expect(scene.read(await scene.forge({ requestId: null })).finding).toBe('saml-in-response-to')
  })

  it('must not name a request where none is', async () => {
    expect(scene.read(await scene.forge(), { requestId: null }).finding).toBe('saml-in-response-to')
    const onlyInside = set('InResponseTo', null, 'samlp:Response')
    expect(scene.read(await scene.forge({ beforeSigning: onlyInside }), { requestId: null }).finding).toBe(
      'saml-in-response-to',
    )
  })
})

describe('invalid messages', () => {
  it.each([
    ['nothing', '', 'saml-message-missing'],
    ['white space', ' \n', 'saml-message-missing'],
    ['not base64', '<samlp:Response/>', 'saml-message-unreadable'],
    ['base64 of the web', 'PHg-_w', 'saml-message-unreadable'],
    ['not XML', toBase64('hello'), 'saml-message-unreadable'],
    ['not UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xff]).toString('base64'), 'saml-message-unreadable'],
    [
      'a DOCTYPE',
      toBase64('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
      'saml-message-forbidden',
    ],
    [
      'no assertion',
      toBase64(
        `<samlp:Response xmlns:samlp="${urn}:protocol" ID="_r" Version="2.0"><samlp:Status><samlp:StatusCode Value="${urn}:status:Success"/></samlp:Status></samlp:Response>`,
      ),
      'saml-assertion-count',
    ],
    ['nothing signed', toBase64(''), 'saml-message-missing'],
  ])('%s', (_, base64, finding) => expect(scene.read(base64).finding).toBe(finding))

  it('a processing instruction in a signed message', async () => {
    const xml = await scene.forgeXml({ beforeSigning: (one) => one.replace('ada@', 'ada<?x y?>@') })
    expect(scene.read(toBase64(xml)).finding).toBe('saml-message-forbidden')
  })

  it('a DOCTYPE before a good message', async () => {
    expect(scene.read(toBase64(`<!DOCTYPE x>${await scene.forgeXml()}`)).finding).toBe('saml-message-forbidden')
  })

  it('nothing signed', async () => {
    expect(scene.read(await scene.forge({ sign: 'none' })).finding).toBe('saml-signature-missing')
  })
})
