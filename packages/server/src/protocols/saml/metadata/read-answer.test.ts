import { metadataLengthMax, pieceBytes } from '@portico/core/contract'
import { describe, expect, it } from 'vitest'

import { readAnswer, readProviders } from './read-answer.ts'

const md = 'urn:oasis:names:tc:SAML:2.0:metadata'
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const role = (host: string, prefix = 'md:') =>
  `<${prefix}IDPSSODescriptor protocolSupportEnumeration="${protocol}"><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://${host}/"/></${prefix}IDPSSODescriptor>`
const entity = (id: string, inner: string) => `<md:EntityDescriptor entityID="${id}">${inner}</md:EntityDescriptor>`
const group = (inner: string, attributes = '') =>
  `<md:EntitiesDescriptor xmlns:md="${md}"${attributes}>${inner}</md:EntitiesDescriptor>`
const long = `<!-- ${'x'.repeat(metadataLengthMax)} -->`
const nowMs = Date.UTC(2026, 0, 1)

/** Where two readers may differ: XML 1.0 sections 2.4 to 2.7, 2.11 and 3.3.3, Namespaces in XML 1.0, metadata 2.3. */
const documents: readonly (readonly [string, string])[] = [
  ['two entities of one entity ID', entity('a', role('first')) + entity('a', role('second'))],
  ['the role only in the second of one entity ID', entity('a', '<md:X/>') + entity('a', role('second'))],
  [
    'character references in entity IDs',
    entity('&#97;', role('a')) + entity('b&amp;#99;', role('b')) + entity('d&#xA;', role('d')),
  ],
  [
    'line breaks and tabs in entity IDs',
    entity('a\n', role('a')) + entity('b\r\nc', role('b')) + entity('d\te', role('d')),
  ],
  [
    'entities in comments, CDATA and instructions',
    `<!-- ${entity('x', role('x'))} --><?p ${entity('y', role('y'))}?><e><![CDATA[${entity('z', role('z'))}]]></e>${entity('a', role('a'))}`,
  ],
  [
    'entities in extensions and entities',
    `<md:Extensions>${entity('x', role('x'))}</md:Extensions>${entity('a', `<md:Extensions>${entity('y', role('y'))}</md:Extensions>${entity('z', role('z'))}${role('a')}`)}`,
  ],
  [
    'a prefix that means another namespace',
    `<g xmlns:md="urn:other">${entity('x', role('x'))}</g><md:EntityDescriptor xmlns:o="urn:other" entityID="a">${role('x', 'o:')}${role('a')}</md:EntityDescriptor>`,
  ],
  [
    'a default namespace, and one that is undone',
    `<EntityDescriptor xmlns="${md}" entityID="a">${role('a', '')}</EntityDescriptor><EntityDescriptor xmlns="" entityID="x">${role('x')}</EntityDescriptor>`,
  ],
  [
    'attributes of another namespace',
    `<md:EntityDescriptor xmlns:o="urn:o" o:entityID="x" entityID='a' b="/>">${role('a')}</md:EntityDescriptor>`,
  ],
  [
    'groups with times',
    group(entity('a', role('a')), ' validUntil="2020-01-01T00:00:00Z"') + group(entity('b', role('b'))),
  ],
]

describe('a document that is read piece by piece has the same entities as one that is parsed whole', () => {
  it.each(documents)('%s', async (_, inner) => {
    const whole = readProviders(group(inner), nowMs)
    const answer = (entityId?: string) => readAnswer(new Response(group(inner + long)), { entityId, nowMs })
    const ids = [...new Set(whole.entities.map(({ entityId }) => entityId))]
    expect(ids).not.toEqual([])
    for (const entityId of ids) {
      const { entities, total } = await answer(entityId)
      expect(total).toBe(whole.total)
      expect(entities).toEqual([whole.entities.find((one) => one.entityId === entityId)])
    }
    if (whole.total > 1) expect((await answer()).named.map(({ entityId }) => entityId)).toEqual(ids)
    for (const hidden of ['x', 'y', 'z']) expect((await answer(hidden)).entities).toEqual([])
  })

  it.each([
    ['a reference to an entity that is not predefined', entity('&x;', role('a'))],
    ['a control character', entity('a&#27;[2J', role('a'))],
    ['a NUL character', entity('a&#0;', role('a'))],
    ['a second value', `<md:EntityDescriptor entityID="a" entityID="b">${role('a')}</md:EntityDescriptor>`],
  ])('both refuse %s in an entity ID', async (_, inner) => {
    expect(() => readProviders(group(inner), nowMs)).toThrow(/unreadable|forbidden/)
    await expect(readAnswer(new Response(group(inner + long)), { entityId: undefined, nowMs })).rejects.toThrow(
      'unreadable',
    )
  })
})

it('of several documents that are read at the same time, one piece is read in each turn of the event loop', async () => {
  let [turns, isReading] = [0, true]
  const count = () => {
    turns += 1
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const documents = Array.from({ length: 4 }, (_, at) => group(entity(`idp-${at}`, role('a')) + long))
  await Promise.all(documents.map((text) => readAnswer(new Response(text), { entityId: undefined, nowMs })))
  isReading = false
  expect(turns).toBeGreaterThan((documents.length * metadataLengthMax) / pieceBytes)
})
