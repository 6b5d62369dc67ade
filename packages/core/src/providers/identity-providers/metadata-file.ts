import type { ScannedEntities } from '../../kit/metadata/entity-scanner.ts'
import { XmlFault } from '../../kit/metadata/xml-fault.ts'
import { scanEntities, startOf } from '../../kit/metadata/scan-entities.ts'
import { createFileDecoder, decodeFile } from '../../kit/text/decode.ts'
import type { WordId } from '../../kit/words/english.ts'
import { metadataLengthMax } from './contract.ts'
import { familyOf, type IdentityProviderType } from './types.ts'

/** What is sent to the server, or the entities of which one has to be chosen, or why the file cannot be read. */
export type ReadMetadataFile =
  | { readonly document: string; readonly entityId?: string | undefined }
  | Pick<ScannedEntities, 'entities' | 'total'>
  | { readonly errorID: WordId; readonly values?: Readonly<Record<string, string | number>> }

/**
 * Reads a file with what a provider publishes, in chunks of any size. SAML metadata that is too long to send, such as a federation's, is
 * searched for the entity here, and only that entity becomes the document.
 */
export async function readMetadataFile(
  chunks: AsyncIterable<Uint8Array>,
  { type, entityId }: { readonly type: IdentityProviderType; readonly entityId?: string | undefined },
): Promise<ReadMetadataFile> {
  const start = await startOf(chunks, metadataLengthMax)
  if ('whole' in start) {
    const decoded = decodeFile(start.whole)
    return 'text' in decoded ? { document: decoded.text, entityId } : { errorID: 'FILE_ENCODING' }
  }
  const isSaml = familyOf(type) === 'saml'
  try {
    if (!isSaml) return { errorID: 'import.tooLarge', values: { max: metadataLengthMax } }
    const decode = createFileDecoder()
    const { chosen, entities, total } = await scanEntities(start.chunks, { role: 'IDPSSODescriptor', entityId, decode })
    if (chosen !== undefined) return chosen
    return entityId === undefined ? { entities, total } : { errorID: 'METADATA_ENTITY' }
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    return { errorID: 'METADATA_UNREADABLE', values: { reason: error.detail } }
  } finally {
    if (!isSaml) await start.chunks.return(undefined)
  }
}
