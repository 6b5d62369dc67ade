import type { ClientAccount } from './accounts.ts'
import type { GrantName } from './token-request.ts'
import type { Target } from './targets.ts'

/** What the steps of one token request have found out. It is dropped with the request. */
export type Exchange = {
  readonly requestId: string
  /** The caller's network address. */
  readonly address: string
  readonly grant: GrantName | undefined
  /** Who the client says it is. */
  client?: string
  account?: ClientAccount
  /** The key of the account whose signature held. */
  keyThumbprint?: string
  target?: Target
  tokenId?: string
  /** The error thrown. */
  fault?: unknown
}
