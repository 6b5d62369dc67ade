import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { classifyError } from '../database/unavailable.ts'
import { sentencesOf } from './start-errors.ts'

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('a message of several lines is shown whole: every mistake of a file, with its place', () => {
  const message = 'The file is not a valid tenant file:\n  tenant.slug: mistake\n  colour: mistake'
  expect(sentencesOf(new Error(message))).toEqual([message])
})

test('a file that is absent and a folder in the place of a file are a sentence with the path, not a system call', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-sentences-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const absent = join(folder, 'absent')
  expect(sentencesOf(thrownBy(() => readFileSync(absent)))).toEqual([`${absent} cannot be found.`])
  expect(sentencesOf(thrownBy(() => readFileSync(folder)))).toEqual([
    expect.stringMatching(/is a folder\. A file is needed\.$/),
  ])
})

test('a database that cannot be used says why, and what to do where it has too many connections', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { syscall: 'connect' })
  expect(sentencesOf(classifyError(refused))).toEqual([
    'The database does not answer (connect ECONNREFUSED 127.0.0.1:5432).',
  ])
  const full = new Error('too many connections for role "portico_app"')
  expect(sentencesOf(classifyError(Object.assign(full, { severity: 'FATAL', code: '53300' })))).toEqual([
    'PostgreSQL accepts no more connections (too many connections for role "portico_app"). Raise its limit, or lower PORTICO_POOL_SIZE.',
  ])
})
