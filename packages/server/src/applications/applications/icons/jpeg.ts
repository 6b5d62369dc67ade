import type { Found } from './found-image.ts'

/** Start of frame: baseline, extended and progressive (ITU-T T.81, table B.1). Lossless and hierarchical are not drawn by browsers. */
const frames = new Set([0xc0, 0xc1, 0xc2])
/** Adobe's segment says how the colours are meant; all other application segments and comments are left out. */
const adobe = 0xee
const jfif = 0xe0

/** The segments up to the scans, one frame header, and an end; application segments and comments are left out. */
export function readJpeg(bytes: Buffer): Found {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd8 || marker === 0xd9 || marker < 0xc0) return undefined
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return undefined
    if (frames.has(marker)) {
      if (size !== undefined || end < at + 10) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    const isMeta = (marker >= 0xe0 && marker <= 0xef && marker !== adobe && marker !== jfif) || marker === 0xfe
    if (!isMeta) parts.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    const stop = endOfScan(bytes, at)
    if (size === undefined || stop === undefined) return undefined
    parts.push(bytes.subarray(at, stop))
    at = stop
    if (bytes[at + 1] === 0xd9) {
      parts.push(bytes.subarray(at, at + 2))
      return size.width > 0 && size.height > 0 ? { ...size, bytes: Buffer.concat(parts) } : undefined
    }
  }
  return undefined
}

/** The position of the next marker after the coded data: stuffed zeros and restart markers belong to it. */
function endOfScan(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return undefined
}
