import { problemOf, networkProblem, type Problem } from '@portico/core'
import { expect, test } from 'vitest'

import { exitCodeOf, exitCodes, failureKindOf } from './exit-codes.ts'
import type { FailureKind } from './failure.ts'

const answered = (status: number, errorID = 'X'): Problem =>
  problemOf({ status, statusText: '', text: JSON.stringify({ errorID, errorMessage: 'no' }) })

test.each<[string, Problem, FailureKind, number]>([
  ['400', answered(400), 'validation', 3],
  ['422', answered(422), 'validation', 3],
  ['401', answered(401), 'sign-in', 4],
  ['403', answered(403), 'forbidden', 5],
  ['READ_ONLY', answered(409, 'READ_ONLY'), 'forbidden', 5],
  ['404', answered(404), 'not-found', 6],
  ['409', answered(409), 'conflict', 7],
  ['412', answered(412), 'conflict', 7],
  ['429', answered(429), 'failure', 1],
  ['500', answered(500), 'failure', 1],
  ['503', answered(503), 'failure', 1],
  ['no answer', networkProblem(new Error('refused')), 'network', 69],
])('an answer %s ends the command as it should', (_, problem, kind, code) => {
  expect(failureKindOf(problem)).toBe(kind)
  expect(exitCodeOf(kind)).toBe(code)
})

test.each<[FailureKind, number]>([
  ['failure', 1],
  ['cancelled', 2],
  ['unchecked', 2],
  ['validation', 3],
  ['sign-in', 4],
  ['forbidden', 5],
  ['not-found', 6],
  ['conflict', 7],
  ['partly-failed', 9],
  ['usage', 64],
  ['network', 69],
  ['interrupted', 130],
  ['terminated', 143],
])('%s is exit %i, and the help topic lists it', (kind, code) => {
  expect(exitCodeOf(kind)).toBe(code)
  expect(exitCodes.map(([listed]) => listed)).toContain(code)
})
