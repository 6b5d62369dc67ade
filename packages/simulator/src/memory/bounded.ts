/** A map that drops its oldest entries beyond `entriesMax`, so that memory stays small over weeks. */
export function boundedMap<Value>(entriesMax = 20_000) {
  const entries = new Map<string, Value>()
  return {
    get: (key: string) => entries.get(key),
    set(key: string, value: Value): void {
      entries.delete(key)
      entries.set(key, value)
      const oldest = entries.keys().next()
      if (entries.size > entriesMax && !oldest.done) entries.delete(oldest.value)
    },
    delete: (key: string) => entries.delete(key),
    /** Removes and returns an entry. */
    take(key: string): Value | undefined {
      const found = entries.get(key)
      entries.delete(key)
      return found
    },
    find: (matches: (value: Value) => boolean) => [...entries.values()].find(matches),
    values: () => [...entries.values()],
  }
}

export type BoundedMap<Value> = ReturnType<typeof boundedMap<Value>>
