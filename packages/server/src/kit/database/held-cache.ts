import { everything, type Change, type Changes } from './changes.ts'

/**
 * How long what was read counts while changes of other processes are not heard, and near the idle end of a session, which
 * other processes move. Below the 5 s that a revocation may take (design "The API").
 */
export const unheardMaxMs = 4_500
/** A second line of defence: what was read counts no longer than this, whatever was heard. */
export const heardMaxMs = 60_000

/** What a statement said about what is held, such as a sender. All times are of performance.now() or durations, in ms. */
export type Read<T> = {
  readonly value: T
  /** The changes after which it has to be read again. */
  readonly subjects: readonly Change[]
  /** How long it counts by the database's clock. */
  readonly leftMs: number
  /** How long it counts unless changes of last use are read again; Infinity without an idle time. */
  readonly calmMs: number
  /** By performance.now(): when it ends, used or not. */
  readonly fixedEndAt: number
}

type Entry<T> = Read<T> & { readonly key: string; readonly readAt: number; readonly readAtWall: number }

export type HeldCache<T> = {
  /** What is known and still counts; undefined: read it. */
  get(key: string): T | undefined
  /** Reads and keeps it, unless something changed meanwhile. Callers at the same time share one reading. */
  read(key: string, load: () => Promise<Read<T>>): Promise<T>
  /** The same with a later end, which the database confirmed `at`; durations are from then on. */
  replace(key: string, change: (before: Read<T>) => Read<T>, at: number): void
  drop(key: string): void
  size(): number
  close(): void
}

/** What is held in memory by a key, such as senders by the hash of what they present. Holds at most `max`; the one that was used longest ago makes room. */
export function createHeldCache<T>(
  changes: Pick<Changes, 'follow' | 'completeTo'>,
  { max, now = () => performance.now(), wall = Date.now }: { max: number; now?: () => number; wall?: () => number },
): HeldCache<T> {
  const entries = new Map<string, Entry<T>>()
  const bySubject = new Map<Change, Set<string>>()
  const reading = new Map<string, { readonly generation: number; readonly promise: Promise<T> }>()
  /** Grows with each change: what was read before it and arrives after it is not kept. */
  let generation = 0

  const stop = changes.follow((changed) => {
    generation += 1
    if (changed.some((one) => !isSubject(one))) return clear()
    for (const subject of changed) for (const key of bySubject.get(subject) ?? []) drop(key)
  })

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (!counts(entry)) {
        drop(key)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    read(key, load) {
      const under = reading.get(key)
      if (under?.generation === generation) return under.promise
      const begun = { generation, promise: readNow(key, load) }
      reading.set(key, begun)
      const ended = () => void (reading.get(key) === begun && reading.delete(key))
      begun.promise.then(ended, ended)
      return begun.promise
    },
    replace(key, change, at) {
      const entry = entries.get(key)
      if (entry === undefined || entry.readAt > at) return
      if (!counts(entry)) return drop(key)
      const { readAt, readAtWall } = entry
      const { leftMs, calmMs, ...changed } = change(entry)
      const sinceMs = at - readAt
      // The rest was not read again, so it is as old as before.
      keep({ ...changed, leftMs: leftMs + sinceMs, calmMs: calmMs + sinceMs, key, readAt, readAtWall })
    },
    drop,
    size: () => entries.size,
    close() {
      stop()
      clear()
    },
  }

  async function readNow(key: string, load: () => Promise<Read<T>>): Promise<T> {
    const before = generation
    // Before the statement is sent: the expiry, which is relative to the database's clock, is then never too late here.
    const [readAt, readAtWall] = [now(), wall()]
    const read = await load()
    if (generation === before) keep({ ...read, key, readAt, readAtWall })
    return read.value
  }

  function keep(entry: Entry<T>): void {
    drop(entry.key)
    entries.set(entry.key, entry)
    for (const subject of entry.subjects) {
      const keys = bySubject.get(subject) ?? new Set()
      bySubject.set(subject, keys.add(entry.key))
    }
    if (entries.size <= max) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) drop(oldest)
  }

  function drop(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    for (const subject of entry.subjects) {
      const keys = bySubject.get(subject)
      keys?.delete(key)
      if (keys?.size === 0) bySubject.delete(subject)
    }
  }

  function clear(): void {
    entries.clear()
    bySubject.clear()
  }

  /** The clock of the machine too: performance.now() stands still while a machine sleeps. */
  function counts({ readAt, readAtWall, leftMs, calmMs }: Entry<T>): boolean {
    const t = now()
    const age = Math.max(t - readAt, wall() - readAtWall)
    return (
      age < leftMs &&
      age < Math.max(unheardMaxMs, Math.min(heardMaxMs, calmMs)) &&
      t < Math.max(readAt, changes.completeTo()) + unheardMaxMs
    )
  }
}

/** A kind that is not known here comes from a newer version. */
function isSubject(change: Change): boolean {
  return change !== everything && /^(?:session|user|tenant|account|token|client):/.test(change)
}
