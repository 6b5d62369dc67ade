import { describe, expect, it } from 'vitest'

import { samlScene } from '../testing/scene.ts'

const scene = samlScene()
const nameId = { value: 'Zoë Åström' }
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`
const read = (bytes: Buffer) => scene.read(bytes.toString('base64'))

/** XML 1.0 section 4.3.3. The signature covers the canonical form, which is UTF-8 whatever the message is in. */
describe('a response is decoded once, and its signature covers the text', () => {
  it.each<[string, (xml: string) => Buffer]>([
    ['UTF-8', (xml) => Buffer.from(xml)],
    ['UTF-8 with a byte order mark', (xml) => Buffer.from(`\ufeff${declared('UTF-8')}${xml}`)],
    ['UTF-16LE', (xml) => utf16(declared('UTF-16') + xml)],
    ['UTF-16BE', (xml) => utf16(xml).swap16()],
    ['declared as UTF-16, in UTF-8', (xml) => Buffer.from(declared('utf-16') + xml)],
    ['ISO-8859-1', (xml) => latin1(declared('ISO-8859-1') + xml)],
    ['ISO-8859-15', (xml) => latin1(declared('ISO-8859-15') + xml)],
    ['windows-1252', (xml) => latin1(declared('windows-1252') + xml)],
  ])('%s', async (_, encoded) => {
    for (const sign of ['assertion', 'response', 'both'] as const) {
      const xml = await scene.forgeXml({ nameId, sign })
      expect(read(encoded(xml)).assertion?.nameId?.value).toBe(nameId.value)
      expect(read(encoded(xml.replace('>Zoë', '>Zoe'))).finding).toBe('saml-signature-wrong')
    }
  })
})

describe('a response is refused by name', () => {
  it.each<[string, (xml: string) => Buffer, string]>([
    ['bytes of another encoding', (xml) => latin1(xml), 'it is not valid UTF-8'],
    ['UTF-7', (xml) => Buffer.from(declared('UTF-7') + xml), 'the encoding UTF-7 is not accepted'],
    ['EBCDIC', (xml) => Buffer.from(declared('IBM037') + xml), 'the encoding IBM037 is not accepted'],
    [
      'a mark that contradicts the declaration',
      (xml) => Buffer.from(`\ufeff${declared('ISO-8859-1')}${xml}`),
      'it is encoded in UTF-8, but declared as ISO-8859-1',
    ],
  ])('%s', async (_, encoded, what) => {
    const xml = await scene.forgeXml({ nameId })
    expect(read(encoded(xml))).toMatchObject({ finding: 'saml-message-unreadable', evidence: { what } })
  })

  it('a DOCTYPE, in every encoding', async () => {
    const xml = `<!DOCTYPE x>${await scene.forgeXml({ nameId })}`
    for (const bytes of [Buffer.from(xml), utf16(xml), utf16(xml).swap16(), latin1(declared('ISO-8859-1') + xml)])
      expect(read(bytes)).toMatchObject({ finding: 'saml-message-forbidden', evidence: { what: 'DOCTYPE' } })
  })
})
