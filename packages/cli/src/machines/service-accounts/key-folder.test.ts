import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { KeyFolder } from '@portico/core'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import { openKeyFolder } from './key-folder.ts'

let path: string
let folder: KeyFolder
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'key-folder-'))
  folder = openKeyFolder(path)
  folder.write('one.pem', keyPair(1).privatePem, 'a1')
})
afterEach(() => rmSync(path, { recursive: true, force: true }))

test('a key is pending for its own account until it is settled', () => {
  expect([folder.isPendingFor('one.pem', 'a1'), folder.isPendingFor('one.pem', 'a2')]).toEqual([true, false])
  for (const file of readdirSync(path)) expect(statSync(join(path, file)).mode & 0o777).toBe(0o600)
  folder.settle('one.pem')
  expect([folder.isPendingFor('one.pem', 'a1'), readdirSync(path)]).toEqual([false, ['one.pem']])
})

test('another key in the file is not pending', () => {
  writeFileSync(join(path, 'one.pem'), keyPair(2).privatePem)
  expect(folder.isPendingFor('one.pem', 'a1')).toBe(false)
})

test('a file that exists is not overwritten, and its note stays', () => {
  expect(() => folder.write('one.pem', keyPair(2).privatePem, 'a2')).toThrow('exists already')
  expect(folder.isPendingFor('one.pem', 'a1')).toBe(true)
})

test('a removed key leaves nothing behind', () => {
  folder.remove('one.pem')
  expect(readdirSync(path)).toEqual([])
})
