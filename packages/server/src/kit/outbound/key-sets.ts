import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'

import type { ProviderFetch } from './provider-fetch.ts'

/** Key sets by address. */
export type KeySets = { of(jwksUri: string): ProviderKeys }

/** The keys that a provider publishes (RFC 7517 section 5), as they came; `version` grows with every set that is fetched. */
export type KeySet = { readonly keys: readonly JWK[]; readonly version: number }

/** The key set of one provider. */
export type ProviderKeys = {
  /** The cached set, or a set that is fetched now. Throws if the provider never answered, or has not answered for a day. */
  current(): Promise<KeySet>
  /** A newer set: fetched in the meantime, or fetched now, at most every 30 s; undefined if no newer set is available. */
  newerThan(version: number): Promise<KeySet | undefined>
}

/** Maximum time a key is trusted after a provider removed it from its set. */
const freshMs = 10 * 60_000
/** The last good keys survive an outage of this length. */
const staleMs = 24 * 3_600_000
/** Minimum time between requests, for any reason: no key that fits, a wrong signature, no answer. */
const retryMs = 30_000
const entriesMax = 1000

type CachedSet = KeySet & { readonly at: number }

/**
 * Keys are fetched once and cached. `newerThan` fetches them again for a token that they do not verify, at most every 30 s.
 * The cache survives an outage of a day.
 */
export function createKeySets(deps: { fetch: ProviderFetch; clock: { now(): number } }): KeySets {
  const known = new LRUCache<string, ProviderKeys>({ max: entriesMax })
  return {
    of(jwksUri) {
      const before = known.get(jwksUri)
      if (before !== undefined) return before
      const keys = createKeySet(jwksUri, deps)
      known.set(jwksUri, keys)
      return keys
    },
  }
}

function createKeySet(
  jwksUri: string,
  { fetch, clock }: { fetch: ProviderFetch; clock: { now(): number } },
): ProviderKeys {
  let version = 0
  let cached: CachedSet | undefined
  let triedAt = -Infinity
  let pending: Promise<CachedSet> | undefined

  const refresh = () => {
    pending ??= ask().finally(() => (pending = undefined))
    return pending
  }
  async function ask(): Promise<CachedSet> {
    const at = clock.now()
    triedAt = at
    const keys = await fetchKeys(fetch, jwksUri)
    version += 1
    cached = { keys, version, at }
    return cached
  }

  return {
    async current() {
      const now = clock.now()
      if (cached === undefined || now - cached.at >= staleMs) return refresh()
      if (now - cached.at < freshMs || now - triedAt < retryMs) return cached
      const before = cached
      return refresh().catch(() => before)
    },
    async newerThan(known) {
      if (version > known) return cached
      if (pending === undefined && clock.now() - triedAt < retryMs) return undefined
      return refresh().catch(() => undefined)
    },
  }
}

/** Entries that are not objects are left out: one broken entry does not make the others unusable. */
async function fetchKeys(fetch: ProviderFetch, jwksUri: string): Promise<JWK[]> {
  const response = await fetch(jwksUri, { headers: { accept: 'application/json, application/jwk-set+json' } })
  if (response.status !== 200) throw new Error(`the key set's address answered ${response.status}`)
  const set = (await response.json()) as { keys?: unknown } | null
  if (!Array.isArray(set?.keys)) throw new Error('the answer is not a key set: it has no list of keys')
  return set.keys.filter((key): key is JWK => typeof key === 'object' && key !== null)
}
