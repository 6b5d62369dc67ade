import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'

import { csrfTokenOf, isCsrfTokenOf } from '../http/csrf.ts'
import { replaceKeyFile } from './key-file.ts'
import { createSecretBox } from './secret-box.ts'
import { secretKeyOf } from './secret-key.ts'
import { fixedKeys, readSecretKeys, type SecretKeys } from './secret-keys.ts'

let dataDir: string
let running: SecretKeys
const next = secretKeyOf(Buffer.alloc(32, 9))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-keys-'))
  running = readSecretKeys(dataDir, {})
  running.ensure()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** What another process does to the file. */
function addNext(): void {
  replaceKeyFile(dataDir, [...running.all().slice(0, 1), next])
}

test('only its owner can read secret.key, before and after it is replaced', () => {
  const mode = () => statSync(join(dataDir, 'secret.key')).mode & 0o777
  expect(mode()).toBe(0o600)
  addNext()
  expect([mode(), readFileSync(join(dataDir, 'secret.key'), 'utf8').trim().split('\n').length]).toEqual([0o600, 2])
})

test('a change that finds the disk full leaves secret.key as it was and no second file', ({ skip }) => {
  const place = mkdtempSync(join(tmpdir(), 'portico-full-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', place], { stdio: 'ignore' })
  } catch {
    return skip('needs the right to mount')
  }
  onTestFinished(() => void execFileSync('umount', ['-l', place]))
  readSecretKeys(place, {}).ensure()
  const before = readFileSync(join(place, 'secret.key'), 'utf8')
  writeFileSync(join(place, 'rest'), Buffer.alloc(4096))
  expect(() => replaceKeyFile(place, [next])).toThrow(/ENOSPC/)
  expect(readdirSync(place).toSorted()).toEqual(['rest', 'secret.key'])
  expect(readFileSync(join(place, 'secret.key'), 'utf8')).toBe(before)
})

test('a text sealed with a key that has just come into secret.key is opened', () => {
  const box = createSecretBox(running)
  addNext()
  expect(box.open(createSecretBox(fixedKeys([next])).seal('text', 'row'), 'row')).toBe('text')
  expect(() => box.open(createSecretBox(Buffer.alloc(32, 1)).seal('text', 'row'), 'row')).toThrow(/cannot be opened/)
})

test('a form token made with a key that has just come into secret.key is accepted', () => {
  const box = createSecretBox(running)
  addNext()
  expect(isCsrfTokenOf(box, 'session', csrfTokenOf(createSecretBox(fixedKeys([next])), 'session'))).toBe(true)
  expect(isCsrfTokenOf(box, 'session', csrfTokenOf(createSecretBox(Buffer.alloc(32, 1)), 'session'))).toBe(false)
})

test('form tokens and sealed texts of the previous key are accepted until that key is removed', () => {
  const box = createSecretBox(running)
  const [token, sealed] = [csrfTokenOf(box, 'session'), box.seal('text', 'row')]
  addNext()
  running.refresh()
  expect(running.use(next.id)).toBe(true)
  expect(csrfTokenOf(box, 'session')).not.toBe(token)
  expect([isCsrfTokenOf(box, 'session', token), box.open(sealed, 'row')]).toEqual([true, 'text'])
  replaceKeyFile(dataDir, [next])
  expect(isCsrfTokenOf(box, 'session', token)).toBe(false)
})
