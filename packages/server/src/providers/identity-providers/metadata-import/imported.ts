import { type importProviderMetadata, type ReplyOf, type WordId } from '@portico/core/contract'

import { Failure } from '../../../kit/http/failure.ts'
import { say } from '../../../kit/words/say.ts'

/** What was read, as the contract answers it. */
export type Imported = ReplyOf<typeof importProviderMetadata>

export type ImportFault =
  | 'METADATA_SOURCE'
  | 'METADATA_UNREACHABLE'
  | 'METADATA_UNREADABLE'
  | 'METADATA_ENTITY'
  | 'DOMAIN_NOT_ONE'
  | 'DOMAIN_SHAPE'

/** A failure at one field, with its reason in words. */
export function importFault(errorID: ImportFault, fieldID: 'url' | 'document' | 'entityId', reason = ''): Failure {
  const errorMessage = say(errorID, { reason })
  const details = [{ errorID, errorMessage, fieldID }]
  return new Failure(400, errorID, { details, values: { reason }, resource: { type: 'identity-provider' } })
}

type WarningId = Extract<WordId, `import.${string}`>

/** A sentence for the administrator. */
export function warning(id: WarningId, values: Readonly<Record<string, string | number>> = {}): string {
  return say(id, values)
}
