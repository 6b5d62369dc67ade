import { describe, expect, it } from 'vitest'

import { samlScene, toBase64 } from '../testing/scene.ts'

const scene = samlScene()

const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const signatureOf = (xml: string) => /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? ''
const without = (xml: string, part: string) => xml.replace(part, () => '')
const evil = (xml: string) => xml.replaceAll('_assertion', '_evil').replace('ada@idp.example', 'admin@idp.example')
const into = (xml: string, before: string, part: string) => xml.replace(before, () => part + before)

/** What a layout does with the message a provider signed: `a` its assertion, `s` that one's signature. */
type Layout = (xml: string, a: string, s: string) => string

const ofAssertion: Readonly<Record<string, [finding: string, layout: Layout]>> = {
  'XSW3: the forged assertion before the signed one': [
    'saml-assertion-count',
    (xml, a, s) => into(xml, a, evil(without(a, s))),
  ],
  'XSW3 turned round: the forged assertion after the signed one': [
    'saml-assertion-count',
    (xml, a, s) => xml.replace(a, () => a + evil(without(a, s))),
  ],
  'XSW4: the signed assertion inside the forged one': [
    'saml-assertion-count',
    (xml, a, s) =>
      xml.replace(a, () => evil(without(a, s)).replace('</saml:Assertion>', () => `${a}</saml:Assertion>`)),
  ],
  'XSW5: the forged assertion carries the signature, the signed one is its sibling': [
    'saml-assertion-count',
    (xml, a, s) =>
      xml.replace(a, () => a.replace('ID="_assertion"', 'ID="_evil"').replace('ada@', 'admin@') + without(a, s)),
  ],
  'XSW6: the signed assertion inside the signature of the forged one': [
    'saml-assertion-count',
    (xml, a, s) =>
      xml.replace(a, () =>
        a
          .replace('ID="_assertion"', 'ID="_evil"')
          .replace('ada@', 'admin@')
          .replace('</ds:Signature>', () => `${without(a, s)}</ds:Signature>`),
      ),
  ],
  'XSW7: the forged assertion in Extensions': [
    'saml-assertion-count',
    (xml, a, s) => into(xml, '<samlp:Status>', `<samlp:Extensions>${evil(without(a, s))}</samlp:Extensions>`),
  ],
  'XSW8: the signed assertion in an Object of the signature': [
    'saml-assertion-count',
    (xml, a, s) =>
      xml.replace(a, () =>
        a
          .replace('ID="_assertion"', 'ID="_evil"')
          .replace('ada@', 'admin@')
          .replace('</ds:Signature>', () => `<ds:Object>${without(a, s)}</ds:Object></ds:Signature>`),
      ),
  ],
  'the signed assertion hidden in Extensions, the forged one where it is looked for': [
    'saml-assertion-count',
    (xml, a, s) =>
      into(xml, '<samlp:Status>', `<samlp:Extensions>${a}</samlp:Extensions>`).replace(
        `</samlp:Status>${a}`,
        () => `</samlp:Status>${evil(without(a, s))}`,
      ),
  ],
  'the only assertion is not a child of the response': [
    'saml-assertion-count',
    (xml, a) => xml.replace(a, () => `<samlp:Extensions>${a}</samlp:Extensions>`),
  ],
  'an element that is called Assertion in no namespace hides the reference': [
    'saml-signature-layout',
    (xml, a, s) =>
      xml.replace(
        a,
        () =>
          `<Assertion ID="_assertion">${s}</Assertion>${without(a, s).replace('ID="_assertion"', 'ID="_evil"').replace('ada@', 'admin@')}`,
      ),
  ],
  'the reference points to another element of the message': [
    'saml-signature-layout',
    (xml) => xml.replace('URI="#_assertion"', 'URI="#_response"'),
  ],
  'two elements of one ID': [
    'saml-message-forbidden',
    (xml, a) => into(xml, a, '<samlp:Extensions><x ID="_assertion"/></samlp:Extensions>'),
  ],
  'two elements of one ID, one of them spelled Id': [
    'saml-message-forbidden',
    (xml, a) => into(xml, a, '<samlp:Extensions><x Id="_assertion"/></samlp:Extensions>'),
  ],
  'two elements of one ID, one of them spelled xml:id': [
    'saml-message-forbidden',
    (xml, a) => into(xml, a, '<samlp:Extensions><x xml:id="_assertion"/></samlp:Extensions>'),
  ],
  'the signature outside of what it covers': [
    'saml-signature-layout',
    (xml, _, s) => into(without(xml, s), '<samlp:Status>', `<samlp:Extensions>${s}</samlp:Extensions>`),
  ],
  'the signature deep inside of what it covers': [
    'saml-signature-layout',
    (xml, _, s) => into(without(xml, s), '<saml:Conditions', `<saml:Advice>${s}</saml:Advice>`),
  ],
  'the signature of the assertion moved up to the response': [
    'saml-signature-layout',
    (xml, _, s) => into(without(xml, s), '<samlp:Status>', s),
  ],
  'the signature twice': ['saml-signature-layout', (xml, _, s) => xml.replace(s, () => s + s)],
  'a second SignedInfo before the signed one': [
    'saml-signature-layout',
    (xml) =>
      xml.replace(
        '<ds:SignedInfo>',
        () => `${/<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/.exec(xml)?.[0]}<ds:SignedInfo>`,
      ),
  ],
  'a second SignedInfo in an Object': [
    'saml-signature-layout',
    (xml) =>
      xml.replace(
        '</ds:Signature>',
        () => `<ds:Object>${/<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/.exec(xml)?.[0]}</ds:Object></ds:Signature>`,
      ),
  ],
  'a second SignedInfo in no namespace': [
    'saml-signature-layout',
    (xml) => xml.replace('<ds:KeyInfo>', () => '<ds:KeyInfo><SignedInfo/>'),
  ],
  'an Object in the signature': [
    'saml-signature-layout',
    (xml) => xml.replace('</ds:Signature>', '<ds:Object/></ds:Signature>'),
  ],
  'a second digest value in the reference': [
    'saml-signature-layout',
    (xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue>AAAA</ds:DigestValue><ds:DigestValue>'),
  ],
  'a comment in the digest value': [
    'saml-signature-layout',
    (xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!-- AAAA -->'),
  ],
  'an empty digest value': ['saml-signature-layout', (xml) => xml.replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>')],
  'an empty signature value': [
    'saml-signature-layout',
    (xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
  ],
  'an element in the digest value': [
    'saml-signature-layout',
    (xml) => xml.replace(/<ds:DigestValue>([^<]*)/, '<ds:DigestValue><x>$1</x>'),
  ],
  'text between the parts of the signature': [
    'saml-signature-layout',
    (xml) => xml.replace('<ds:KeyInfo>', 'x<ds:KeyInfo>'),
  ],
  'the SignedInfo of another namespace': [
    'saml-signature-layout',
    (xml) =>
      xml.replaceAll('ds:SignedInfo>', 'x:SignedInfo>').replace('<x:SignedInfo>', '<x:SignedInfo xmlns:x="urn:x">'),
  ],
  'a signature in another namespace is ignored': [
    'saml-signature-missing',
    (xml) =>
      xml.replace('xmlns:ds="http://www.w3.org/2000/09/xmldsig#"', 'xmlns:ds="http://www.w3.org/2000/09/xmldsig2#"'),
  ],
  'a changed name': ['saml-signature-wrong', (xml) => xml.replace('ada@', 'admin@')],
  'a changed attribute': [
    'saml-signature-wrong',
    (xml) => xml.replace('SessionIndex="_session"', 'SessionIndex="_other"'),
  ],
  'an attribute more': ['saml-signature-wrong', (xml) => xml.replace('<saml:Subject>', '<saml:Subject x="y">')],
  'a namespace rebound around the signed element': [
    'saml-signature-wrong',
    (xml) => xml.replace('<saml:NameID>', '<saml:NameID xmlns:saml="urn:x">'),
  ],
  'signature taken away': ['saml-signature-missing', (xml, _, s) => without(xml, s)],
}

describe('wrapping of a signed assertion', () => {
  it.each(Object.entries(ofAssertion))('%s', async (_, [finding, layout]) => {
    const xml = await scene.forgeXml({ sign: 'assertion' })
    const a = assertionOf(xml)
    const forged = layout(xml, a, signatureOf(a))
    expect(forged).not.toBe(xml)
    expect(scene.read(toBase64(forged))).toMatchObject({ assertion: undefined, finding })
  })
})

const evilResponse = (xml: string) =>
  xml.replaceAll('_response', '_evil').replaceAll('_assertion', '_evila').replace('ada@', 'admin@')

const ofResponse: Readonly<Record<string, [finding: string, layout: Layout]>> = {
  'XSW1: the signed response inside the signature of the forged one': [
    'saml-assertion-count',
    (xml, _, s) =>
      xml
        .replace('ID="_response"', 'ID="_evil"')
        .replace('ada@', 'admin@')
        .replaceAll('_assertion', '_evila')
        .replace('</ds:Signature>', () => `${without(xml, s)}</ds:Signature>`),
  ],
  'XSW2: the signed response before the signature of the forged one': [
    'saml-assertion-count',
    (xml, _, s) =>
      xml
        .replace('ID="_response"', 'ID="_evil"')
        .replace('ada@', 'admin@')
        .replaceAll('_assertion', '_evila')
        .replace(s, () => without(xml, s) + s),
  ],
  'the whole signed response in Extensions of the forged one': [
    'saml-assertion-count',
    (xml, _, s) =>
      evilResponse(without(xml, s)).replace(
        '<samlp:Status>',
        () => `<samlp:Extensions>${xml}</samlp:Extensions><samlp:Status>`,
      ),
  ],
  'the signed response, its assertion taken out, in Extensions of the forged one': [
    'saml-signature-layout',
    (xml, a, s) =>
      evilResponse(without(xml, s)).replace(
        '<samlp:Status>',
        () => `<samlp:Extensions>${without(xml, a)}</samlp:Extensions><samlp:Status>`,
      ),
  ],
  'the assertion exchanged': ['saml-signature-wrong', (xml) => xml.replace('ada@', 'admin@')],
  'the status exchanged': [
    'saml-signature-wrong',
    (xml) => xml.replace('<samlp:Status>', '<samlp:Status><!-- --><samlp:StatusMessage>x</samlp:StatusMessage>'),
  ],
}

describe('wrapping of a signed response', () => {
  it.each(Object.entries(ofResponse))('%s', async (_, [finding, layout]) => {
    const xml = await scene.forgeXml({ sign: 'response' })
    const forged = layout(xml, assertionOf(xml), signatureOf(xml))
    expect(forged).not.toBe(xml)
    expect(scene.read(toBase64(forged))).toMatchObject({ assertion: undefined, finding })
  })
})

describe('both signed', () => {
  it('one of the two signatures is not enough', async () => {
    const good = await scene.forgeXml({ sign: 'both' })
    const responseChanged = good.replace('<samlp:Status>', '<samlp:Extensions/><samlp:Status>')
    expect(scene.read(toBase64(responseChanged))).toMatchObject({
      finding: 'saml-signature-wrong',
      evidence: { element: 'Response' },
    })
    const foreignAssertion = await scene.forgeXml({ key: scene.stranger, sign: 'assertion' })
    const inGoodEnvelope = await scene.forgeXml({ sign: 'response', beforeSigning: () => foreignAssertion })
    expect(scene.read(toBase64(inGoodEnvelope))).toMatchObject({
      finding: 'saml-certificate-other',
      evidence: { element: 'Assertion' },
    })
  })
})

describe('what is read is what was signed', () => {
  it('a comment inside NameID leaves the whole name', async () => {
    for (const sign of ['assertion', 'response', 'both'] as const) {
      const commented = (xml: string) => xml.replace('ada@idp.example', 'ada@idp.example<!-- x -->.evil.example')
      const signed = scene.read(await scene.forge({ sign, beforeSigning: commented }))
      expect(signed.assertion?.nameId?.value).toBe('ada@idp.example.evil.example')
      // Canonicalisation leaves comments out, so that one put in afterwards does not break the signature; nor must it cut the name.
      const later = await scene.forgeXml({ sign, nameId: { value: 'ada@idp.example.evil.example' } })
      const cut = scene.read(toBase64(later.replace('ada@idp.example', 'ada@idp.example<!-- x -->')))
      expect(cut.assertion?.nameId?.value).toBe('ada@idp.example.evil.example')
    }
  })

  it('a comment inside an attribute value, an audience or an issuer leaves the whole text', async () => {
    const xml = await scene.forgeXml({ attributes: { groups: ['Admins of nothing'] } })
    const read = scene.read(
      toBase64(
        xml
          .replace('Admins', 'Admins<!-- x -->')
          .replace('<saml:Audience>https', '<saml:Audience>https<!-- x -->')
          .replaceAll('<saml:Issuer>https', '<saml:Issuer>https<!-- x -->'),
      ),
    )
    expect(read.assertion?.attributes.get('groups')).toEqual(['Admins of nothing'])
  })

  it('a relative namespace, whose canonical form is undefined, is refused', async () => {
    const xml = await scene.forgeXml({
      beforeSigning: (one) => one.replace('<saml:Subject>', '<saml:Subject xmlns:x="1">'),
    })
    expect(scene.read(toBase64(xml)).finding).toBe('saml-message-forbidden')
  })
})
