import { expect, test } from 'vitest'

import { joinMessages } from './join-messages.ts'

test('the last catalogue wins, and a name that every object has is not a sentence', () => {
  const joined = joinMessages({ a: 'one', b: 'two' }, { b: 'three' })
  expect({ ...joined }).toEqual({ a: 'one', b: 'three' })
  expect(joined['constructor']).toBeUndefined()
})
