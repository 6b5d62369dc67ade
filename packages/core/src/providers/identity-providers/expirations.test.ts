import { expect, test } from 'vitest'

import { expirationsOf } from './expirations.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const facts = { subject: null, fingerprint: 'f', notBefore: null, lastUsedAt: null }

test.each([
  ['2027-11-21T12:00:00Z', null, 'valid', 365],
  ['2026-12-01T13:00:00Z', null, 'expiring', 10],
  ['2026-11-21T13:00:00Z', null, 'expiring', 0],
  ['2026-11-18T11:00:00Z', null, 'expired', -3],
  ['2026-11-21T11:00:00Z', '2026-11-24T11:00:00Z', 'extended', 0],
  ['2026-11-10T11:00:00Z', '2026-11-13T11:00:00Z', 'expired', -11],
] as const)(
  'a certificate that ends %s, extended until %s, is %s with %i days',
  (notAfter, extendedUntil, state, days) => {
    const [end] = expirationsOf({ certificates: [{ ...facts, slot: 2, notAfter, extendedUntil }], config: {} }, now)
    expect(end).toMatchObject({ what: 'certificate2', state, days })
  },
)

test('the earliest expiry comes first; a bare key or a secret without dates has none', () => {
  const bare = { ...facts, slot: 1 as const, notAfter: null, extendedUntil: null }
  const late = { ...facts, slot: 2 as const, notAfter: '2027-06-01T00:00:00Z', extendedUntil: null }
  const config = { nextApplicationSecretEndsOn: '2027-01-01', applicationSecretEndsOn: '' }
  expect(expirationsOf({ certificates: [bare, late], config }, now).map((end) => end.what)).toEqual([
    'nextApplicationSecret',
    'certificate2',
  ])
})
