import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

import type { ProviderFetch } from '../provider-fetch.ts'

/** Key sets by address. */
export type KeySets = { of(jwksUri: string): JWTVerifyGetKey }

/** A key that a provider took out of its set is trusted no longer than this. */
const freshMs = 10 * 60_000
/** The last good keys survive an outage of this length. */
const staleMs = 24 * 3_600_000
/** An unknown `kid`, or a provider that does not answer, is no reason to ask again sooner. */
const retryMs = 30_000
const entriesMax = 1000

type KeySet = { readonly find: JWTVerifyGetKey; readonly at: number }

/** Keys are fetched once and kept; an unknown `kid` fetches anew, at most every 30 s; an outage of a day is survived. */
export function createKeySets(deps: { fetch: ProviderFetch; clock: { now(): number } }): KeySets {
  const known = new Map<string, JWTVerifyGetKey>()
  return {
    of(jwksUri) {
      const before = known.get(jwksUri)
      if (before !== undefined) return before
      const [oldest] = known.keys()
      if (known.size >= entriesMax && oldest !== undefined) known.delete(oldest)
      const keys = createKeySet(jwksUri, deps)
      known.set(jwksUri, keys)
      return keys
    },
  }
}

function createKeySet(
  jwksUri: string,
  { fetch, clock }: { fetch: ProviderFetch; clock: { now(): number } },
): JWTVerifyGetKey {
  let current: KeySet | undefined
  let triedAt = -Infinity
  let pending: Promise<KeySet> | undefined

  const refresh = () => {
    pending ??= ask().finally(() => (pending = undefined))
    return pending
  }
  async function ask(): Promise<KeySet> {
    const at = clock.now()
    triedAt = at
    current = { find: await fetchKeys(fetch, jwksUri), at }
    return current
  }
  async function usable(): Promise<KeySet> {
    const now = clock.now()
    if (current === undefined || now - current.at >= staleMs) return refresh()
    if (now - current.at < freshMs || now - triedAt < retryMs) return current
    const before = current
    return refresh().catch(() => before)
  }

  return async (header, token) => {
    const set = await usable()
    try {
      return await set.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // Another sign-in may have fetched anew meanwhile; otherwise this one does, unless somebody just did.
      const newer = current !== undefined && current !== set ? current : undefined
      if (newer === undefined && clock.now() - triedAt < retryMs) throw error
      return (newer ?? (await refresh())).find(header, token)
    }
  }
}

async function fetchKeys(fetch: ProviderFetch, jwksUri: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(jwksUri, { headers: { accept: 'application/json, application/jwk-set+json' } })
  if (response.status !== 200) throw new Error(`the key set's address answered ${response.status}`)
  return createLocalJWKSet((await response.json()) as JSONWebKeySet)
}
