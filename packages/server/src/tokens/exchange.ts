import type { ClientAccount } from './accounts.ts'
import type { GrantName } from './token-request.ts'
import type { Target } from './targets.ts'

/** What one request to the token endpoint has come to know, step by step. It is dropped with the request. */
export type Exchange = {
  readonly requestId: string
  readonly grant: GrantName | undefined
  /** Who the client says it is. */
  client?: string
  account?: ClientAccount
  /** The key of the account whose signature held. */
  keyThumbprint?: string
  target?: Target
  tokenId?: string
  /** What was thrown. */
  fault?: unknown
}
