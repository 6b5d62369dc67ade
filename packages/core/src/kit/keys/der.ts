/** Bytes that Web Crypto can digest. */
export type Bytes = Uint8Array<ArrayBuffer>

/** One element of DER (X.690): `whole` is its tag, its length and its content. */
export type DerElement = { readonly tag: number; readonly content: Bytes; readonly whole: Bytes }

export const derSequence = 0x30
export const derInteger = 0x02
export const derBitString = 0x03
/** `[0] EXPLICIT`, the version of a certificate. */
export const derContext0 = 0xa0

/**
 * The consecutive elements in these bytes. undefined if the bytes do not end with an element, if a length reaches
 * beyond them or is not in its shortest form, and for tags of several bytes, which keys never have.
 */
export function derElementsIn(bytes: Bytes): DerElement[] | undefined {
  const elements: DerElement[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0
    const length = lengthAt(bytes, at + 1)
    if (length === undefined || (tag & 0x1f) === 0x1f) return undefined
    const end = length.from + length.value
    if (end > bytes.length) return undefined
    elements.push({ tag, content: bytes.slice(length.from, end), whole: bytes.slice(at, end) })
    at = end
  }
  return elements
}

/** The content is `value` bytes long and begins at `from`; at most 16 MiB, far more than any key. */
function lengthAt(bytes: Bytes, at: number): { value: number; from: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first < 0x80) return first === undefined ? undefined : { value: first, from: at + 1 }
  const digits = bytes.slice(at + 1, at + 1 + (first & 0x7f))
  if (digits.length !== (first & 0x7f) || digits.length === 0 || digits.length > 3) return undefined
  const value = digits.reduce((sum, digit) => sum * 0x100 + digit, 0)
  return value < (digits.length === 1 ? 0x80 : 0x100 ** (digits.length - 1))
    ? undefined
    : { value, from: at + 1 + digits.length }
}

/** An element with this content. */
export function derOf(tag: number, content: Bytes): Bytes {
  const { length } = content
  const bytesOfLength = [length >> 16, (length >> 8) & 0xff, length & 0xff]
  const digits = bytesOfLength.slice(bytesOfLength.findIndex((digit) => digit > 0))
  return Uint8Array.from([tag, ...(length < 0x80 ? [length] : [0x80 + digits.length, ...digits]), ...content])
}
