import { createWords, englishMessages, type SignInRecord } from '@portico/core'
import { expect, test } from 'vitest'

import { signInLines } from './sign-in-lines.ts'

const words = createWords('en', englishMessages)
const record: SignInRecord = {
  code: 'K7QF-2M9X',
  at: '2026-06-01T00:00:00Z',
  finishedAt: '2026-06-01T00:00:02Z',
  purpose: 'login',
  outcome: 'signed-in',
  username: 'oskar@acme.example',
  provider: null,
  user: null,
  failure: null,
  errorID: null,
  address: null,
  requestID: null,
  checks: [],
} as never

test.each([
  ['login', 'Every check passed, and the person was signed in.'],
  ['test', 'Every check passed. It was a test login: the person was not signed in by it.'],
] as const)('a successful %s says what it was', (purpose, wanted) => {
  expect(signInLines({ ...record, purpose }, words)[0]?.text).toBe(wanted)
})

test('the advice for a refusal by the provider names each status that it explains', () => {
  const advice = words.say('finding.saml-status.todo')
  for (const status of ['InvalidNameIDPolicy', 'NoAuthnContext', 'RequestDenied', 'AuthnFailed'])
    expect(advice).toContain(`${status}:`)
})
