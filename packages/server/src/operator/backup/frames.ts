import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import type { SecretKey } from '../../kit/secrets/secret-key.ts'

/**
 * A backup is a gzip stream of frames: one letter, the length of the content in four bytes (big endian), the content.
 *
 *     H  header, JSON: format, version, keys, migrations, tables
 *     T  a table begins, JSON: its name
 *     D  a piece of the table's rows, as COPY writes them in its text format
 *     E  the table ends, JSON: how many rows it had
 *     F  the end: HMAC-SHA-256 over all frames before, under the secret key
 */
export type FrameType = 'H' | 'T' | 'D' | 'E' | 'F'

export type Frame = { readonly type: FrameType; readonly content: Buffer }

export type Header = {
  readonly format: 'portico-backup'
  readonly version: 1
  /** Ids of the secret keys that the restored database needs; the first one authenticates the file. */
  readonly keys: readonly string[]
  readonly migrations: readonly string[]
  /** When the snapshot was taken, by the database's clock (RFC 3339); missing in files of earlier releases. */
  readonly madeAt?: string
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

const headBytes = 5
const contentBytesMax = 64 * 1024 * 1024

export function encodeFrame(type: FrameType, content: Buffer | object): Buffer {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const head = Buffer.alloc(headBytes)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** What authenticates a file: fed with every frame but the last. */
export function createSeal({ bytes }: SecretKey): { add(frame: Buffer): void; end(): Buffer } {
  const mac = createHmac('sha256', Buffer.from(hkdfSync('sha256', bytes, 'portico', 'backup', 32)))
  return { add: (frame) => void mac.update(frame), end: () => mac.digest() }
}

export class DamagedBackup extends Error {
  override name = 'DamagedBackup'
}

/**
 * The frames of an unpacked stream. The last one is verified: reading to the end proves that the file is complete and was
 * written with the key that `keyOf` finds for its header. Throws DamagedBackup otherwise.
 */
export async function* readFrames(
  source: AsyncIterable<Buffer>,
  keyOf: (header: Header) => SecretKey,
): AsyncGenerator<Frame> {
  let seal: ReturnType<typeof createSeal> | undefined
  let ended = false
  for await (const frame of split(source)) {
    if (ended) throw new DamagedBackup('The backup goes on after its end.')
    if (frame.type === 'F') {
      const mac = seal?.end()
      if (mac === undefined || mac.length !== frame.content.length || !timingSafeEqual(mac, frame.content))
        throw changed()
      ended = true
      continue
    }
    seal ??= createSeal(keyOf(parseHeader(frame)))
    seal.add(encodeFrame(frame.type, frame.content))
    yield frame
  }
  if (seal === undefined) throw notBackup()
  if (!ended) throw cutOff()
}

export const notBackup = (cause?: unknown) => new DamagedBackup('The file is not a backup of Portico.', { cause })
export const cutOff = (cause?: unknown) =>
  new DamagedBackup('The backup is cut off: its end is missing. Use another copy.', { cause })
export const changed = (cause?: unknown) =>
  new DamagedBackup('The backup is damaged, or was changed since it was written. Use another copy.', { cause })

/** JSON of a frame, whose bytes are not verified until the end. */
export function readContent<T>(content: Buffer): T {
  try {
    return JSON.parse(content.toString()) as T
  } catch (error) {
    throw changed(error)
  }
}

export function parseHeader({ type, content }: Frame): Header {
  const header = type === 'H' ? readContent<Partial<Header>>(content) : {}
  if (header.format !== 'portico-backup') throw notBackup()
  if (header.version !== 1)
    throw new DamagedBackup(`The backup has format ${header.version}, which this version of Portico cannot read.`)
  return header as Header
}

async function* split(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let pending: Buffer = Buffer.alloc(0)
  let isBegun = false
  for await (const chunk of source) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    while (pending.length >= headBytes) {
      const length = pending.readUInt32BE(1)
      const type = pending.toString('latin1', 0, 1)
      if (!/^[HTDEF]$/.test(type) || length > contentBytesMax) throw isBegun ? changed() : notBackup()
      if (pending.length < headBytes + length) break
      isBegun = true
      yield { type: type as FrameType, content: pending.subarray(headBytes, headBytes + length) }
      pending = pending.subarray(headBytes + length)
    }
  }
  if (pending.length > 0) throw isBegun ? cutOff() : notBackup()
}
