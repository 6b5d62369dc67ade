import { describe, expect, it } from 'vitest'

import type { ExpectedProblem } from '../http/problem.ts'
import { englishMessages } from '../words/compiled/english.ts'
import { createWords } from '../words/words.ts'
import { createFeedback } from './store.ts'
import { settingsFailure } from './settings-feedback.ts'
import { bannerWords, detailText } from './wording.ts'

const words = createWords('en', englishMessages)
const problem = (change: Partial<ExpectedProblem> = {}): ExpectedProblem => ({
  kind: 'expected',
  status: 400,
  errorID: 'INVALID_REQUEST',
  code: 'INVALID_REQUEST',
  errorMessage: 'Some of the values sent are not valid.',
  details: [{ errorID: 'REQUIRED', errorMessage: 'A value is required.', fieldID: 'name' }],
  ...change,
})

describe('feedback, by spec section 4', () => {
  it('a success banner closes by itself after 10000 ms', () => {
    const feedback = createFeedback({ now: () => 5 })
    feedback.openSuccess('Saved.')
    expect(feedback.getState().success).toEqual({ message: 'Saved.', closesAt: 10_005 })
  })

  it('expected errors accumulate their details, each once', () => {
    const feedback = createFeedback({ now: () => 0 })
    feedback.report(problem())
    feedback.report(problem({ details: [{ errorID: 'TOO_LONG', errorMessage: 'Too long.', fieldID: 'key1' }] }))
    feedback.report(problem())
    expect(feedback.getState().expected?.details.map((one) => one.fieldID)).toEqual(['key1', 'name'])
  })

  it('a partial error is removed by field, and the banner closes with the last one', () => {
    const feedback = createFeedback({ now: () => 0 })
    feedback.report(problem())
    feedback.removePartialError('key2')
    expect(feedback.getState().expected).toBeDefined()
    feedback.removePartialError('name')
    expect(feedback.getState().expected).toBeUndefined()
  })

  it('500 and network failures are system errors, 401 ends the session', () => {
    const feedback = createFeedback({ now: () => 0 })
    feedback.report({ kind: 'system', code: 500, errorMessage: 'Broken.', network: true })
    feedback.report({ kind: 'session-ended', status: 401, errorMessage: '' })
    expect(feedback.getState()).toMatchObject({ system: { code: 500, errorMessage: 'Broken.' }, sessionEnded: true })
    feedback.clear()
    expect(feedback.getState()).toMatchObject({ system: undefined, sessionEnded: true })
  })
})

it('the session-ended flag is toggled without other changes (spec section 4, "Feedback")', () => {
  const feedback = createFeedback({ now: () => 0 })
  feedback.report(problem())
  const { expected } = feedback.getState()
  expect(feedback.getState().sessionEnded).toBe(false)
  feedback.setSessionEnded(true)
  expect(feedback.getState()).toMatchObject({ sessionEnded: true, expected })
  feedback.setSessionEnded(false)
  expect(feedback.getState()).toMatchObject({ sessionEnded: false, expected })
})

describe('the error banner, by spec section 8', () => {
  it('a structured error shows its message and the hint where details exist', () => {
    expect(bannerWords(problem(), words)).toEqual({
      title: 'Some of the values sent are not valid.',
      message: '',
      hint: 'Click here to view more details',
    })
    expect(bannerWords(problem({ details: [] }), words).hint).toBeUndefined()
  })

  it('a generic error shows HTTP and its code', () => {
    expect(bannerWords(problem({ errorID: undefined, code: '418', errorMessage: 'No.' }), words)).toMatchObject({
      title: 'HTTP 418',
      message: 'No.',
    })
  })

  it('code 500 opens no details', () => {
    expect(bannerWords({ kind: 'system', code: 500, errorMessage: 'Broken.', network: false }, words)).toEqual({
      title: 'HTTP 500',
      message: 'Broken.',
      hint: undefined,
    })
  })

  it.each([
    [true, 'You are offline'],
    [undefined, 'Portico cannot be reached'],
  ])('no answer (offline: %s) is called %s, with code 500 and the message under details', (offline, title) => {
    const failure = { kind: 'system', code: 500, errorMessage: 'Failed to fetch', network: true, offline } as const
    expect(bannerWords(failure, words)).toEqual({
      title,
      message: 'What you typed is kept. Try again when the connection is back.',
      detail: 'HTTP 500: Failed to fetch',
      hint: undefined,
    })
  })

  it('a page that did not load says nothing of what was typed', () => {
    const feedback = createFeedback({ now: () => 0 })
    feedback.reportLoad({ kind: 'system', code: 500, errorMessage: 'Failed to fetch', network: true })
    const { system } = feedback.getState()
    expect(system && bannerWords(system, words).message).toBe('Try again when the connection is back.')
  })

  it.each([
    [400, 'banner.verify'],
    [409, 'banner.verify'],
    [502, 'banner.signInAgain'],
    [503, 'banner.signInAgain'],
  ])('settings that were not saved with %i say %s', (status, message) => {
    const feedback = createFeedback({ now: () => 0 })
    feedback.report(problem({ status }))
    expect(settingsFailure(feedback.getState())?.message).toBe(message)
  })

  it('a save without an answer can be repeated until the error is cleared', () => {
    const feedback = createFeedback({ now: () => 0 })
    const retry = () => undefined
    feedback.report(problem())
    feedback.offerRetry(retry)
    expect(feedback.getState().retry).toBeUndefined()
    feedback.report({ kind: 'system', code: 500, errorMessage: 'Failed to fetch', network: true })
    feedback.offerRetry(retry)
    expect(feedback.getState().retry).toBe(retry)
    feedback.clearError()
    expect(feedback.getState().retry).toBeUndefined()
  })

  it.each([
    ['prefixes', 'Windows domain: Taken.'],
    ['suffixes', 'Email domain: Taken.'],
    ['suffixes.1', 'Email domain: Taken.'],
    ['label', 'Name: Taken.'],
    ['somethingElse', 'somethingElse: Taken.'],
    [undefined, 'Taken.'],
  ])('the field %s reads', (fieldID, text) => {
    expect(detailText({ errorID: 'X', errorMessage: 'Taken.', fieldID }, words)).toBe(text)
  })
})
