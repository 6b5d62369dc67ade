import { expect, test } from 'vitest'

import { keyFilesOf, olderSlot } from './rotation-rules.ts'

const [longAgo, lately, today] = ['2025-01-01T00:00:00Z', '2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z']

test.each([
  ['used longer ago', { key1LastUsedAt: lately, key2LastUsedAt: longAgo }, 'key2'],
  ['used longer ago, in the first slot', { key1LastUsedAt: longAgo, key2LastUsedAt: lately }, 'key1'],
  [
    'used long ago, not the one added today',
    { key1AddedAt: today, key2AddedAt: longAgo, key2LastUsedAt: lately },
    'key2',
  ],
  ['added first where neither was used', { key1AddedAt: today, key2AddedAt: lately, key2LastUsedAt: null }, 'key2'],
  ['of unknown age', { key1LastUsedAt: longAgo, key2AddedAt: null }, 'key2'],
])('the older key is the one %s', (_, keys, slot) => expect(olderSlot(keys)).toBe(slot))

test('accounts with equal names have files in the folder, whatever their ids are', () => {
  const files = keyFilesOf([
    { id: '01a1fe2d-c26f-7647-8b8a-2c97abb84070', name: 'A' },
    { id: 'x/../../../etc', name: 'a' },
    { id: 'other', name: 'b' },
  ])
  expect([...files.values()]).toEqual(['a-2c97abb84070.pem', 'a-etc.pem', 'b.pem'])
})
