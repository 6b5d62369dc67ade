import { expect, test } from 'vitest'

import { environmentTabs } from '../../kit/navigation/paths.ts'
import { keepTab, rememberedTab } from './environment-tab.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  }
}

test('Environment Management opens at Roles & Groups, and afterwards at the last tab', () => {
  const device = memory()
  expect(rememberedTab(device)).toBe('roles-and-groups')
  for (const tab of environmentTabs) {
    keepTab(device, tab)
    expect(rememberedTab(device)).toBe(tab)
  }
})

test('a tab that does not exist is not opened', () => {
  expect(rememberedTab({ ...memory(), get: () => 'constructor' })).toBe('roles-and-groups')
})
