import { expect, it } from 'vitest'

import { metadataLengthMax } from './contract.ts'
import { chunksOfFile, matchingEntities } from './entity-search.ts'
import { readMetadataFile } from './metadata-file.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const entity = (id: string) =>
  `<EntityDescriptor entityID="${id}"><IDPSSODescriptor protocolSupportEnumeration="${protocol}"/></EntityDescriptor>`
const group = (inner: string) =>
  `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${inner}</EntitiesDescriptor>`
const federation = group(`${' '.repeat(metadataLengthMax)}${entity('é')}${entity('b')}`)
const type = 'OPENSAML' as const
const read = (text: string | Buffer<ArrayBuffer>, wanted: Partial<Parameters<typeof readMetadataFile>[1]> = {}) =>
  readMetadataFile(chunksOfFile(new Blob([text])), { type, ...wanted })

it('a document that can be sent is sent whole', async () => {
  expect(await read(group(entity('a')), { entityId: 'a' })).toEqual({ document: group(entity('a')), entityId: 'a' })
  expect(await read(Buffer.from('\xe9', 'latin1'))).toEqual({ errorID: 'FILE_ENCODING' })
})

it('of a longer one only an entity is, in any encoding', async () => {
  const listed = {
    entities: [
      { entityId: 'é', name: null },
      { entityId: 'b', name: null },
    ],
    total: 2,
  }
  for (const bytes of [Buffer.from(federation), Buffer.from(`\ufeff${federation}`, 'utf16le')]) {
    expect(await read(bytes)).toEqual(listed)
    expect(await read(bytes, { entityId: 'é' })).toEqual({ document: group(entity('é')), entityId: 'é' })
  }
  expect(await read(federation, { entityId: 'x' })).toEqual({ errorID: 'METADATA_ENTITY' })
})

it('a longer one is refused with the reason', async () => {
  const reason = (detail: string) => ({ errorID: 'METADATA_UNREADABLE', values: { reason: detail } })
  expect(await read(`<!DOCTYPE x>${federation}`)).toEqual(reason('DOCTYPE'))
  expect(await read(federation.slice(0, -1))).toEqual(reason('it ends too early'))
  expect(await read(federation, { type: 'OIDC' })).toMatchObject({ errorID: 'import.tooLarge' })
})

it('a search finds every word in the id or a name of any language, in any case', () => {
  const entities = [
    { entityId: 'https://tu.example/idp', name: 'Technical University', otherNames: ['Technische Universität'] },
    { entityId: 'https://uni.example/idp', name: null },
  ]
  const found = (text: string) => matchingEntities(entities, text).map(({ entityId }) => entityId)
  expect(found(' universität TU')).toEqual(['https://tu.example/idp'])
  expect(found('uni')).toHaveLength(2)
  expect(found('')).toHaveLength(2)
  expect(found('uni other')).toEqual([])
})
