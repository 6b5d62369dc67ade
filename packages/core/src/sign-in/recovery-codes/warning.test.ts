import { describe, expect, it } from 'vitest'

import { englishMessages } from '../../kit/words/compiled/english.ts'
import { createWords } from '../../kit/words/words.ts'
import type { RecoveryCodes } from './contract.ts'
import { recoveryFacts } from './facts.ts'
import { recoveryWarning } from './warning.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(now + days * 86_400_000 + 1000).toISOString()
const event = { at: '2026-11-20T09:30:00Z', by: 'Ada' }

const armed: RecoveryCodes = {
  made: event,
  drilled: event,
  used: null,
  expiresOn: inDays(300),
  codesLeft: 2,
  repairUntil: null,
}

describe('the recovery codes of a tenant', () => {
  it.each<[string, Partial<RecoveryCodes>, string | undefined]>([
    ['armed', {}, undefined],
    ['never made', { made: null, drilled: null, expiresOn: null, codesLeft: 0 }, 'recoveryCodes.none'],
    ['expired', { expiresOn: inDays(-1) }, 'recoveryCodes.expired'],
    ['used up', { codesLeft: 0 }, 'recoveryCodes.usedUp'],
    ['not drilled', { drilled: null }, 'recoveryCodes.notArmed'],
    ['at most 60 days valid', { expiresOn: inDays(60) }, 'recoveryCodes.expiring'],
    ['61 days valid', { expiresOn: inDays(61) }, undefined],
    ['used once', { codesLeft: 1 }, 'recoveryCodes.oneLeft'],
  ])('that are %s', (_, more, warning) => {
    expect(recoveryWarning({ ...armed, ...more }, now)?.id).toBe(warning)
  })

  it('are described by when they were created, drilled and used, by whom or from where, and how many are left', () => {
    const used = { at: '2026-11-21T10:00:00Z', by: '192.0.2.1' }
    const facts = recoveryFacts({ ...armed, used, codesLeft: 1, drilled: null }, createWords('en', englishMessages))
    expect(facts.map(({ value }) => value)).toEqual([
      '2026-11-20 09:30 UTC by Ada',
      '–',
      '2026-11-21 10:00 UTC from 192.0.2.1',
      armed.expiresOn?.slice(0, 10),
      '1 of 2',
    ])
  })
})
