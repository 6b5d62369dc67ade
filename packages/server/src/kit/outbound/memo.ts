import { LRUCache } from 'lru-cache'

type Load<Value> = () => Promise<{ value: Value; freshMs: number }>

/** Values that are loaded when missing or older than `freshMs`; concurrent callers wait for the same load. */
export type Memo<Value> = {
  get(key: string, load: Load<Value>): Promise<Value>
  forget(key: string): void
}

/** Keeps the `max` values that were used last. A load that fails is not kept. */
export function createMemo<Value extends {}>(clock: { now(): number }, max: number): Memo<Value> {
  const kept = new LRUCache<string, Value, Load<Value>>({
    max,
    perf: clock,
    ttlResolution: 0,
    // A value that is forgotten while it is loaded still reaches those who wait for it.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _old, { context: load, options }) {
      const { value, freshMs } = await load()
      // A time of 0 would keep it forever.
      options.ttl = Math.max(1, freshMs)
      return value
    },
  })
  return {
    get: (key, load) => kept.forceFetch(key, { context: load }),
    forget: (key) => void kept.delete(key),
  }
}
