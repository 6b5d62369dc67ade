import { expect, it } from 'vitest'

import { requestIdFrom } from './request-id.ts'

it.each(['0197e3a2-9d0f-7c4e-8000-1f2e3d4c5b6a', 'Root=1-67891233-abcdef012345678912345678', 'a', 'x'.repeat(128)])(
  'takes %s over',
  (id) => expect(requestIdFrom(id, 0)).toBe(id),
)

it.each([undefined, null, '', 'x'.repeat(129), 'a b', 'a,b', '<b>', '"', 'a\u0000', 'é', ['a', 'b']])(
  'makes a new one instead of %j',
  (id) => expect(requestIdFrom(id, 0)).toMatch(/^[0-9a-f-]{36}$/),
)
