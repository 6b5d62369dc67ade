import type { Found } from './found-image.ts'

const kept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
/** Flags of VP8X for what is left out: profile, EXIF, XMP (RFC 9649 section 2.7.1). */
const flagsOfMetadata = 0x20 | 0x08 | 0x04
const flagOfAnimation = 0x02

/** A still image (RFC 9649): its chunks fill the file, and colour profile, EXIF and XMP are left out. */
export function readWebp(bytes: Buffer): Found {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  const fileEnd = 8 + bytes.readUInt32LE(4)
  if (fileEnd > bytes.length) return undefined
  const parts: Buffer[] = []
  let size: { width: number; height: number } | undefined
  for (let at = 12; at < fileEnd;) {
    if (at + 8 > fileEnd) return undefined
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > fileEnd) return undefined
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'ANIM' || name === 'ANMF') return undefined
    if (name === 'VP8X' && (content.length < 10 || ((content[0] ?? 0) & flagOfAnimation) !== 0)) return undefined
    if (name === 'VP8 ' || name === 'VP8L') {
      if (size !== undefined) return undefined
      size = name === 'VP8 ' ? sizeOfLossy(content) : sizeOfLossless(content)
      if (size === undefined) return undefined
    }
    if (kept.has(name)) parts.push(name === 'VP8X' ? withoutFlags(bytes.subarray(at, end)) : bytes.subarray(at, end))
    at = end
  }
  if (size === undefined || size.width === 0 || size.height === 0) return undefined
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return { ...size, bytes: Buffer.concat([head, body]) }
}

/** RFC 6386 section 9.1: a key frame, its start code, 14 bits each. */
function sizeOfLossy(content: Buffer) {
  if (content.length < 10 || ((content[0] ?? 1) & 1) !== 0 || content.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
}

/** RFC 9649 section 3.4: a signature, then 14 bits each, less one. */
function sizeOfLossless(content: Buffer) {
  if (content.length < 5 || content[0] !== 0x2f) return undefined
  const bits = content.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function withoutFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk)
  copy[8] = (copy[8] ?? 0) & ~flagsOfMetadata
  return copy
}
