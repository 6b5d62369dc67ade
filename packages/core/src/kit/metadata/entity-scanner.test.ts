import { describe, expect, it } from 'vitest'

import {
  createEntityScanner,
  entitiesMax,
  entityLengthMax,
  namesLengthMax,
  type EntityRole,
  type ScannedEntities,
} from './entity-scanner.ts'

const md = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"'
const mdui = 'xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui"'
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const idp = (inner = '') =>
  `<md:IDPSSODescriptor protocolSupportEnumeration="${protocol}">${inner}</md:IDPSSODescriptor>`
const entity = (id: string, inner = idp()) => `<md:EntityDescriptor entityID="${id}">${inner}</md:EntityDescriptor>`
const group = (inner: string, attributes = `${md} ${mdui}`) =>
  `<md:EntitiesDescriptor ${attributes}>${inner}</md:EntitiesDescriptor>`

type Options = { entityId?: string; role?: EntityRole }

function scanBy(size: number, document: string, { entityId, role = 'IDPSSODescriptor' }: Options): ScannedEntities {
  const scanner = createEntityScanner({ role, entityId })
  for (let at = 0; at < document.length; at += size) scanner.push(document.slice(at, at + size))
  return scanner.end()
}

/** The same wherever its parts end. */
function scan(document: string, options: Options = {}): ScannedEntities {
  const whole = scanBy(Infinity, document, options)
  for (const size of [1, 5, 64]) expect(scanBy(size, document, options), `in parts of ${size}`).toEqual(whole)
  return whole
}

const idsOf = (document: string) => scan(document).entities.map(({ entityId }) => entityId)

describe('the entities of an aggregate', () => {
  it('are those with the role, at any depth of groups (metadata 2.3.1)', () => {
    const sp = `<md:SPSSODescriptor protocolSupportEnumeration="urn:x ${protocol}"/>`
    const old = '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"/>'
    const document = group(
      `${entity('a')}${entity('sp', sp)}${entity('old', old)}<md:EntitiesDescriptor>${entity('b')}${group(entity('c'))}</md:EntitiesDescriptor>${entity('both', sp + idp())}`,
    )
    expect(idsOf(document)).toEqual(['a', 'b', 'c', 'both'])
    expect(scan(document, { role: 'SPSSODescriptor' }).entities.map(({ entityId }) => entityId)).toEqual(['sp', 'both'])
  })

  it('are recognised by their namespace, whatever their prefix', () => {
    const document =
      '<x:EntitiesDescriptor xmlns:x="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:md="urn:other">' +
      `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="default"><IDPSSODescriptor protocolSupportEnumeration="${protocol}"/></EntityDescriptor>` +
      `<x:EntityDescriptor entityID="prefixed"><x:IDPSSODescriptor protocolSupportEnumeration="${protocol}"/></x:EntityDescriptor>` +
      `<x:EntityDescriptor entityID="charref"><y:IDPSSODescriptor xmlns:y="urn:oasis:names:tc:SAML:2.0:metadat&#x61;" protocolSupportEnumeration="${protocol}"/></x:EntityDescriptor>` +
      `${entity('other namespace')}<EntityDescriptor entityID="none">${idp()}</EntityDescriptor>` +
      `<x:EntityDescriptor entityID="role of another namespace">${idp()}</x:EntityDescriptor></x:EntitiesDescriptor>`
    expect(idsOf(document)).toEqual(['default', 'prefixed', 'charref'])
  })

  it('have the names that people know, in English where there is a choice', () => {
    const ui = (...names: string[]) => `<md:Extensions><mdui:UIInfo>${names.join('')}</mdui:UIInfo></md:Extensions>`
    const name = (lang: string, text: string) => `<mdui:DisplayName xml:lang="${lang}">${text}</mdui:DisplayName>`
    const organization =
      '<md:Organization><md:OrganizationDisplayName xml:lang="fr">École</md:OrganizationDisplayName></md:Organization>'
    const document = group(
      entity('a', idp(ui(name('de', 'Größe &amp; Maß'), name('en', ' Size\n'), '<DisplayName>other</DisplayName>'))) +
        entity('b', idp() + organization) +
        entity('c', idp(ui(name('de', 'A<!-- no -->B<![CDATA[ & <C>]]>&#68;')))) +
        entity('d', idp(ui(name('en', '&unknown;')))) +
        entity('e', idp(ui(name('en', '&#27;[2J'), name('de', '\u001b[2J'), name('fr', '&#xD800;')))),
    )
    expect(scan(document).entities).toEqual([
      { entityId: 'a', name: 'Size', otherNames: ['Größe & Maß'] },
      { entityId: 'b', name: 'École' },
      { entityId: 'c', name: 'AB & <C>D' },
      { entityId: 'd', name: null },
      { entityId: 'e', name: null },
    ])
  })

  it.each([
    ['a comment', `<!-- ${entity('evil')} -->`],
    ['a comment that begins like another one', `<!--> ${entity('evil')} <!-- -->`],
    ['CDATA', `<md:Extensions><![CDATA[${entity('evil')}]]></md:Extensions>`],
    ['a processing instruction', `<?x ${entity('evil')} ?>`],
    ['an attribute', `<md:Extensions a='${entity('evil').replaceAll('<', '&lt;')}' b="/>"/>`],
    ['extensions of the group', `<md:Extensions>${entity('evil')}</md:Extensions>`],
    ['extensions of another entity', entity('b', `<md:Extensions>${entity('evil')}</md:Extensions>${idp()}`)],
    ['an entity', entity('b', `${entity('evil')}${idp()}`)],
    ['a group in an entity', entity('b', `${group(entity('evil'))}${idp()}`)],
    ['a foreign element', `<x>${group(entity('evil'))}</x>`],
  ])('are not taken from %s', (_, hidden) => {
    expect(idsOf(group(entity('a') + hidden + entity('z')))).not.toContain('evil')
    expect(idsOf(group(entity('a') + hidden + entity('z')))).toEqual(expect.arrayContaining(['a', 'z']))
    expect(scan(group(entity('a') + hidden), { entityId: 'evil' }).chosen).toBeUndefined()
  })

  it('take no role from what is inside another element', () => {
    expect(idsOf(group(entity('a', `<md:Extensions>${idp()}</md:Extensions>`)))).toEqual([])
  })

  it('keep a name that is cut off within a surrogate pair', () => {
    const name = `<md:Organization><md:OrganizationDisplayName>${'&#x00041;'.repeat(177)}abcdef😀</md:OrganizationDisplayName></md:Organization>`
    expect(scanBy(Infinity, group(entity('a', idp() + name)), {}).entities[0]?.name).toMatch(/^A{177}/)
  })

  it('are listed once for each entity ID, and counted', () => {
    expect(scan(group(entity('a') + entity('a')))).toMatchObject({ entities: [{ entityId: 'a' }], total: 2 })
  })
})

