import { describe, expect, test } from 'vitest'

import { CommandFailure } from '../errors/failure.ts'
import { englishPhrases } from '../phrases/phrases.ts'
import { confirmByName, confirmYes } from './confirm.ts'
import type { Io } from './io.ts'

const robot = { what: 'the service account', name: 'nightly build', id: 'sa-1' }

/** A terminal on which this is typed; undefined: no terminal. */
function asking(typed: string | undefined) {
  const questions: string[] = []
  const out = { write: () => undefined, isTTY: typed !== undefined, columns: 80 }
  const stdin = {
    isTTY: typed !== undefined,
    readAll: () => Promise.resolve(new Uint8Array()),
    ask: (question: string) => {
      questions.push(question)
      return Promise.resolve(typed ?? '')
    },
  }
  const io: Io = { stdout: out, stderr: out, stdin, env: {}, cwd: '/', home: '/' }
  return { io, phrases: englishPhrases, questions }
}

const kindOf = (work: Promise<void>) =>
  work.then(
    () => 'confirmed',
    (error: unknown) => (error instanceof CommandFailure ? error.failure.kind : error),
  )

describe('an action that cannot be undone', () => {
  test.each([
    ['nightly build', 'confirmed'],
    [' nightly build ', 'confirmed'],
    ['sa-1', 'confirmed'],
    ['', 'cancelled'],
    ['y', 'cancelled'],
    ['yes', 'cancelled'],
    ['nightly', 'cancelled'],
    ['nightly builds', 'cancelled'],
    ['Nightly build', 'cancelled'],
  ])('is asked for by name; %j is %s', async (typed, outcome) => {
    const at = asking(typed)
    expect(await kindOf(confirmByName(at, { ...robot, given: undefined }))).toBe(outcome)
    expect(at.questions).toEqual(['Type nightly build to delete the service account for good: '])
  })

  test.each([
    ['nightly build', 'confirmed'],
    ['sa-1', 'confirmed'],
    ['', 'validation'],
    ['nightly', 'validation'],
    [' nightly build', 'validation'],
  ])('with --confirm %j is %s, and nothing is asked', async (given, outcome) => {
    const at = asking('nightly build')
    expect(await kindOf(confirmByName(at, { ...robot, given }))).toBe(outcome)
    expect(at.questions).toEqual([])
  })

  test('without a terminal and without --confirm is cancelled, and the message has the flag to add', async () => {
    const at = asking(undefined)
    await expect(confirmByName(at, { ...robot, given: undefined })).rejects.toThrow('Add --confirm sa-1.')
    expect(at.questions).toEqual([])
  })
})

describe('an action that is tedious to undo', () => {
  test.each([
    ['y', 'confirmed'],
    ['YES', 'confirmed'],
    ['', 'cancelled'],
    ['n', 'cancelled'],
    ['yep', 'cancelled'],
  ])('is asked for with y or N; %j is %s', async (typed, outcome) => {
    const at = asking(typed)
    expect(await kindOf(confirmYes(at, 'Revoke it?', false))).toBe(outcome)
    expect(at.questions).toEqual(['Revoke it? [y/N] '])
  })

  test('with -y is not asked for, and without a terminal it needs -y', async () => {
    expect(await kindOf(confirmYes(asking(undefined), 'Revoke it?', true))).toBe('confirmed')
    expect(await kindOf(confirmYes(asking(undefined), 'Revoke it?', false))).toBe('cancelled')
  })
})
