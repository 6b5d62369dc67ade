/** The text of bytes, or why they are not text: `fault` completes "cannot be read: …". */
export type Decoded = { readonly text: string } | { readonly fault: string }

type Decoder = (bytes: Uint8Array) => string | undefined

/**
 * Decodes a document once, strictly (XML 1.0 appendix F). The encoding is that of the byte order mark, else that of its first two
 * characters, else the declared one, else UTF-8. `charset`, of a Content-Type (RFC 7303 section 3), overrides
 * the declaration if it names a Unicode encoding, and otherwise applies only without a declaration: single-byte charsets are often
 * just a server's default. A document declared as UTF-16 whose first bytes are ASCII is in UTF-8: .NET writes such declarations. Rejects invalid
 * sequences, a mark that contradicts the declaration, and encodings other than UTF-8, UTF-16, US-ASCII, ISO-8859-1 to -16,
 * windows-1250 to -1258 and KOI8.
 */
export function decodeDocument(bytes: Uint8Array, charset?: string): Decoded {
  return decodedBy(encodingOfDocument(bytes, charset), bytes)
}

/** Decodes a file: by its byte order mark, whatever it declares, because editors and shells convert files without updating the declaration. */
export function decodeFile(bytes: Uint8Array): Decoded {
  return decodedBy(encodingOfFile(bytes), bytes)
}

/** Decodes the pieces of a document one after another; the last call has no piece. */
export type PieceDecoder = (piece?: Uint8Array) => Decoded

/** As {@link decodeDocument}, from pieces of any size. */
export function createDocumentDecoder(charset?: string): PieceDecoder {
  return createPieceDecoder((start) => encodingOfDocument(start, charset))
}

/** As {@link decodeFile}, from pieces of any size. */
export function createFileDecoder(): PieceDecoder {
  return createPieceDecoder(encodingOfFile)
}

/** The encoding, and how many bytes its mark has. */
type Found = { readonly encoding: string; readonly markLength: number } | { readonly fault: string }

function encodingOfDocument(bytes: Uint8Array, charset: string | undefined): Found {
  const mark = markOf(bytes)
  const markLength = mark?.length ?? 0
  const family = mark?.encoding ?? firstCharacters(bytes)
  if (family !== undefined && refused.includes(family)) return { fault: `the encoding ${family} is not accepted` }
  const declared = declaredIn(bytes.subarray(markLength), family)
  const named = declared === undefined ? undefined : encodingOf(declared)
  if (declared !== undefined && named === undefined) return { fault: `the encoding ${declared} is not accepted` }
  if (family !== undefined) {
    if (named !== undefined && named !== family && named !== familyNames[family])
      return { fault: `it is encoded in ${family}, but declared as ${declared}` }
    return { encoding: family, markLength }
  }
  return { encoding: chosen(charset, named) ?? 'UTF-8', markLength }
}

function encodingOfFile(bytes: Uint8Array): Found {
  const mark = markOf(bytes)
  return mark === undefined || refused.includes(mark.encoding)
    ? encodingOfDocument(bytes, undefined)
    : { encoding: mark.encoding, markLength: mark.length }
}

function decodedBy(found: Found, bytes: Uint8Array): Decoded {
  return 'fault' in found ? found : decodeAs(found.encoding, bytes.subarray(found.markLength))
}

function createPieceDecoder(find: (start: Uint8Array) => Found): PieceDecoder {
  let start = new Uint8Array()
  let decode: PieceDecoder | undefined
  return (piece) => {
    if (decode !== undefined) return decode(piece)
    if (piece !== undefined) start = joined(start, piece)
    // A mark, and a declaration in two bytes for each character.
    if (piece !== undefined && start.length < declarationBytesMax + 4) return { text: '' }
    const found = find(start)
    decode = 'fault' in found ? () => found : decoderOfPieces(found.encoding)
    const first = 'fault' in found ? found : decode(start.subarray(found.markLength))
    start = new Uint8Array()
    if (piece !== undefined || 'fault' in first) return first
    const last = decode()
    return 'fault' in last ? last : { text: first.text + last.text }
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

function decoderOfPieces(encoding: string): PieceDecoder {
  const fault = { fault: `it is not valid ${encoding}` }
  if (singleBytes.includes(encoding)) return (piece) => (piece === undefined ? { text: '' } : decodeAs(encoding, piece))
  let platform: TextDecoder | undefined
  return (piece) => {
    try {
      platform ??= new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
      return { text: piece === undefined ? platform.decode() : platform.decode(piece, { stream: true }) }
    } catch {
      return fault
    }
  }
}

/** A file that is not XML as text, by its byte order mark; bytes that are not UTF-8 become replacement characters. */
export function textOfFile(bytes: Uint8Array): string {
  return new TextDecoder().decode(asUtf8(bytes))
}

/** The bytes of a text file in UTF-8 without a byte order mark; files of other content, such as DER, are not changed. */
export function asUtf8(bytes: Uint8Array): Uint8Array {
  const mark = markOf(bytes)
  const text = mark && decoders[mark.encoding]?.(bytes.subarray(mark.length))
  return text === undefined ? bytes : new TextEncoder().encode(text)
}

/** Whether a document may declare this encoding. */
export function isKnownEncoding(name: string): boolean {
  return encodingOf(name) !== undefined
}

const familyNames: Readonly<Record<string, string>> = { 'UTF-16LE': 'UTF-16', 'UTF-16BE': 'UTF-16' }
const refused: readonly string[] = ['UTF-32', 'UTF-7', 'EBCDIC']

/** UTF-32 first: its little-endian mark begins with that of UTF-16. */
const marks: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['UTF-32', 0xff, 0xfe, 0, 0],
  ['UTF-32', 0, 0, 0xfe, 0xff],
  ['UTF-8', 0xef, 0xbb, 0xbf],
  ['UTF-16LE', 0xff, 0xfe],
  ['UTF-16BE', 0xfe, 0xff],
  ['UTF-7', 0x2b, 0x2f, 0x76],
]

/** `<` and the bytes that may follow it, in encodings that do not extend ASCII; 4C is `<` in EBCDIC. */
const starts: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['UTF-32', 0x3c, 0, 0, 0],
  ['UTF-32', 0, 0, 0, 0x3c],
  ['UTF-16LE', 0x3c, 0],
  ['UTF-16BE', 0, 0x3c],
  ['EBCDIC', 0x4c, 0x6f, 0xa7, 0x94],
]

