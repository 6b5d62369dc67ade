import { expect, it } from 'vitest'

import { auditChanges } from './changes.ts'

it.each([
  ['an update', { name: 'a', key: 'k' }, { name: 'b', key: 'k' }, [{ name: 'name', before: 'a', after: 'b' }]],
  ['a creation', null, { name: 'b' }, [{ name: 'name', before: undefined, after: 'b' }]],
  ['a deletion', { name: 'a' }, null, [{ name: 'name', before: 'a', after: undefined }]],
  ['lists', ['a'], ['a', 'b'], [{ name: '', before: ['a'], after: ['a', 'b'] }]],
  ['equal structures', { list: [{ id: 1 }] }, { list: [{ id: 1 }] }, []],
  ['nothing', null, undefined, []],
])('%s: only fields that differ are changes', (_, before, after, changes) => {
  expect(auditChanges({ before, after })).toEqual(changes)
})
