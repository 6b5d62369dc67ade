import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { writeNewFile } from './write-file.ts'

it('a new file is written into the home folder for its owner only, and never overwritten', () => {
  const home = mkdtempSync(join(tmpdir(), 'portico-write-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const folders = { cwd: '/', home }
  const path = join(home, 'nightly.pem')
  expect(writeNewFile('~/nightly.pem', 'one', folders)).toBe(path)
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['one', 0o600])
  expect(() => writeNewFile(path, 'two', folders)).toThrow(`${path} exists already, and is not overwritten.`)
  expect(() => writeNewFile('~/none/x.pem', 'x', folders)).toThrow('The folder of')
  expect(readFileSync(path, 'utf8')).toBe('one')
})
