import { describe, expect, it } from 'vitest'

import { createChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { credentialsAge, type SaidAuthentication } from './credentials-age.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const before = (secs: number) => nowMs - secs * 1000

function ageOf(said: Partial<SaidAuthentication>, attempt: { isForced?: boolean; isTest?: boolean } = {}) {
  const checks = createChecks()
  const whole = { authenticatedMs: null, issuedMs: nowMs, slackSecs: 60, isOwed: true, ...said }
  try {
    const age = credentialsAge(whole, { isForced: false, isTest: false, nowMs, ...attempt }, checks)
    return [age, ...checks.lines.map(({ finding }) => finding)]
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    return error.code
  }
}

describe('how old the check of the credentials is', () => {
  it.each<[string, Partial<SaidAuthentication>, number | null]>([
    ['is what the provider says, by its own clock', { authenticatedMs: before(200), issuedMs: before(0) }, 200],
    ['does not depend on a clock that is ahead', { authenticatedMs: before(-50), issuedMs: before(-50) }, 0],
    ['counts an answer that waited in a browser', { authenticatedMs: before(500), issuedMs: before(500) }, 440],
    ['counts behind a time of issue that is dated back', { authenticatedMs: before(200), issuedMs: before(300) }, 140],
    ['is not known for a moment in the future', { authenticatedMs: before(-61) }, null],
    ['is not known where the provider says nothing', {}, null],
  ])('%s', (_, said, age) => {
    expect(ageOf(said)).toEqual([age])
  })
})

describe('where a new sign-in was asked for', () => {
  const old = { authenticatedMs: before(3600) }

  it('an older one is refused, and reported in a test login', () => {
    expect(ageOf(old, { isForced: true })).toBe('SIGN_IN_NOT_FRESH')
    expect(ageOf(old, { isForced: true, isTest: true })).toEqual([3600, 'authentication-old'])
    expect(ageOf(old)).toEqual([3600])
  })

  it('a provider that does not say when counts from now; where it owes the time, the record says so', () => {
    expect(ageOf({}, { isForced: true })).toEqual([0, 'authentication-unknown'])
    expect(ageOf({ isOwed: false }, { isForced: true })).toEqual([0])
  })
})
