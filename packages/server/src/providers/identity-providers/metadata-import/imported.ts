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
  | 'METADATA_MANY_DIRECTORIES'
  | 'DOMAIN_NOT_ONE'
  | 'DOMAIN_SHAPE'

/** A failure at one field, with its reason in words. */
export function importFault(
  errorID: ImportFault,
  fieldID: 'url' | 'document' | 'entityId',
  reason = '',
  more: Readonly<Record<string, string>> = {},
): Failure {
  const values = { reason, ...more }
  const details = [{ errorID, errorMessage: say(errorID, values), fieldID }]
  return new Failure(400, errorID, { details, values, resource: { type: 'identity-provider' } })
}

type WarningId = Extract<WordId, `import.${string}`>

/** A sentence for the administrator. */
export function warning(id: WarningId, values: Readonly<Record<string, string | number>> = {}): string {
  return say(id, values)
}
