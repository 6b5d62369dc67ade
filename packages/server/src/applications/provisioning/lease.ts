/** How long this process may rely on a right that the database gave it for a time. */
export type Lease = {
  /** To be read before the database is asked, so that the time ends here before it ends there. */
  now(): Instant
  /** The database was asked at `asked`, and renewed the lease. */
  renewed(asked: Instant): void
  /** Milliseconds since it was last given. */
  ageMs(): number
}

type Instant = { readonly wallMs: number; readonly steadyMs: number }

/** Time passes by the clock that shows more of it: the wall clock may be set back, and the other one stands while a machine sleeps. */
export function createLease(now: () => Instant = readClocks): Lease {
  let given = now()
  return {
    now,
    renewed(asked) {
      given = asked
    },
    ageMs() {
      const { wallMs, steadyMs } = now()
      return Math.max(wallMs - given.wallMs, steadyMs - given.steadyMs)
    },
  }
}

const readClocks = (): Instant => ({ wallMs: Date.now(), steadyMs: performance.now() })
