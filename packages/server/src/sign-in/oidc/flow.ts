import type { CryptoKey } from 'openid-client'

import type { Checks } from '../../kit/checks/checks.ts'
import type { ProviderFacts } from '../../kit/outbound/provider-facts.ts'
import type { ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import type { RelyingParty } from '../../kit/outbound/relying-party.ts'

/** The key that signs our client assertions. */
export type ClientKey = { readonly key: CryptoKey; readonly kid: string }

/** What every step of a sign-in by OpenID Connect works with. */
export type Flow = {
  readonly party: RelyingParty
  readonly checks: Checks
  readonly facts: ProviderFacts
  readonly fetch: ProviderFetch
  readonly baseUrl: string
  /** The signing key when the provider requires client assertions. Only calls as the client need it. */
  readonly clientKey?: ClientKey | undefined
  /** Ends the calls of a sign-in that took too long in all. */
  readonly signal?: AbortSignal
}
