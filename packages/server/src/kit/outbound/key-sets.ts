import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'

import type { ProviderFetch } from './provider-fetch.ts'

/** Key sets by address. */
export type KeySets = { of(jwksUri: string): ProviderKeys }

/** Finds the key that a token names in the key set of its provider. */
export type ProviderKeys = JWTVerifyGetKey & {
  /** Grows with every set that is fetched. */
  version(): number
  /** Whether there is a newer set: fetched meanwhile, or fetched now, at most every 30 s. */
  newerThan(version: number): Promise<boolean>
}

/** Maximum time a key is trusted after a provider removed it from its set. */
const freshMs = 10 * 60_000
/** The last good keys survive an outage of this length. */
const staleMs = 24 * 3_600_000
/** Minimum time between requests, for any reason: an unknown `kid`, a wrong signature, no answer. */
const retryMs = 30_000
const entriesMax = 1000

type KeySet = { readonly find: JWTVerifyGetKey; readonly at: number }

/**
 * Keys are fetched once and cached. An unknown `kid`, or a signature that a known one does not verify (some providers
 * change the key but not its `kid`), fetches them again, at most every 30 s. The cache survives an outage of a day.
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
    version += 1
    return current
  }
  async function usable(): Promise<KeySet> {
    const now = clock.now()
    if (current === undefined || now - current.at >= staleMs) return refresh()
    if (now - current.at < freshMs || now - triedAt < retryMs) return current
    const before = current
    return refresh().catch(() => before)
  }

  async function newerThan(known: number): Promise<boolean> {
    if (version > known) return true
    if (pending === undefined && clock.now() - triedAt < retryMs) return false
    return refresh().then(
      () => true,
      () => false,
    )
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    const set = await usable()
    const known = version
    try {
      return await set.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !(await newerThan(known))) throw error
      return (current ?? set).find(header, token)
    }
  }
  return Object.assign(find, { version: () => version, newerThan })
}

async function fetchKeys(fetch: ProviderFetch, jwksUri: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(jwksUri, { headers: { accept: 'application/json, application/jwk-set+json' } })
  if (response.status !== 200) throw new Error(`the key set's address answered ${response.status}`)
  return createLocalJWKSet((await response.json()) as JSONWebKeySet)
}
