import { expect, it } from 'vitest'

import { createDocumentDecoder } from '../text/decode.ts'
import { aggregateBytesMax, pieceBytes, scanEntities } from './scan-entities.ts'

const idp = (id: string) =>
  `<EntityDescriptor entityID="${id}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/></EntityDescriptor>`
const aggregate = (inner: string) =>
  `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${inner}</EntitiesDescriptor>`

async function* chunked(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
}

const scan = (bytes: Uint8Array, { size = 1000, charset = undefined as string | undefined } = {}) =>
  scanEntities(chunked(bytes, size), { role: 'IDPSSODescriptor', decode: createDocumentDecoder(charset) })

it.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(aggregate(idp('é€😀')))],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${aggregate(idp('é€😀'))}`, 'utf16le')],
  ['UTF-16BE by its first characters', Buffer.from(aggregate(idp('é€😀')), 'utf16le').swap16()],
])('is decoded, wherever its chunks end: %s', async (_, bytes) => {
  for (const size of [1, 3, 1000])
    expect((await scan(bytes, { size })).entities).toEqual([{ entityId: 'é€😀', name: null }])
})

it('is decoded as it declares, or as its Content-Type says', async () => {
  const declared = `<?xml version="1.0" encoding="ISO-8859-1"?>${aggregate(idp('é'))}`
  expect((await scan(Buffer.from(declared, 'latin1'))).entities[0]?.entityId).toBe('é')
  const bytes = Buffer.from(aggregate(idp('é')), 'latin1')
  expect((await scan(bytes, { charset: 'iso-8859-1' })).entities[0]?.entityId).toBe('é')
})

it.each<[string, Uint8Array, string]>([
  ['invalid UTF-8', Buffer.from(aggregate(idp('é')), 'latin1'), 'it is not valid UTF-8'],
  ['an encoding that is not accepted', Buffer.from('+/v8-'), 'the encoding UTF-7 is not accepted'],
  ['UTF-8 that ends within a character', Buffer.from(aggregate('') + 'é').subarray(0, -1), 'it is not valid UTF-8'],
])('is refused: %s', async (_, bytes, fault) => {
  await expect(scan(bytes)).rejects.toThrow(fault)
})

it('is refused beyond its longest length, without being read further', async () => {
  let sent = 0
  async function* endless() {
    yield Buffer.from('<a>')
    for (; ; sent += 1) yield await Promise.resolve(Buffer.alloc(1_000_000, 32))
  }
  const read = scanEntities(endless(), { role: 'IDPSSODescriptor', decode: createDocumentDecoder() })
  await expect(read).rejects.toThrow('larger than 100 MB')
  expect(sent).toBeLessThanOrEqual(Math.ceil(aggregateBytesMax / 1_000_000))
})

it('pauses after each piece, however large the chunks are', async () => {
  const bytes = Buffer.from(aggregate(idp('a') + ' '.repeat(10 * pieceBytes)))
  let pauses = 0
  const pause = () => Promise.resolve(void (pauses += 1))
  for (const size of [bytes.length, 100]) {
    pauses = 0
    await scanEntities(chunked(bytes, size), { role: 'IDPSSODescriptor', decode: createDocumentDecoder(), pause })
    expect(pauses).toBe(Math.ceil(bytes.length / pieceBytes))
  }
})
