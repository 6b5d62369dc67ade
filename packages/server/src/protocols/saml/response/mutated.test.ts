import { expect, it } from 'vitest'

import { samlScene, toBase64 } from '../testing/scene.ts'

const scene = samlScene()
const mutations = 250

/** Texts that careless parsers, canonicalisation and digests see differently. */
const pieces = [
  '<!-- x -->',
  'xmlns:xmlns="urn:x" ',
  'xmlns="" ',
  'xmlns:ds="urn:x" ',
  'xmlnsfoo="a" ',
  'xml:id="a" ',
  'PrefixList="xmlns xml #default ds" ',
  ' ',
  '\r',
  '&#13;',
  '<![CDATA[a]]>',
  'attacker',
  '<saml:Subject/>',
  '<saml:Assertion/>',
  '<ds:CanonicalizationMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="saml xml xmlns"/></ds:CanonicalizationMethod>',
]

let seed = 12_345
const below = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
const one = <T>(list: readonly T[]): T => list[below(list.length)] as T

/** A piece put in anywhere, or between two parts; some letters taken out; one element in the place of another. */
function mutated(xml: string): string {
  const at = below(xml.length)
  const kind = below(4)
  if (kind === 0) return xml.slice(0, at) + one(pieces) + xml.slice(at)
  if (kind === 1) return xml.slice(0, at) + xml.slice(at + below(80))
  if (kind === 2) {
    const edge = one([...xml.matchAll(/(?<=[> ])|(?=<)/g)]).index
    return xml.slice(0, edge) + one(pieces) + xml.slice(edge)
  }
  const elements = [...xml.matchAll(/<(\w+:\w+)[^>]*>[^<]*<\/\1>/g)]
  const [place, other] = [one(elements), one(elements)]
  return xml.slice(0, place.index) + other[0] + xml.slice(place.index + (below(2) === 0 ? 0 : place[0].length))
}

it.each(['assertion', 'response', 'both'] as const)(
  'a message changed after it was signed (%s) is refused, or says what was signed',
  async (sign) => {
    const xml = await scene.forgeXml({ sign })
    const signed = scene.read(toBase64(xml)).assertion
    expect(signed).toBeDefined()
    let refused = 0
    for (let round = 0; round < mutations; round += 1) {
      const change = mutated(xml)
      const { assertion } = scene.read(toBase64(change))
      if (assertion === undefined) refused += 1
      else expect([change, assertion]).toEqual([change, signed])
    }
    expect(refused).toBeGreaterThan(mutations / 4)
  },
)
