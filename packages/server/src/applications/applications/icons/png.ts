import { inflateSync } from 'node:zlib'

import { crc32 } from './crc32.ts'
import type { Found } from './found-image.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What a browser needs to draw it (PNG third edition, section 11): no text, time, EXIF, profile or animation. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** More pixels than the largest icon has are not inflated. */
const pixelsMax = 1_048_576

/** Every chunk's checksum is right, and the pixels inflate to exactly what the header announces. */
export function readPng(bytes: Buffer): Found {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined
  const parts: Buffer[] = [signature]
  const data: Buffer[] = []
  let header: Header | undefined
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, end - 4)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    if (name === 'IHDR') header = headerOf(content)
    if (header === undefined) return undefined
    if (name === 'IDAT') data.push(content)
    if (kept.has(name)) parts.push(bytes.subarray(at, end))
    // What follows the end is not part of the image.
    if (name === 'IEND')
      return isWhole(header, data)
        ? { width: header.width, height: header.height, bytes: Buffer.concat(parts) }
        : undefined
    at = end
  }
  return undefined
}

type Header = { readonly width: number; readonly height: number; readonly bits: number; readonly interlaced: boolean }

function headerOf(content: Buffer): Header | undefined {
  if (content.length !== 13) return undefined
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)]
  const [depth = 0, colour = 0, compression, filter, interlace] = content.subarray(8)
  const count = channels[colour]
  if (count === undefined || compression !== 0 || filter !== 0 || width === 0 || height === 0) return undefined
  return { width, height, bits: depth * count, interlaced: interlace === 1 }
}

/** Bytes of the rows, each with its filter in front; an interlaced image has seven smaller ones (section 8). */
function isWhole({ width, height, bits, interlaced }: Header, data: readonly Buffer[]): boolean {
  if (width * height > pixelsMax) return false
  const rows = (wide: number, high: number) => (wide === 0 ? 0 : high * (1 + Math.ceil((wide * bits) / 8)))
  const passes = interlaced ? adam7 : [[0, 0, 1, 1] as const]
  const expected = passes
    .map(([x, y, stepX, stepY]) => rows(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)))
    .reduce((sum, one) => sum + one, 0)
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: expected + 1 }).length === expected
  } catch {
    return false
  }
}

const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