function markOf(bytes: Uint8Array): { readonly encoding: string; readonly length: number } | undefined {
  const found = marks.find((mark) => beginsWith(bytes, mark))
  return found && { encoding: found[0], length: found.length - 1 }
}

function firstCharacters(bytes: Uint8Array): string | undefined {
  return starts.find((start) => beginsWith(bytes, start))?.[0]
}

function beginsWith(bytes: Uint8Array, [, ...expected]: (typeof marks)[number]): boolean {
  return expected.every((byte, at) => bytes[at] === byte)
}

const declaration = /^\s*<\?xml\s+version\s*=\s*["'][\d.]+["']\s+encoding\s*=\s*["']([\w.:-]{1,40})["']/i
const declarationBytesMax = 400

function declaredIn(bytes: Uint8Array, family: string | undefined): string | undefined {
  const start = bytes.subarray(0, declarationBytesMax)
  const text = family === undefined || family === 'UTF-8' ? latin1(start) : new TextDecoder(family).decode(start)
  return declaration.exec(text)?.[1]
}

function chosen(charset: string | undefined, declared: string | undefined): string | undefined {
  const sent = charset === undefined ? undefined : encodingOf(charset)
  if (sent !== undefined && (declared === undefined || sent.startsWith('UTF-'))) return asciiBased(sent)
  return declared === undefined ? undefined : asciiBased(declared)
}

/** UTF-16 would have been recognised by its first characters. */
function asciiBased(encoding: string): string {
  return encoding.startsWith('UTF-16') ? 'UTF-8' : encoding
}

function decodeAs(encoding: string, bytes: Uint8Array): Decoded {
  const text = decoders[encoding]?.(bytes) ?? (encoding in decoders ? undefined : byPlatform(encoding)(bytes))
  return text === undefined ? { fault: `it is not valid ${encoding}` } : { text }
}

/** Decoded here, byte by byte. */
const singleBytes: readonly string[] = ['US-ASCII', 'ISO-8859-1', 'windows-1252']

const latin1 = (bytes: Uint8Array) => mapped(bytes, (byte) => byte) ?? ''

const decoders: Readonly<Record<string, Decoder>> = {
  'UTF-8': byPlatform('UTF-8'),
  'UTF-16LE': byPlatform('UTF-16LE'),
  'UTF-16BE': byPlatform('UTF-16BE'),
  'US-ASCII': (bytes) => mapped(bytes, (byte) => (byte < 0x80 ? byte : undefined)),
  // The platform treats these two as the same encoding, and some versions of Node.js decode neither as the Encoding Standard says.
  'ISO-8859-1': latin1,
  'windows-1252': (bytes) =>
    mapped(bytes, (byte) => {
      const code = byte < 0x80 || byte > 0x9f ? byte : windows1252.charCodeAt(byte - 0x80)
      return code === 0xffff ? undefined : code
    }),
}

/** 0x80 to 0x9F. */
const windows1252 = '€\uffff‚ƒ„…†‡ˆ‰Š‹Œ\uffffŽ\uffff\uffff‘’“”•–—˜™š›œ\uffffžŸ'

function byPlatform(encoding: string): Decoder {
  return (bytes) => {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return undefined
    }
  }
}

const chunk = 8192

function mapped(bytes: Uint8Array, code: (byte: number) => number | undefined): string | undefined {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += chunk) {
    const codes = Array.from(bytes.subarray(at, at + chunk), code)
    if (codes.includes(undefined)) return undefined
    parts.push(String.fromCharCode(...(codes as number[])))
  }
  return parts.join('')
}

/** The names of IANA's registry that documents use, and the common short forms. */
function encodingOf(name: string): string | undefined {
  const lower = name.toLowerCase().replaceAll('_', '-')
  const iso = /^iso-?8859-?(\d{1,2})$/.exec(lower)?.[1] ?? { latin1: '1', l1: '1', latin9: '15' }[lower]
  if (iso !== undefined) return Number(iso) >= 1 && Number(iso) <= 16 && iso !== '12' ? `ISO-8859-${iso}` : undefined
  const windows = /^(?:windows|cp|win)-?(125[0-8])$/.exec(lower)?.[1]
  if (windows !== undefined) return `windows-${windows}`
  return otherNames[lower]
}

const otherNames: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  utf8: 'UTF-8',
  'utf-16': 'UTF-16',
  utf16: 'UTF-16',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'us-ascii': 'US-ASCII',
  ascii: 'US-ASCII',
  'ansi-x3.4-1968': 'US-ASCII',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
}
