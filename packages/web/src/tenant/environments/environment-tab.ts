import type { DeviceMemory } from '@portico/core'

import { isEnvironmentTab, type EnvironmentTab } from '../../kit/navigation/paths.ts'

const key = 'portico.environment-tab'

/** The tab that Environment Management opens with where the address names none: the last one used on this device. */
export function rememberedTab(memory: DeviceMemory): EnvironmentTab {
  const kept = memory.get(key)
  return isEnvironmentTab(kept) ? kept : 'roles-and-groups'
}

export function keepTab(memory: DeviceMemory, tab: EnvironmentTab): void {
  memory.set(key, tab)
}
