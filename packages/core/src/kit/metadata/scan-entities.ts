import type { PieceDecoder } from '../text/decode.ts'
import { createEntityScanner, ScanFault, type EntityRole, type ScannedEntities } from './entity-scanner.ts'

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
 * The entities of SAML metadata of up to {@link aggregateBytesMax}, of which only a piece is in memory at a time. Rejects with ScanFault if it
 * is longer, not decodable, or not metadata that can be read to its end.
 */
export async function scanEntities(chunks: AsyncIterable<Uint8Array>, o: Options): Promise<ScannedEntities> {
  const scanner = createEntityScanner(o)
  let size = 0
  const read = (piece?: Uint8Array) => {
    const decoded = o.decode(piece)
    if ('fault' in decoded) throw new ScanFault('unreadable', decoded.fault)
    scanner.push(decoded.text)
  }
  for await (const piece of piecesOf(chunks)) {
    size += piece.length
    if (size > aggregateBytesMax) throw new ScanFault('too-large', 'it is larger than 100 MB')
    read(piece)
    await o.pause?.()
  }
  read()
  return scanner.end()
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
