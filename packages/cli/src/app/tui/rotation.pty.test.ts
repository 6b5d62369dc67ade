import { createPublicKey } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { listUnderTest } from './testing/list-under-test.ts'

const list = listUnderTest()
const small = { columns: 80, rows: 24 }

it('marked accounts each get a key in a file; what failed stays marked, is explained and tried again', async () => {
  const { at, folder } = list.under
  const keys = join(mkdtempSync(join(folder, 'rotation-')), 'keys')
  const bravo = (await at.accounts()).find(({ name }) => name === 'bravo')?.id ?? ''
  at.before = ({ method, path }) =>
    method === 'PUT' && path.endsWith(bravo) ? { status: 409, body: { errorMessage: 'Not now.' } } : undefined
  const pty = await list.openLoaded(small)
  // Space marks and goes down; v marks to the cursor.
  pty.write(' jv')
  await pty.until('3 marked')
  pty.write('r')
  await pty.until('Rotate the keys of 3 service accounts')
  pty.write(`\u0015${keys}\r`)
  const text = await pty.until(/3 of 3 done, 1 failed[^]*r Try again/)
  expect(text).toMatch(/\+ alpha: alpha\.pem, other key kept/)
  expect(text).toMatch(/- bravo: /)
  expect(readdirSync(keys).toSorted()).toEqual(['alpha.pem', 'charlie.pem'])
  expect(statSync(join(keys, 'alpha.pem')).mode & 0o777).toBe(0o600)
  at.before = undefined
  pty.write('r')
  await pty.until(/3 of 3 done, 0 failed[^]*\+ bravo: bravo\.pem/)
  pty.write('\u001b[27u')
  await pty.until((now) => now.includes('alpha') && !/marked|Rotate the keys of/.test(now))
  const stored = new Map((await at.accounts()).map(({ name, key2 }) => [name, key2]))
  for (const name of ['alpha', 'bravo', 'charlie']) {
    const key = createPublicKey(readFileSync(join(keys, `${name}.pem`), 'utf8'))
    expect(stored.get(name)).toBe(key.export({ type: 'spki', format: 'pem' }).toString().trim())
  }
  expect(stored.get('delta')).toBeUndefined()
})

it('Esc stops between accounts; what was not tried is named, and a second run goes on with the same files', async () => {
  const { at, folder } = list.under
  const keys = mkdtempSync(join(folder, 'rotation-'))
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  at.before = async ({ method }) => {
    if (method === 'PUT') await held
    return undefined
  }
  const pty = await list.openLoaded(small)
  pty.write(' Gv')
  await pty.until('6 marked')
  pty.write(`r\u0015${keys}\r`)
  await pty.until('0 of 6 done')
  await expect.poll(() => existsSync(join(keys, 'alpha.pem'))).toBe(true)
  pty.write('\u001b[27u')
  await pty.until('Stopping')
  release()
  await pty.until(/4 of 6 done, 0 failed[^]*r Try again/)
  const before = readFileSync(join(keys, 'alpha.pem'), 'utf8')
  pty.write('r')
  await pty.until(/6 of 6 done, 0 failed/)
  expect(readdirSync(keys)).toHaveLength(6)
  expect(readFileSync(join(keys, 'alpha.pem'), 'utf8')).toBe(before)
})

it('where both keys are set nothing is replaced before that is confirmed', async () => {
  const { at, folder } = list.under
  const keys = mkdtempSync(join(folder, 'rotation-'))
  const pty = await list.openLoaded(small)
  pty.write(`r\u0015${join(keys, 'first')}\r`)
  await pty.until(/1 of 1 done, 0 failed[^]*Enter Close|1 of 1 done, 0 failed[^]*Esc Close/)
  pty.write('\r')
  await pty.until('1 of 6')
  pty.write(`r\u0015${join(keys, 'second')}\r`)
  await pty.until(/alpha: Both key slots are in use[^]*p Replace older keys/)
  const before = (await at.accounts()).find(({ name }) => name === 'alpha')
  pty.write('p')
  await pty.until('Replace a key of 1 service account?')
  pty.write('y')
  await pty.until(/1 of 1 done, 0 failed/)
  const after = (await at.accounts()).find(({ name }) => name === 'alpha')
  expect([after?.key1 === before?.key1, after?.key2 === before?.key2]).toContain(false)
})
