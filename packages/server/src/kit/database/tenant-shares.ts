import { DatabaseBusy } from './unavailable.ts'

export interface ShareLimits {
  /** Maximum connections of one tenant's transactions. */
  readonly size: number
  /** Maximum waiting transactions of one tenant; more are rejected immediately. */
  readonly queueMax: number
  /** Maximum wait, ms. */
  readonly waitMaxMs: number
}

/**
 * Who asks: people and accounts of the tenant (members), or visitors, who are not signed in. A flood of sign-ins, which
 * anyone can send, must not block the members of that tenant.
 */
export type Asker = 'members' | 'visitors'

/** Keeps one tenant's calls from taking every connection of the pool, and visitors from taking all of the tenant's. */
export interface TenantShares {
  /** Resolves in the order of the requests with a function that releases the place. Throws DatabaseBusy. */
  take(tenantId: string, asker?: Asker): Promise<() => void>
}

export function createTenantShares(limits: ShareLimits): TenantShares {
  const places = createPlaces(limits)
  const visitorPlaces = createPlaces({ ...limits, size: Math.max(1, Math.floor(limits.size / 2)) })
  return {
    async take(tenantId, asker = 'members') {
      if (asker === 'members') return places(tenantId)
      const leave = await visitorPlaces(tenantId)
      try {
        const release = await places(tenantId)
        return () => {
          release()
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

type Share = { held: number; readonly waiting: Set<() => void> }

/** Tenants are remembered while they hold or wait for a place. */
function createPlaces({ size, queueMax, waitMaxMs }: ShareLimits): (tenantId: string) => Promise<() => void> {
  const shares = new Map<string, Share>()
  return async (tenantId) => {
    const share = shares.get(tenantId) ?? { held: 0, waiting: new Set() }
    shares.set(tenantId, share)
    if (share.held < size) share.held += 1
    else if (share.waiting.size >= queueMax) throw new DatabaseBusy('Too many requests of one tenant wait.')
    else await turn(share, waitMaxMs)
    return () => {
      const [next] = share.waiting
      // The place is passed to the next waiting call directly, so that a new call cannot take it first.
      if (next !== undefined) return next()
      share.held -= 1
      if (share.held === 0) shares.delete(tenantId)
    }
  }
}

function turn({ waiting }: Share, waitMaxMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const called = () => {
      clearTimeout(timer)
      waiting.delete(called)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(called)
      reject(new DatabaseBusy("All of the tenant's database connections are in use."))
    }, waitMaxMs)
    waiting.add(called)
  })
}
