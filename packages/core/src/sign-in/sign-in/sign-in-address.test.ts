import { expect, test } from 'vitest'

import { sessionEndedWord, sessionEndOf, sessionEndWord, signInAddress } from './sign-in-address.ts'

test.each([
  ['/portal/admin/sign-ins', '?q=ada', '/login/?returnPath=%2Fportal%2Fadmin%2Fsign-ins%3Fq%3Dada'],
  ['/portal', '', '/login/'],
  ['/portal/environments', '', '/login/'],
  ['/portal/no/such/screen', '', '/login/'],
  ['/login/signed-out', '', '/login/'],
  ['//evil.example/portal', '', '/login/'],
])('from %s%s the sign-in page is %s', (path, search, address) => {
  expect(signInAddress({ path, search }, undefined)).toBe(address)
})

test.each([
  [{ hadSession: false, expiresOn: '2026-01-01T00:00:00Z' }, undefined, undefined],
  [{ hadSession: true, expiresOn: '2026-01-01T00:00:00Z' }, 'inactivity', 'login.inactive'],
  [{ hadSession: true, expiresOn: '2026-01-03T00:00:00Z' }, 'early', 'login.endedEarly'],
  [{ hadSession: true, expiresOn: undefined }, 'unknown', 'error.401.help'],
] as const)('a 401 with %j is called %s', (known, ended, word) => {
  const found = sessionEndOf({ ...known, nowMs: Date.parse('2026-01-02T00:00:00Z') })
  expect([found, sessionEndWord(found ?? null)]).toEqual([ended, word])
  expect(new URL(signInAddress({ path: '/portal', search: '' }, found), 'http://a').searchParams.get('ended')).toBe(
    ended ?? null,
  )
})

test.each([
  ['2026-01-01T00:00:00Z', 'session.endedMessage'],
  ['2026-01-03T00:00:00Z', 'session.endedEarly'],
  [undefined, 'session.endedMessage'],
])('the dialog about a session that would end at %s has the sentence %s', (expiresOn, word) => {
  expect(sessionEndedWord(expiresOn, Date.parse('2026-01-02T00:00:00Z'))).toBe(word)
})

test('a sign-in of another site that would end the session of this browser has a sentence', () => {
  expect(signInAddress({ path: '', search: '' }, 'elsewhere')).toBe('/login/?ended=elsewhere')
  expect(sessionEndWord('elsewhere')).toBe('login.elsewhere')
})

test('any other value for how the session ended is ignored', () => {
  expect(['Call 0800', '', 'constructor', null].map(sessionEndWord).filter(Boolean)).toEqual([])
})
