/** Values that are loaded when missing or older than `freshMs`; concurrent callers wait for the same load. */
export type Memo<Value> = {
  get(key: string, load: () => Promise<{ value: Value; freshMs: number }>): Promise<Value>
  forget(key: string): void
}

/** Keeps at most `max` values, the oldest give way. A load that fails is not kept. */
export function createMemo<Value>(clock: { now(): number }, max: number): Memo<Value> {
  const kept = new Map<string, { value: Value; until: number }>()
  const pending = new Map<string, Promise<Value>>()
  return {
    async get(key, load) {
      const entry = kept.get(key)
      if (entry !== undefined && clock.now() < entry.until) return entry.value
      const running = pending.get(key) ?? run(key, load).finally(() => pending.delete(key))
      pending.set(key, running)
      return running
    },
    forget: (key) => void kept.delete(key),
  }

  async function run(key: string, load: () => Promise<{ value: Value; freshMs: number }>): Promise<Value> {
    const { value, freshMs } = await load()
    kept.delete(key)
    const [oldest] = kept.keys()
    if (kept.size >= max && oldest !== undefined) kept.delete(oldest)
    kept.set(key, { value, until: clock.now() + freshMs })
    return value
  }
}
