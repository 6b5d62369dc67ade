import { expect, test } from 'vitest'

import { spaceFinding } from './doctor.ts'

test.each([
  [0, 'warning', '/data: only 0 MiB of disk space are left'],
  [512 * 2 ** 20 - 1, 'warning', '/data: only 511 MiB of disk space are left'],
  [512 * 2 ** 20, 'ok', '/data'],
])('with %i free bytes the data directory is a finding', (free, state, detail) => {
  expect(spaceFinding('/data', free)).toEqual({ check: 'data directory', state, detail })
})
