import { expect, test } from 'vitest'

import { olderSlot } from './rotation-rules.ts'

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