describe('the entity that is cut out', () => {
  const around = `${md} ${mdui} validUntil="2020-01-01T00:00:00Z" Name='>"'`
  const document = `<?xml version="1.0"?><!-- x -->${group(`${entity('a')}<md:EntitiesDescriptor cacheDuration="PT1H">${entity('b &amp; c', `<!-- kept -->${idp()}`)}</md:EntitiesDescriptor>${entity('d')}`, around)}`

  it('keeps the opening tags of its groups, with their namespaces and validUntil', () => {
    expect(scan(document, { entityId: 'b & c' }).chosen).toEqual({
      entityId: 'b & c',
      document: group(
        `<md:EntitiesDescriptor cacheDuration="PT1H">${entity('b &amp; c', `<!-- kept -->${idp()}`)}</md:EntitiesDescriptor>`,
        around,
      ),
    })
  })

  it('is the only one without being asked for, and none of several', () => {
    expect(scan(group(entity('sp', '') + entity('a'))).chosen).toEqual({ entityId: 'a', document: group(entity('a')) })
    expect(scan(entity('a').replace(' ', ` ${md} `)).chosen?.entityId).toBe('a')
    expect(scan(document).chosen).toBeUndefined()
    expect(scan(document, { entityId: 'B & C' }).chosen).toBeUndefined()
  })

  it('is the first one with the role', () => {
    const twice = group(entity('a', '') + entity('a', idp('1')) + entity('a', idp('2')))
    expect(scan(twice, { entityId: 'a' }).chosen?.document).toBe(group(entity('a', idp('1'))))
  })
})

