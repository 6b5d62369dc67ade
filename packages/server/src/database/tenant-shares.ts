import { DatabaseBusy } from './unavailable.ts'

export interface ShareLimits {
  /** Connections that one tenant's transactions hold at most. */
  readonly size: number
  /** Transactions of one tenant that may wait for their turn; more are refused at once. */
  readonly queueMax: number
  /** Longest wait, ms. */
  readonly waitMaxMs: number
}

/** Keeps one tenant's calls from taking every connection of the pool. */
export interface TenantShares {
  /** Resolves in the order of the asking, with what gives the place back. Throws DatabaseBusy. */
  take(tenantId: string): Promise<() => void>
}

type Share = { held: number; readonly waiting: Set<() => void> }

/** Tenants are remembered while they hold or wait for a connection. */
export function createTenantShares({ size, queueMax, waitMaxMs }: ShareLimits): TenantShares {
  const shares = new Map<string, Share>()
  return {
    async take(tenantId) {
      const share = shares.get(tenantId) ?? { held: 0, waiting: new Set() }
      shares.set(tenantId, share)
      if (share.held < size) share.held += 1
      else if (share.waiting.size >= queueMax) throw new DatabaseBusy('Too many requests of one tenant wait.')
      else await turn(share, waitMaxMs)
      return () => {
        const [next] = share.waiting
        // The place goes from hand to hand, so that a newcomer does not overtake those who wait.
        if (next !== undefined) return next()
        share.held -= 1
        if (share.held === 0) shares.delete(tenantId)
      }
    },
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
