import type { PieceDecoder } from '../text/decode.ts'
import { createEntityScanner, type EntityRole, type ScannedEntities } from './entity-scanner.ts'
import { XmlFault } from './xml-fault.ts'

/** Longest document that is read piece by piece, in bytes. */
export const aggregateBytesMax = 104_857_600
/** How many bytes are read without a pause: at most some 20 ms of work, whatever they contain. */
export const pieceBytes = 16_384

type Options = {
  readonly role: EntityRole
  /** The entity to cut out; without it, the only one. */
  readonly entityId?: string | undefined
  readonly decode: PieceDecoder
  /** Lets other work run; awaited after every {@link pieceBytes}. */
  readonly pause?: (() => Promise<void>) | undefined
}

/**
 * The entities of SAML metadata of up to {@link aggregateBytesMax}, of which only a piece is in memory at a time. Rejects with XmlFault if it
 * is longer, not decodable, or not metadata that can be read to its end.
 */
export async function scanEntities(chunks: AsyncIterable<Uint8Array>, o: Options): Promise<ScannedEntities> {
  const scanner = createEntityScanner(o)
  let size = 0
  const read = (piece?: Uint8Array) => {
    const decoded = o.decode(piece)
    if ('fault' in decoded) throw new XmlFault('unreadable', decoded.fault)
    scanner.push(decoded.text)
  }
  for await (const piece of piecesOf(chunks)) {
    size += piece.length
    if (size > aggregateBytesMax) throw new XmlFault('too-large', 'it is larger than 100 MB')
    read(piece)
    await o.pause?.()
  }
  read()
  return scanner.end()
}

/** The bytes of a document of up to `max` bytes; of a longer one all its chunks, to be read to their end or ended with `return`. */
export async function startOf(
  chunks: AsyncIterable<Uint8Array>,
  max: number,
): Promise<{ readonly whole: Uint8Array<ArrayBuffer> } | { readonly chunks: AsyncGenerator<Uint8Array> }> {
  const rest = chunks[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  for (let size = 0; size <= max;) {
    const { done, value } = await rest.next()
    if (done === true) return { whole: concatenated(held, size) }
    held.push(value)
    size += value.length
  }
  return { chunks: joined(held, rest) }
}

function concatenated(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

async function* joined(held: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let first = held.shift(); first !== undefined; first = held.shift()) yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** Chunks of any size as pieces of {@link pieceBytes}, so that many tiny ones cost no more than a few large ones. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(pieceBytes)
  let length = 0
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + pieceBytes - length)
      piece.set(part, length)
      length += part.length
      at += part.length
      if (length < pieceBytes) continue
      yield piece
      piece = new Uint8Array(pieceBytes)
      length = 0
    }
  }
  if (length > 0) yield piece.subarray(0, length)
}
