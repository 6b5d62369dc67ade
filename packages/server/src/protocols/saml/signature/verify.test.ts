import { XMLSerializer } from '@xmldom/xmldom'
import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { createChecks } from '../../../kit/checks/checks.ts'
import type { ForgeOptions } from '../testing/forge-response.ts'
import { samlScene, toBase64 } from '../testing/scene.ts'
import { responseBounds } from '../xml/bounds.ts'
import { parseXml } from '../xml/parse.ts'
import { childElements } from '../xml/read.ts'
import { canonicalize } from './canonicalize.ts'
import { readSignature } from './layout.ts'
import { providerKeys } from './provider-keys.ts'
import { verifyElement } from './verify.ts'

const scene = samlScene()
const textOfDocument = (root: Element) => new XMLSerializer().serializeToString(root)
const groups = (count: number) => ({
  beforeSigning: (xml: string) =>
    xml.replace(
      '</saml:Assertion>',
      `<saml:AttributeStatement><saml:Attribute Name="groups">${'<saml:AttributeValue>finance</saml:AttributeValue>'.repeat(count)}</saml:Attribute></saml:AttributeStatement></saml:Assertion>`,
    ),
})

describe('how much of a message is canonicalized', () => {
  /** Nodes written by the canonicalization since the spy was set. */
  const spyOnNodes = () => vi.spyOn(ExclusiveCanonicalization.prototype, 'processInner')
  afterEach(() => vi.restoreAllMocks())

  it.each(['assertion', 'response', 'both'] as const)(
    'under an unknown key, only SignedInfo, whatever it signs (%s)',
    async (sign) => {
      const message = await scene.forge({ sign, key: scene.stranger, ...groups(4000) })
      const nodes = spyOnNodes()
      expect(scene.read(message).finding).toBe('saml-certificate-other')
      expect(nodes.mock.calls.length).toBeGreaterThan(5)
      expect(nodes.mock.calls.length).toBeLessThan(40)
    },
  )

  it('of an honest message, each signed element once', async () => {
    const message = await scene.forge({ sign: 'assertion', ...groups(1000) })
    const nodes = spyOnNodes()
    expect(scene.read(message).assertion?.attributes.get('groups')).toHaveLength(1000)
    // An element and its text for each group, and the rest of the assertion.
    expect(nodes.mock.calls.length).toBeGreaterThan(2000)
    expect(nodes.mock.calls.length).toBeLessThan(2100)
  })
})

describe('cost of a message, in readings of its XML', () => {
  /** Processor time of the fastest of several runs. */
  function costMs(run: () => void): number {
    const runs = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      run()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    return Math.min(...runs)
  }

  const insert = (part: string) => (xml: string) => xml.replace('<saml:Subject>', () => `${part}<saml:Subject>`)

  it.each<[string, Partial<ForgeOptions>, number]>([
    ['4,800 elements under an unknown key', { beforeSigning: insert('<a/>'.repeat(4800)), key: scene.stranger }, 6],
    ['4,000 honest groups', groups(4000), 20],
  ])('%s', async (_, options, readingsMax) => {
    const xml = await scene.forgeXml({ sign: 'both', ...options })
    const message = toBase64(xml)
    const reading = costMs(() => parseXml(xml, responseBounds))
    expect(costMs(() => scene.read(message))).toBeLessThan(reading * readingsMax)
  })
})

describe('an independent verifier agrees on the bytes that were signed', () => {
  const xsi = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
  const typed = '<saml:AttributeValue xsi:type="xs:string">a &lt; b &amp; "c"\u00a0\u{1f600}</saml:AttributeValue>'
  const statement = `<saml:AttributeStatement><saml:Attribute Name="g">${typed}</saml:Attribute></saml:AttributeStatement>`
  const attributes = (xml: string) => xml.replace('</saml:Assertion>', () => `${statement}</saml:Assertion>`)
  const declaredOn = (element: string) => (xml: string) =>
    attributes(xml.replace(`<${element} `, `<${element} ${xsi} `))

  it.each<[string, Partial<ForgeOptions>]>([
    ['plain', {}],
    ['declarations on the response', { beforeSigning: declaredOn('samlp:Response') }],
    ['declarations on the assertion', { beforeSigning: declaredOn('saml:Assertion') }],
    [
      'a PrefixList of inherited prefixes',
      { beforeSigning: declaredOn('samlp:Response'), signing: { inclusivePrefixes: ['xs', 'samlp', 'unknown'] } },
    ],
    [
      'a PrefixList of own prefixes',
      { beforeSigning: declaredOn('saml:Assertion'), signing: { inclusivePrefixes: ['xs', 'xsi'] } },
    ],
    ['comments', { beforeSigning: (xml) => declaredOn('saml:Assertion')(xml).replace('ada@', 'a<!-- x -->da@') }],
    ['white space', { beforeSigning: (xml) => xml.replaceAll('><', '>\n\t <') }],
    ['default namespaces', { beforeSigning: (xml) => xml.replaceAll('saml:', '').replaceAll('xmlns:saml=', 'xmlns=') }],
    ['SHA-512', { signing: { digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512' } }],
  ])('%s', async (_, options) => {
    for (const sign of ['assertion', 'response', 'both'] as const) {
      const xml = await scene.forgeXml({ sign, ...options })
      const root = parseXml(xml, responseBounds)
      const before = textOfDocument(root)
      for (const element of [root, ...childElements(root)]) {
        const checks = createChecks()
        const layout = readSignature(element, checks)
        if (layout === undefined) continue
        const keys = providerKeys(scene.peer, checks)
        const context = { peer: scene.peer, nowMs: scene.nowMs, checks, keys, bounds: responseBounds }
        const { root: verified } = verifyElement(layout, context)
        expect(canonicalize(verified)).toBe(canonicalize(parseXml(theirs(xml, layout.signature), responseBounds)))
      }
      expect(textOfDocument(root), 'the document is left as it was').toBe(before)
    }
  })

  function theirs(xml: string, signature: Element): string {
    const whole = new SignedXml({ publicCert: scene.idp.certificate, getCertFromKeyInfo: () => null })
    whole.idAttributes = ['ID']
    whole.loadSignature(signature)
    expect(whole.checkSignature(xml)).toBe(true)
    return whole.getSignedReferences()[0] ?? ''
  }
})
