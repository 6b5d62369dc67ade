import { setImmediate as nextTurn } from 'node:timers/promises'

import {
  createDocumentDecoder,
  metadataLengthMax,
  type NamedEntity,
  scanEntities,
  startOf,
} from '@portico/core/contract'

import { charsetOf } from '../../../kit/outbound/received-document.ts'
import { readIdpMetadata, type IdpEntity, type MetadataWarning } from './idp-metadata.ts'

/** The identity providers of a document. */
export type ReadProviders = {
  /** All of them; of a document of more than {@link metadataLengthMax} bytes the one asked for, or the only one. */
  readonly entities: readonly IdpEntity[]
  /** In the order of the document, as many as a list may have; of a longer document only the one in `entities`, if there is one. */
  readonly named: readonly NamedEntity[]
  readonly total: number
  readonly warnings: readonly MetadataWarning[]
}

/** As {@link readIdpMetadata}, with the names of the entities. */
export function readProviders(...document: Parameters<typeof readIdpMetadata>): ReadProviders {
  const { entities, warnings } = readIdpMetadata(...document)
  const named = entities.map(({ entityId, displayName }) => ({ entityId, name: displayName }))
  return { entities, named, total: named.length, warnings }
}

type Wanted = { readonly entityId: string | undefined; readonly nowMs: number }

/**
 * Reads the metadata of an answer, which may be streamed. A longer document, such as a federation's, is read piece by piece with time
 * for other work between them, and only one entity of it is parsed. Rejects with XmlFault as {@link readIdpMetadata} does, and with
 * the error of the stream.
 */
export async function readAnswer(response: Response, { entityId, nowMs }: Wanted): Promise<ReadProviders> {
  const charset = charsetOf(response.headers.get('content-type'))
  const start = await startOf(chunksOf(response), metadataLengthMax)
  if ('whole' in start) return readProviders({ bytes: start.whole, charset }, nowMs)
  const decode = createDocumentDecoder(charset)
  const scanned = await scanEntities(start.chunks, {
    role: 'IDPSSODescriptor',
    entityId,
    decode,
    pause: ownTurn,
  })
  const { chosen, entities: named, total } = scanned
  if (chosen === undefined) return { entities: [], named, total, warnings: total === 0 ? ['METADATA_NO_PROVIDER'] : [] }
  return { ...readProviders(chosen.document, nowMs), total }
}

let lastTurn: Promise<void> = Promise.resolve()

/** One piece in each turn of the event loop, also where several documents are read: they wait for each other. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body
}
