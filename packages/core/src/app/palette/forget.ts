import type { DeviceMemory } from '../../kit/http/port.ts'

/** Separate from recent.ts, because pages load it first. */
export const recentEntriesKey = 'portico.palette-recent'

/** At sign-out: the names of objects do not stay on the device. */
export function forgetRecentEntries(memory: DeviceMemory): void {
  memory.remove(recentEntriesKey)
}
