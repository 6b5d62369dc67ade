import { describe, expect, it } from 'vitest'

import {
  asUtf8,
  createDocumentDecoder,
  createFileDecoder,
  decodeDocument,
  decodeFile,
  textOfFile,
  type PieceDecoder,
} from './decode.ts'

const utf16 = (text: string, order: 'le' | 'be', mark = true) => {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}
const utf8WithMark = (text: string) => Buffer.from(`\ufeff${text}`)
const declared = (encoding: string, text = 'é') => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** What is read in pieces is read the same, wherever the pieces end. */
function read(bytes: Uint8Array, charset?: string) {
  const whole = decodeDocument(bytes, charset)
  for (const size of [1, 7, 1000])
    expect(inPieces(bytes, size, createDocumentDecoder(charset)), `in pieces of ${size}`).toEqual(whole)
  expect(inPieces(bytes, 7, createFileDecoder())).toEqual(decodeFile(bytes))
  return whole
}

function inPieces(bytes: Uint8Array, size: number, decode: PieceDecoder) {
  let text = ''
  for (let at = 0; ; at += size) {
    const isOver = at >= bytes.length
    const decoded = decode(isOver ? undefined : bytes.subarray(at, at + size))
    if ('fault' in decoded) return decoded
    text += decoded.text
    if (isOver) return { text }
  }
}

describe('a document is decoded by its byte order mark, its first characters, its declaration, or as UTF-8', () => {
  it.each<[string, Uint8Array, string]>([
    ['UTF-8 without a declaration', Buffer.from('<a>é€</a>'), '<a>é€</a>'],
    ['UTF-8, declared', Buffer.from(declared('utf-8')), declared('utf-8')],
    ['UTF-8 with a mark', utf8WithMark(declared('UTF-8')), declared('UTF-8')],
    ['UTF-16LE with a mark, declared as UTF-16', utf16(declared('UTF-16'), 'le'), declared('UTF-16')],
    ['UTF-16BE with a mark, declared as UTF-16', utf16(declared('utf-16'), 'be'), declared('utf-16')],
    ['UTF-16LE with a mark, without a declaration', utf16('<a>é</a>', 'le'), '<a>é</a>'],
    ['UTF-16LE without a mark', utf16(declared('UTF-16LE'), 'le', false), declared('UTF-16LE')],
    ['UTF-16BE without a mark', utf16(declared('UTF-16'), 'be', false), declared('UTF-16')],
    ['ASCII, declared as UTF-16 by .NET', Buffer.from(declared('utf-16')), declared('utf-16')],
    ['ISO-8859-1', latin1(declared('ISO-8859-1')), declared('ISO-8859-1')],
    ['ISO-8859-1 by a short name', latin1(declared('latin1')), declared('latin1')],
    ['ISO-8859-15', latin1(declared('ISO-8859-15', '\xa4')), declared('ISO-8859-15', '€')],
    ['ISO-8859-2', latin1(declared('iso-8859-2', '\xb1')), declared('iso-8859-2', 'ą')],
    ['windows-1252', latin1(declared('windows-1252', '\x80\xe9')), declared('windows-1252', '€é')],
    ['windows-1250 by a short name', latin1(declared('cp1250', '\x8a')), declared('cp1250', 'Š')],
    ['US-ASCII', latin1(declared('US-ASCII', 'e')), declared('US-ASCII', 'e')],
  ])('%s', (_, bytes, text) => expect(read(bytes)).toEqual({ text }))

  it('a long text in a single-byte encoding is decoded completely', () => {
    const text = declared('ISO-8859-1', 'é'.repeat(20_000))
    expect(read(latin1(text))).toEqual({ text })
  })
})

describe('the charset of a Content-Type', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['UTF-8 overrides a declaration', Buffer.from(declared('ISO-8859-1')), 'utf-8', declared('ISO-8859-1')],
    ['single-byte, is used without a declaration', latin1('<a>é</a>'), 'ISO-8859-1', '<a>é</a>'],
    ['single-byte, does not override a declaration', Buffer.from(declared('UTF-8')), 'ISO-8859-1', declared('UTF-8')],
    ['does not override a byte order mark', utf16('<a>é</a>', 'le'), 'utf-8', '<a>é</a>'],
    ['unknown, is ignored', Buffer.from('<a>é</a>'), 'x-unknown', '<a>é</a>'],
  ])('%s', (_, bytes, charset, text) => expect(read(bytes, charset)).toEqual({ text }))
})