describe('a document is refused', () => {
  it.each([
    ['for a DOCTYPE', `<!DOCTYPE x [<!ENTITY a "b">]>${group(entity('a'))}`, 'forbidden: DOCTYPE'],
    ['for a DOCTYPE after a comment', `<!-- x -->\n<!DOCTYPE x>${group(entity('a'))}`, 'forbidden: DOCTYPE'],
    ['for a declaration within', group(`<!ENTITY a "b">${entity('a')}`), 'forbidden: DOCTYPE'],
    ['that ends too early', group(entity('a')).slice(0, -10), 'it ends too early'],
    ['that ends within a comment', `${group(entity('a'))}<!-- `, 'it ends too early'],
    ['with nothing in it', ' ', 'it ends too early'],
    ['that is text', 'not found', 'text beside the root element'],
    ['with text after the root', `${group(entity('a'))}x`, 'text beside the root element'],
    ['with two roots', group(entity('a')) + group(entity('b')), 'a second root element'],
    ['whose elements overlap', group('<a><b></a></b>'), 'elements that overlap'],
    ['with a tag inside a tag', group('<a b="<md:EntityDescriptor>"/>'), 'a tag'],
    [
      'with an attribute twice',
      group(`<md:EntityDescriptor entityID="a" entityID="b">${idp()}</md:EntityDescriptor>`),
      'a tag',
    ],
    ['with a tag without an end', group(`<a b="${'x'.repeat(70_000)}"/>`), 'too-large: a tag'],
    ['nested too deep', group('<a>'.repeat(64) + '</a>'.repeat(64)), 'nested too deep'],
  ])('%s', (_, text, fault) => {
    for (const size of [Infinity, 7]) expect(() => scanBy(size, text, {})).toThrow(fault)
  })

  it('if the entity asked for is too long, and not for another one', () => {
    const long = entity('long', idp('x'.repeat(entityLengthMax)))
    expect(() => scanBy(65_536, group(long + entity('a')), { entityId: 'long' })).toThrow('longer than 1 MB')
    expect(() => scanBy(65_536, group(long + entity('long')), { entityId: 'long' })).toThrow('longer than 1 MB')
    expect(() => scanBy(65_536, group(long), {})).toThrow('longer than 1 MB')
    expect(scanBy(65_536, group(long + entity('a')), { entityId: 'a' }).chosen?.entityId).toBe('a')
  })
})

describe('memory', () => {
  it('holds only a part, the list and one entity, however long the document is', () => {
    const part = 65_536
    const scanner = createEntityScanner({ role: 'IDPSSODescriptor', entityId: 'https://idp-7.example' })
    const fill = 'x'.repeat(part)
    let [retained, length, at] = [0, 0, 0]
    const push = (text: string) => {
      scanner.push(text)
      retained = Math.max(retained, scanner.retained())
      length += text.length
    }
    push(`<md:EntitiesDescriptor ${md} ${mdui}>`)
    // Comments, CDATA, text and entities, each longer than a part.
    for (; length < 50_000_000; at += 1)
      for (const text of [
        `<!-- ${fill}`,
        `${fill} --><a><![CDATA[${fill}`,
        `]]>${fill}</a>`,
        entity(`https://idp-${at}.example`, idp(fill)),
      ])
        push(text)
    push('</md:EntitiesDescriptor>')
    const { total, chosen, entities } = scanner.end()
    expect([total, entities.length, chosen?.entityId]).toEqual([at, at, 'https://idp-7.example'])
    expect(retained).toBeLessThan(5 * part)
  })

  it('is bounded where a document has more entities than a list should have', () => {
    const many = (id: (at: number) => string) => {
      const scanner = createEntityScanner({ role: 'IDPSSODescriptor', entityId: id(20_100) })
      scanner.push(`<md:EntitiesDescriptor ${md}>`)
      for (let at = 0; at < 20_200; at += 1) scanner.push(entity(id(at)))
      scanner.push('</md:EntitiesDescriptor>')
      return scanner.end()
    }
    const short = many((at) => `urn:${at}`)
    expect([short.total, short.entities.length, short.chosen?.entityId]).toEqual([20_200, entitiesMax, 'urn:20100'])
    const long = many((at) => `urn:${at}:${'x'.repeat(1000)}`)
    const text = long.entities.map(({ entityId }) => entityId).join('')
    expect([long.total, text.length <= namesLengthMax]).toEqual([20_200, true])
  })
})
