import { expect, test } from 'vitest'

import { isUuid, uuidv7 } from './identifiers.ts'

test('ids of one moment differ, though random bytes are drawn for many at a time', () => {
  const ids = Array.from({ length: 1000 }, () => uuidv7(1_795_000_000_000))
  expect(new Set(ids.map((id) => id.slice(14))).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^01a1ee56-5e00-7[0-9a-f]{3}-[89ab]/)
  expect(ids.every(isUuid)).toBe(true)
})