describe('a document is rejected, and the fault names the encoding', () => {
  it.each<[string, Uint8Array, string]>([
    ['UTF-8 with an invalid sequence', latin1('<a>é</a>'), 'it is not valid UTF-8'],
    ['an overlong sequence', latin1('<a>\xc0\xbc</a>'), 'it is not valid UTF-8'],
    ['half a character in UTF-16', utf16('<a>\ud800</a>', 'le'), 'it is not valid UTF-16LE'],
    ['UTF-16 that ends within a character', utf16('<a/>', 'be').subarray(0, -1), 'it is not valid UTF-16BE'],
    ['beyond ASCII, declared as ASCII', latin1(declared('US-ASCII')), 'it is not valid US-ASCII'],
    [
      'a byte that windows-1252 does not have',
      latin1(declared('windows-1252', '\x81')),
      'it is not valid windows-1252',
    ],
    [
      'a mark of UTF-8, declared as ISO-8859-1',
      utf8WithMark(declared('ISO-8859-1')),
      'it is encoded in UTF-8, but declared as ISO-8859-1',
    ],
    [
      'a mark of UTF-8, declared as UTF-16',
      utf8WithMark(declared('UTF-16')),
      'it is encoded in UTF-8, but declared as UTF-16',
    ],
    [
      'a mark of UTF-16LE, declared as UTF-16BE',
      utf16(declared('UTF-16BE'), 'le'),
      'it is encoded in UTF-16LE, but declared as UTF-16BE',
    ],
    [
      'UTF-16 without a mark, declared as UTF-8',
      utf16(declared('UTF-8'), 'be', false),
      'it is encoded in UTF-16BE, but declared as UTF-8',
    ],
    ['declared as UTF-7', Buffer.from(declared('UTF-7')), 'the encoding UTF-7 is not accepted'],
    ['a mark of UTF-7', Buffer.from('+/v8-<a/>'), 'the encoding UTF-7 is not accepted'],
    ['declared as UTF-32', Buffer.from(declared('utf-32')), 'the encoding utf-32 is not accepted'],
    ['a mark of UTF-32LE', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 'the encoding UTF-32 is not accepted'],
    ['a mark of UTF-32BE', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c]), 'the encoding UTF-32 is not accepted'],
    ['UTF-32 without a mark', Buffer.from([0, 0, 0, 0x3c, 0, 0, 0, 0x61]), 'the encoding UTF-32 is not accepted'],
    ['EBCDIC', Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93]), 'the encoding EBCDIC is not accepted'],
    ['declared as EBCDIC', Buffer.from(declared('cp037')), 'the encoding cp037 is not accepted'],
    ['another encoding', Buffer.from(declared('Shift_JIS')), 'the encoding Shift_JIS is not accepted'],
    [
      'ISO-8859-12, which does not exist',
      Buffer.from(declared('ISO-8859-12')),
      'the encoding ISO-8859-12 is not accepted',
    ],
  ])('%s', (_, bytes, fault) => expect(read(bytes)).toEqual({ fault }))
})

describe('a file', () => {
  it.each<[string, Uint8Array, string]>([
    ['UTF-16 by a shell, declared as UTF-8', utf16(declared('UTF-8'), 'le'), declared('UTF-8')],
    ['UTF-8 with a mark, declared as UTF-16', utf8WithMark(declared('UTF-16')), declared('UTF-16')],
    ['without a mark, by its declaration', latin1(declared('ISO-8859-1')), declared('ISO-8859-1')],
    ['JSON', Buffer.from('{"a":"é"}'), '{"a":"é"}'],
  ])('is decoded by its mark before anything else: %s', (_, bytes, text) => expect(decodeFile(bytes)).toEqual({ text }))

  it('is rejected if it is not text', () => {
    expect(decodeFile(latin1('<a>é</a>'))).toEqual({ fault: 'it is not valid UTF-8' })
    expect(decodeFile(Buffer.from([0xff, 0xfe, 0, 0]))).toEqual({ fault: 'the encoding UTF-32 is not accepted' })
  })

  it('of another kind is read by its mark, and bytes without one are not changed', () => {
    expect(textOfFile(utf16('{"a":"é"}', 'be'))).toBe('{"a":"é"}')
    expect(textOfFile(utf8WithMark('a: é'))).toBe('a: é')
    expect(textOfFile(Buffer.from('a: é'))).toBe('a: é')
    const der = Uint8Array.from([0x30, 0x82, 0xff, 0xfe])
    expect(asUtf8(der)).toBe(der)
  })
})
