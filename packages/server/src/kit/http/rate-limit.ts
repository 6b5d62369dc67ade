import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

import { LRUCache } from 'lru-cache'

import type { RateLimitName, RateLimitSettings } from '../settings/rate-limits.ts'
import type { SharedCounts } from './shared-counts.ts'

export type RateLimits = {
  /** Counts one attempt. Returns the seconds to wait, or 0 if the attempt may proceed. */
  take(name: RateLimitName, key: string): Promise<number>
  /**
   * The seconds to wait if this process knows that the key is over its limit, or 0: for what counts only after it succeeded. Then
   * take() counts it, and as many more as were under way at once may pass.
   */
  over(name: RateLimitName, key: string): number
}

/** Bounds memory: beyond this, the windows without an attempt for the longest time are dropped. */
const keysMax = 50_000

type Window = { attempts: number; endsAt: number }

/**
 * Counts per key in fixed windows. The count is shared by all processes; each also caches the last result, so that a
 * key over its limit costs no statement, and so that the limit still holds within a process while the database is slow.
 */
export function createRateLimits(
  clock: { now(): number },
  { limits, shared }: { limits: RateLimitSettings; shared: SharedCounts },
): RateLimits {
  const windows = new LRUCache<string, Window>({ max: keysMax })
  return {
    over(name, key) {
      const limit = limits[name]
      if (limit === undefined) return 0
      const window = windowOf(hashOf(name, key), limit.windowSecs)
      return window.attempts >= limit.attempts ? waitSecs(window) : 0
    },
    async take(name, key) {
      const limit = limits[name]
      if (limit === undefined) return 0
      const hash = hashOf(name, key)
      const window = windowOf(hash, limit.windowSecs)
      window.attempts += 1
      if (window.attempts > limit.attempts) return waitSecs(window)
      const counted = await shared.count({ name, hash, windowSecs: limit.windowSecs })
      if (counted === undefined) return 0
      window.attempts = Math.max(window.attempts, counted.attempts)
      window.endsAt = clock.now() + counted.endsInSecs * 1000
      return counted.attempts > limit.attempts ? waitSecs(window) : 0
    },
  }

  function windowOf(hash: string, windowSecs: number): Window {
    const now = clock.now()
    const current = windows.get(hash)
    if (current !== undefined && current.endsAt > now) return current
    const fresh = { attempts: 0, endsAt: now + windowSecs * 1000 }
    windows.set(hash, fresh)
    return fresh
  }

  function waitSecs({ endsAt }: Window): number {
    return Math.max(1, (endsAt - clock.now()) / 1000)
  }
}

function hashOf(name: RateLimitName, key: string): string {
  return createHash('sha256').update(`${name}\n${key}`).digest('base64url').slice(0, 22)
}

/**
 * The network that an address counts as: an IPv6 customer has a whole /64, and an IPv4 address may be written as an
 * IPv6 one.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(plain) ?? []
  if (high !== undefined && low !== undefined) return dotted(Number.parseInt(high, 16), Number.parseInt(low, 16))
  const [head = '', tail] = (plain.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...gap, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** The IPv4 address of two groups of an IPv6 one. */
function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
