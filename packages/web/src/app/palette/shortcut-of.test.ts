import { expect, test } from 'vitest'

import { shortcutOf } from './shortcut-of.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false }

test.each([
  ['k', { ctrlKey: true }, false, 'palette'],
  ['K', { metaKey: true }, true, 'palette'],
  ['s', { ctrlKey: true }, true, 'save'],
  ['?', {}, false, 'keys'],
  ['/', {}, false, 'search'],
  ['?', {}, true, undefined],
  ['/', {}, true, undefined],
  ['k', {}, false, undefined],
  ['k', { ctrlKey: true, altKey: true }, false, undefined],
  ['k', { ctrlKey: true, isComposing: true }, false, undefined],
] as const)('%s with %j, typing: %s, asks for %s', (key, modifiers, isTyping, asked) => {
  expect(shortcutOf({ ...bare, ...modifiers, key }, isTyping)).toBe(asked)
})
