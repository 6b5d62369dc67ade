import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import type { DiscoveryPart } from './discovery.ts'
import type { SigningKey } from './signing-keys.ts'

/** What registered applications add to the OAuth endpoints; the composition gives it to createTokenEndpoint. */
export interface ApplicationEndpoints {
  /**
   * Whether a path (without query) is served by `handler`. With `query`, whether this very request is: of
   * `/oauth2/authorize`, which belongs to the command line too, those of a registered client.
   */
  owns(path: string, query?: URLSearchParams): boolean
  /** Whether a token request is of a registered client. Asked before all other grants; `fields` are there once each. */
  ownsGrant(fields: ReadonlyMap<string, string>, headers: IncomingHttpHeaders): boolean
  /** Answers a token request that `ownsGrant` recognised; its address was counted. */
  answerGrant(
    res: ServerResponse,
    request: {
      readonly fields: ReadonlyMap<string, string>
      readonly headers: IncomingHttpHeaders
      readonly requestId: string
      readonly address: string
    },
  ): Promise<void>
  /** Answers a request that it owns. Headers that every answer has are set. */
  handler(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void>
  /** What it adds to the discovery document. */
  readonly discovery?: DiscoveryPart
  /** The signing keys, the first one signs: at the start, and whenever they change. */
  useKeys?(keys: readonly SigningKey[]): void
}
