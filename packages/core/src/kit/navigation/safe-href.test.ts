import { expect, test } from 'vitest'

import { safeHref } from './safe-href.ts'

const origin = 'https://portal.example'

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000/'],
  ['/portal', 'https://portal.example/portal'],
])('%s may be linked', (address, href) => {
  expect(safeHref(address, origin)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://portal.example/1',
  'http://',
  '',
  null,
  undefined,
])('%j may not', (address) => {
  expect(safeHref(address, origin)).toBeUndefined()
})
