import { expect, test } from 'vitest'

import { saveRefusalOf } from './save-refusal.ts'

const savable = {
  status: 'ready',
  busy: undefined,
  locked: undefined,
  entries: {},
  violations: [],
  isUnchanged: false,
  say: (id: string) => id,
  sentenceOf: ({ errorID, fieldID }: { errorID: string; fieldID: string }) => `${fieldID}: ${errorID}`,
} as const
const violations = [
  { errorID: 'REQUIRED', fieldID: 'name' },
  { errorID: 'TOO_LONG', fieldID: 'name' },
  { errorID: 'REQUIRED', fieldID: 'key' },
]

test('what is valid and changed can be saved', () => {
  expect(saveRefusalOf(savable)).toBeUndefined()
})

test('of several reasons the first one is given: loading, read-only, saving, invalid, unchanged', () => {
  const unchanged = { ...savable, isUnchanged: true }
  const invalid = { ...unchanged, violations }
  const saving = { ...invalid, busy: 'saving' } as const
  const locked = { ...saving, locked: 'The tenant is deactivated.' }
  const loading = { ...locked, status: 'loading' } as const
  expect([loading, locked, saving, invalid, unchanged].map(saveRefusalOf)).toEqual([
    { why: 'loading', message: 'banner.loading', fields: [] },
    { why: 'readonly', message: 'The tenant is deactivated.', fields: [] },
    { why: 'saving', message: 'form.saving', fields: [] },
    { why: 'invalid', message: 'name: REQUIRED', fields: ['name', 'key'] },
    { why: 'unchanged', message: 'form.unchanged', fields: [] },
  ])
})
