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
  const text = await pty.until(/3 of 3: 2 rotated, 1 not[^]*r Try again/)
  expect(text).toMatch(/\+ alpha: alpha\.pem, other key kept/)
  expect(text).toMatch(/- bravo: /)
  expect(readdirSync(keys).toSorted()).toEqual(['alpha.pem', 'charlie.pem'])
  expect(statSync(join(keys, 'alpha.pem')).mode & 0o777).toBe(0o600)
  at.before = undefined
  pty.write('r')
  await pty.until(/3 of 3: 3 rotated, 0 not[^]*\+ bravo: bravo\.pem/)
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
  await pty.until('0 of 6:')
  await expect.poll(() => existsSync(join(keys, 'alpha.pem'))).toBe(true)
  pty.write('\u001b[27u')
  await pty.until('Stopping')
  release()
  expect(await pty.until(/4 of 6: 4 rotated, 0 not[^]*r Try again/)).not.toContain('Stopping')
  const before = readFileSync(join(keys, 'alpha.pem'), 'utf8')
  pty.write('r')
  await pty.until(/6 of 6: 6 rotated, 0 not/)
  expect(readdirSync(keys)).toHaveLength(6)
  expect(readFileSync(join(keys, 'alpha.pem'), 'utf8')).toBe(before)
})

it('where both keys are set nothing is replaced before that is confirmed', async () => {
  const { at, folder } = list.under
  const keys = mkdtempSync(join(folder, 'rotation-'))
  const pty = await list.openLoaded(small)
  pty.write(`r\u0015${join(keys, 'first')}\r`)
  await pty.until(/1 of 1: 1 rotated, 0 not[^]*(Enter|Esc) Close/)
  pty.write('\r')
  await pty.until('1 of 6')
  pty.write(`r\u0015${join(keys, 'second')}\r`)
  await pty.until(/1 of 1: 0 rotated, 1 not[^]*alpha: Both key slots are in use[^]*p Replace older keys/)
  const before = (await at.accounts()).find(({ name }) => name === 'alpha')
  pty.write('p')
  await pty.until('Replace a key of 1 service account?')
  pty.write('y')
  await pty.until(/1 of 1: 1 rotated, 0 not/)
  const after = (await at.accounts()).find(({ name }) => name === 'alpha')
  expect([after?.key1 === before?.key1, after?.key2 === before?.key2]).toContain(false)
})

it('with the folder of an earlier rotation nothing changes, and the suggested folder is a new one', async () => {
  const { at, folder: cwd } = list.under
  const pty = await list.openLoaded({ ...small, cwd })
  const alpha = async () => (await at.accounts()).find(({ name }) => name === 'alpha')
  pty.write('r')
  const [folder = ''] = /keys-\d{4}-\d\d-\d\d\S*/.exec(await pty.until(/Folder: keys-\d{4}-\d\d-\d\d/)) ?? []
  pty.write('\r')
  await pty.until(/1 of 1: 1 rotated, 0 not/)
  const before = await alpha()
  pty.write('\r')
  await pty.until('1 of 6')
  pty.write('r')
  expect(await pty.until(/Folder: keys-/)).not.toMatch(new RegExp(`Folder: ${folder}\\s`))
  pty.write(`\u0015${folder}\r`)
  const text = await pty.until(/1 of 1: 0 rotated, 1 unchanged, 0 not/)
  expect(text).toMatch(/= alpha: already has this key, other key kept/)
  expect(text).not.toContain('r Try again')
  expect(await alpha()).toMatchObject({ key1: before?.key1, key2: before?.key2 })
})

it('older keys are removed from the last screen, after a question that names the accounts that used theirs lately', async () => {
  const { at, folder } = list.under
  const keys = mkdtempSync(join(folder, 'rotation-'))
  const pty = await list.openLoaded(small)
  pty.write(' jv')
  await pty.until('3 marked')
  pty.write(`r\u0015${keys}\r`)
  await pty.until(/3 of 3: 3 rotated, 0 not[^]*d Remove older keys/)
  pty.write('d')
  expect(await pty.until(/Remove the older key of 3 service accounts\?/)).toContain('No use within the last day')
  pty.write('n')
  await pty.until(/3 of 3: 3 rotated/)
  expect((await at.accounts()).find(({ name }) => name === 'alpha')?.key1).toBeTruthy()
  pty.write('d')
  await pty.until(/Remove the older key of 3/)
  pty.write('y')
  await pty.until((now) => now.split('other key removed').length === 4)
  const stored = new Map((await at.accounts()).map((one) => [one.name, one]))
  expect(stored.get('alpha')?.key1).toBeFalsy()
  expect(stored.get('alpha')?.key2).toBeTruthy()
  expect(stored.get('delta')?.key1).toBeTruthy()
  // The key of the first rotation got a token just now, so the next one names it before it goes.
  pty.write('\r')
  await pty.until(/3 of 6/)
  pty.write(`gr\u0015${keys}-2\r`)
  await pty.until(/1 of 1: 1 rotated, 0 not[^]*alpha\.pem, other key kept, last used/)
  pty.write('d')
  await pty.until(/Used within the last day:\s+[^]*alpha: last used/)
})
