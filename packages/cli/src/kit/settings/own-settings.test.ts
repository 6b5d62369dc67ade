import { expect, it } from 'vitest'

import { noOwnSettings, ownText, readColumns, readFavourites, readHotkeys } from './own-settings.ts'

it.each([
  ['favourites', 'person, audit'],
  ['hotkeys', 'f2=tree; f12=service-account robot 1'],
  ['columns', 'service-accounts=name,keys:-lastUsedAt; people=username'],
] as const)('%s are stored as they are read', (key, text) => {
  const own = {
    ...noOwnSettings,
    favourites: readFavourites(text),
    hotkeys: readHotkeys(text) ?? new Map(),
    columns: readColumns(text) ?? new Map(),
  }
  expect(ownText(own, key)).toBe(text)
})

it.each(['a=tree', 'f1=tree', 'f2', 'f2='])('%s sets no hotkey', (text) => {
  expect(readHotkeys(text)).toBeUndefined()
})

it.each(['people', 'people=', '=name'])('%s sets no columns', (text) => {
  expect(readColumns(text)).toBeUndefined()
})
