import type { DeviceMemory } from '@portico/core'

/** The terminal UI stores nothing between runs: what is remembered ends with it. */
export function memoryOfThisRun(): DeviceMemory {
  const kept = new Map<string, string>()
  return {
    get: (key) => kept.get(key),
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  }
}
