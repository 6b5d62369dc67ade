import { beforeAll, describe, expect, it } from 'vitest'

import { processorMs } from '../../../testing/processor-time.ts'
import { samlScene, toBase64 } from '../testing/scene.ts'
import { createChecks } from '../../../kit/checks/checks.ts'
import { inResponseToOf, openResponse } from './read-response.ts'

const scene = samlScene()
const numbers = (count: number, write: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join('')
const insert = (part: string) => (xml: string) => xml.replace('<saml:Subject>', () => `${part}<saml:Subject>`)
const room = 240_000

/** Each fits into the limit of 256 KB, and would be expensive for a careless implementation. */
const hostile: readonly [name: string, change: (xml: string) => string][] = [
  ['nested as deep as it goes', insert('<a>'.repeat(room / 7) + '</a>'.repeat(room / 7))],
  ['never closed', insert('<a>'.repeat(room / 3))],
  ['attributes', insert(`<a ${numbers(20_000, (i) => `a${i}="" `)}/>`)],
  ['namespace declarations', insert(`<a ${numbers(8000, (i) => `xmlns:a${i}="urn:x" `)}/>`)],
  [
    'namespace declarations on nested elements',
    insert(numbers(60, (i) => `<a ${numbers(60, (j) => `xmlns:a${j}="urn:${i}" `)}>`) + '</a>'.repeat(60)),
  ],
  [
    'declarations in many elements',
    insert(numbers(3000, (i) => `<a xmlns:b="urn:${i}" xmlns:c="urn:c${i}" b:x="" c:y=""/>`)),
  ],
  ['elements', insert('<a/>'.repeat(5800))],
  ['elements beyond the limit', insert('<a/>'.repeat(60_000))],
  ['ids', insert(numbers(5800, (i) => `<a ID="i${i}"/>`))],
  ['signatures', insert('<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'.repeat(3000))],
  [
    'transforms',
    (xml) =>
      xml.replace(
        '</ds:Transforms>',
        `${'<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>'.repeat(3000)}</ds:Transforms>`,
      ),
  ],
  [
    'references',
    (xml) =>
      xml.replace(
        '</ds:SignedInfo>',
        () => `${(/<ds:Reference.*<\/ds:Reference>/.exec(xml)?.[0] ?? '').repeat(300)}</ds:SignedInfo>`,
      ),
  ],
  [
    'prefixes in a list',
    (xml) =>
      xml.replace(
        'xml-exc-c14n#"/></ds:Transforms>',
        `xml-exc-c14n#"><ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${'a '.repeat(100_000)}"/></ds:Transform></ds:Transforms>`,
      ),
  ],
  ['a long signature', (xml) => xml.replace('<ds:SignatureValue>', `<ds:SignatureValue>${'A'.repeat(room)}`)],
  [
    'certificates in KeyInfo',
    (xml) =>
      xml.replace(
        '<ds:X509Data>',
        () => `<ds:X509Data>${(/<ds:X509Certificate>.*<\/ds:X509Certificate>/.exec(xml)?.[0] ?? '').repeat(200)}`,
      ),
  ],
  ['ampersands', insert(`<a>${'&amp;'.repeat(room / 5)}</a>`)],
  ['references to characters', insert(`<a b="${'&#65;'.repeat(room / 5)}"/>`)],
  ['as many comments as there may be', insert('<!---->'.repeat(100))],
  ['comments', insert('<!---->'.repeat(room / 7))],
  ['comments in the signature', (xml) => xml.replace('<ds:KeyInfo>', `${'<!---->'.repeat(room / 7)}<ds:KeyInfo>`)],
  ['an open comment', (xml) => `${xml}<!--${'- '.repeat(room / 2)}`],
  ['an open tag', (xml) => `${xml}<a ${'b '.repeat(room / 2)}`],
  ['white space', insert(`<a${' '.repeat(room)}/>`)],
  [
    'blanks in a text that is trimmed',
    (xml) =>
      xml
        .replace('<samlp:Status>', `<samlp:Status><samlp:StatusMessage>x${' '.repeat(room)}x</samlp:StatusMessage>`)
        .replace('status:Success', 'status:Responder'),
  ],
  [
    'blanks in a certificate',
    (xml) => xml.replace('<ds:X509Certificate>', `<ds:X509Certificate>x${' '.repeat(room)}!`),
  ],
  [
    'beginnings of certificates',
    (xml) =>
      xml.replace('<ds:X509Certificate>', `<ds:X509Certificate>${'-----BEGIN CERTIFICATE-----'.repeat(room / 27)}`),
  ],
  [
    'blanks in a value',
    (xml) =>
      xml.replace(
        '</saml:Assertion>',
        `<saml:AttributeStatement><saml:Attribute Name="g"><saml:AttributeValue>x${' '.repeat(room)}x</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`,
      ),
  ],
  ['smaller-than signs', (xml) => xml + '<'.repeat(room)],
  ['quotes', insert(`<a b="${"'".repeat(room)}"/>`)],
  [
    'confirmations',
    (xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, (one) => one.repeat(600)),
  ],
  [
    'groups',
    (xml) =>
      xml.replace(
        '</saml:Assertion>',
        `<saml:AttributeStatement><saml:Attribute Name="g">${'<saml:AttributeValue>x</saml:AttributeValue>'.repeat(4000)}</saml:Attribute></saml:AttributeStatement></saml:Assertion>`,
      ),
  ],
]

/**
 * An honest message may be expensive too: thousands of groups. Work that is quadratic in a hostile length costs a
 * hundred times as much or more; linear work costs about as much.
 */
const honestTimes = 10

describe(`no message costs ${honestTimes} times as much as an honest one of its size`, () => {
  let limitMs: number
  beforeAll(async () => {
    const beforeSigning = hostile.find(([one]) => one === 'groups')?.[1] ?? String
    const honest = toBase64(await scene.forgeXml({ sign: 'both', beforeSigning }))
    const read = () => expect(scene.read(honest).finding).toBeUndefined()
    // The first reading pays for what is compiled once.
    limitMs = honestTimes * Math.min(processorMs(read), processorMs(read))
  })

  it.each(hostile)('%s: changed by an attacker', async (_, change) => {
    const xml = change(await scene.forgeXml({ sign: 'both' }))
    const costMs = processorMs(() => {
      scene.read(toBase64(xml))
    })
    expect(costMs).toBeLessThan(limitMs)
  })

  it.each([
    'elements',
    'ids',
    'groups',
    'ampersands',
    'blanks in a value',
    'declarations in many elements',
    'namespace declarations on nested elements',
  ])('%s: signed by a provider gone bad', async (name) => {
    const change = hostile.find(([one]) => one === name)?.[1]
    const xml = await scene.forgeXml({ sign: 'both', ...(change === undefined ? {} : { beforeSigning: change }) })
    expect(processorMs(() => scene.read(toBase64(xml)))).toBeLessThan(limitMs)
  })

  it('base64 of more than the limit', () => {
    for (const text of ['A'.repeat(30_000_000), ' '.repeat(30_000_000) + 'A', 'A'.repeat(380_000)]) {
      const costMs = processorMs(() => {
        expect(scene.read(text).finding).toMatch(/saml-message-(too-large|missing)/)
      })
      expect(costMs).toBeLessThan(limitMs)
    }
  })
})

it('tells the request that it claims to answer, before anything is verified', async () => {
  const claimed = (base64: string) => inResponseToOf(openResponse(base64, createChecks()))
  expect(claimed(await scene.forge())).toBe(scene.requestId)
  expect(claimed(await scene.forge({ requestId: null }))).toBeNull()
})
