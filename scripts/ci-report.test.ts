import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { entryOf, filesToRunAgain, listedIn, summary } from '../.ci/report.mjs'

const root = resolve(import.meta.dirname, '..')

type Result = 'passed' | 'failed'

/** A report as Vitest writes it: results by file and test. */
function report(files: Readonly<Record<string, Readonly<Record<string, Result>>>>) {
  const testResults = Object.entries(files).map(([name, tests]) => {
    const assertionResults = Object.entries(tests).map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: status === 'failed' ? ['\u001b[31mexpected 1\u001b[39m'] : [],
    }))
    const isPassed = assertionResults.length > 0 && assertionResults.every(({ status }) => status === 'passed')
    return { name, status: isPassed ? 'passed' : 'failed', message: 'not loaded', assertionResults }
  })
  const numPassedTests = Object.values(files).flatMap((tests) =>
    Object.values(tests).filter((one) => one === 'passed'),
  ).length
  return { numPassedTests, testResults }
}

function folderOf(reports: Readonly<Record<string, ReturnType<typeof report>>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-ci-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(reports)) writeFileSync(join(folder, name), JSON.stringify(content))
  return folder
}

describe('files to run again', () => {
  it('are those of a few failed tests', () => {
    expect(filesToRunAgain(report({ 'a.ts': { one: 'failed', two: 'failed' }, 'b.ts': { three: 'passed' } }))).toEqual([
      'a.ts',
    ])
  })

  it('are also those whose preparation failed', () => {
    expect(filesToRunAgain(report({ 'a.ts': { one: 'failed' }, 'b.ts': {} }))).toEqual(['a.ts', 'b.ts'])
  })

  it('are none where more than three tests failed', () => {
    expect(
      filesToRunAgain(report({ 'a.ts': { 1: 'failed', 2: 'failed' }, 'b.ts': { 3: 'failed', 4: 'failed' } })),
    ).toEqual([])
  })
})

describe('the sum of all runs', () => {
  it('counts a file that could not be loaded as one failure', () => {
    const { passed, failed, runs } = summary(
      folderOf({ 'tests.json': report({ 'a.ts': {}, 'b.ts': { one: 'passed' } }) }),
    )
    expect([passed, failed.length, runs]).toEqual([1, 1, 1])
  })

  it('counts a test that passed only when run again, and names it', () => {
    const { passed, failed, accidents, runs } = summary(
      folderOf({
        'e2e.json': report({ 'a.ts': { one: 'failed', two: 'passed' } }),
        'e2e.again.json': report({ 'a.ts': { one: 'passed', two: 'passed' } }),
      }),
    )
    expect([passed, failed, runs]).toEqual([2, [], 0])
    expect(accidents).toMatchObject([{ run: 'e2e', file: 'a.ts', test: 'one' }])
  })

  it('counts a file whose preparation passed only in the second run', () => {
    const { passed, failed, accidents } = summary(
      folderOf({
        'tests.json': report({ 'a.ts': {}, 'b.ts': { one: 'passed' } }),
        'tests.again.json': report({ 'a.ts': { two: 'passed' } }),
      }),
    )
    expect([passed, failed]).toEqual([2, []])
    expect(accidents).toMatchObject([{ run: 'tests', file: 'a.ts', test: '' }])
  })

  it('counts a test that fails twice, and one that another run passed', () => {
    const { passed, failed, runs } = summary(
      folderOf({
        'tests.json': report({ 'a.ts': { one: 'failed' } }),
        'tests.again.json': report({ 'a.ts': { one: 'failed' } }),
        'postgres.json': report({ 'a.ts': { one: 'passed' } }),
      }),
    )
    expect([passed, failed.map(({ run }) => run), runs]).toEqual([1, ['tests'], 1])
  })
})

describe('a test that passed only when run again', () => {
  const twice = {
    'e2e.json': report({ 'a.ts': { one: 'failed' }, 'b.ts': {} }),
    'e2e.again.json': report({ 'a.ts': { one: 'passed' }, 'b.ts': { two: 'passed' } }),
  }

  it('counts as passed the first time, and is to be listed by its file in the repository and its name', () => {
    const { failed, accidents } = summary(folderOf(twice), ['a.ts > two'])
    expect([failed, accidents.map(entryOf)]).toEqual([[], ['a.ts > one', 'b.ts']])
    const file = join(root, 'packages/core/src/a.test.ts')
    expect(entryOf({ file, test: 'one > two' })).toBe('packages/core/src/a.test.ts > one > two')
  })

  it('counts as failed once it is listed, though its step passed', () => {
    const { passed, failed, accidents, runs } = summary(folderOf(twice), ['a.ts > one', 'b.ts'])
    expect([passed, failed.map(entryOf), accidents, runs]).toEqual([0, ['a.ts > one', 'b.ts'], [], 0])
    expect(failed[0]?.message).toContain('passed only when run again')
  })

  it('is listed only while its file exists', () => {
    const listed = listedIn(readFileSync(join(root, '.ci/accidents.txt'), 'utf8'))
    expect(listed.filter((line) => !existsSync(join(root, line.split(' > ')[0] ?? '')))).toEqual([])
  })

  it('is read from a list with comments and empty lines', () => {
    expect(listedIn('# A comment.\n\na.ts > one\n')).toEqual(['a.ts > one'])
  })
})

describe('the program', () => {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(root, '.ci/report.mjs'), ...args], { encoding: 'utf8' })

  it('prints the files to run again', () => {
    const folder = folderOf({ 'e2e.json': report({ 'a.ts': { one: 'failed' }, 'b.ts': { two: 'passed' } }) })
    expect(run('again', folder, 'e2e')).toBe('a.ts\n')
  })

  it('prints the lines to list', () => {
    const folder = folderOf({
      'e2e.json': report({ 'a.ts': { one: 'failed' } }),
      'e2e.again.json': report({ 'a.ts': { one: 'passed' } }),
    })
    expect(run('sum', folder)).toContain('\nAdd to .ci/accidents.txt:\na.ts > one\n1 0 0\n')
  })

  it('names failures without colours, with the counts in its last line', () => {
    const folder = folderOf({ 'e2e.json': report({ 'a.ts': { one: 'failed', two: 'passed' } }) })
    expect(run('sum', folder)).toBe('FAILED e2e a.ts > one\n    expected 1\n1 1 1\n')
  })
})
