import { expect, test } from 'vitest'

import { selected, written } from './columns.ts'

test('fields of an object are selected and written under the names of their columns', () => {
  expect(selected(['name', 'displayName', 'privacyPolicyUrl'])).toEqual([
    'name as name',
    'display_name as displayName',
    'privacy_policy_url as privacyPolicyUrl',
  ])
  expect(written({ name: 'a', displayName: 'b' })).toEqual({ name: 'a', display_name: 'b' })
})
