import { createPublicKey } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair, writeOwn } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'

const [robot, first, second] = [keyPair(0), keyPair(1), keyPair(2)]
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot)
  writeOwn(at.terminal.folder, 'first.pub', first.publicPem)
  writeOwn(at.terminal.folder, 'second.pub', second.publicPem)
})
afterEach(() => at?.close())

const sa = (...argv: string[]) => at.run(['service-account', ...argv])
const rotate = (...argv: string[]) => sa('rotate', ...argv, '--make-key', 'keys/', '--json')
const folder = () => join(at.terminal.folder, 'keys')
async function create(...names: string[]): Promise<void> {
  for (const name of names) expect((await sa('create', '--name', name, '--key1', '@first.pub')).code).toBe(0)
}
const stored = async (name: string) => (await at.accounts()).find((one) => one.name === name)
const publicIn = (file: string) =>
  createPublicKey(readFileSync(join(folder(), file), 'utf8'))
    .export({ type: 'spki', format: 'pem' })
    .toString()
    .trim()
const statuses = (stdout: string) =>
  (JSON.parse(stdout) as { name: string; status: string; otherKey: string | null }[])
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, status, otherKey }) => [name, status, otherKey])

test('each account gets a key whose private half is in a file of its own name, and that signs it in', async () => {
  await create('Nightly export', 'Stock sync')
  const { code, stdout } = await rotate('Nightly export', 'Stock sync', 'nightly EXPORT')
  expect([code, statuses(stdout)]).toEqual([
    0,
    [
      ['Nightly export', 'rotated', 'kept'],
      ['Stock sync', 'rotated', 'kept'],
    ],
  ])
  expect(readdirSync(folder()).toSorted()).toEqual(['nightly-export.pem', 'stock-sync.pem'])
  expect(statSync(folder()).mode & 0o777).toBe(0o700)
  for (const file of readdirSync(folder())) expect(statSync(join(folder(), file)).mode & 0o777).toBe(0o600)
  expect((await stored('Stock sync'))?.key2).toBe(publicIn('stock-sync.pem'))
  expect(JSON.stringify(at.received) + stdout).not.toContain('PRIVATE KEY')
})

test('run again it makes no other key, and removes the old keys once they are not in use', async () => {
  await create('one', 'two')
  await rotate('one', 'two')
  const before = readFileSync(join(folder(), 'one.pem'), 'utf8')
  const again = await rotate('one', 'two')
  expect([again.code, statuses(again.stdout)]).toEqual([
    0,
    [
      ['one', 'unchanged', 'kept'],
      ['two', 'unchanged', 'kept'],
    ],
  ])
  expect(again.stderr).toContain('0 rotated, 2 unchanged (each already has this key), 0 failed')
  await at.tenant.backdateKeys(9)
  expect(statuses((await rotate('one', 'two')).stdout)).toEqual([
    ['one', 'rotated', 'removed'],
    ['two', 'rotated', 'removed'],
  ])
  expect(readFileSync(join(folder(), 'one.pem'), 'utf8')).toBe(before)
  expect(await stored('one')).toMatchObject({ key2: publicIn('one.pem') })
  expect((await stored('one'))?.key1).toBeUndefined()
})

test('what fails is reported for each account, the others are rotated, and a second run continues', async () => {
  await create('one', 'two', 'three', 'full')
  expect((await sa('update', 'full', '--key2', '@second.pub')).code).toBe(0)
  const { id: two } = (await stored('two')) ?? {}
  const { id: three } = (await stored('three')) ?? {}
  const failsFor = (id: string | undefined, status: number) => (request: { method: string; path: string }) =>
    request.method === 'PUT' && request.path.endsWith(`/${id}`) ? { status, body: {} } : undefined
  at.before = (request) => failsFor(two, 503)(request) ?? failsFor(three, 409)(request)
  const { code, stdout, stderr } = await rotate('one', 'two', 'three', 'full')
  expect([code, statuses(stdout)]).toEqual([
    9,
    [
      ['full', 'failed', null],
      ['one', 'rotated', 'kept'],
      ['three', 'failed', null],
      ['two', 'failed', null],
    ],
  ])
  expect(stderr).toContain('1 account has both key slots in use: --replace-older replaces the key used longer ago.')
  // The server may have stored the key of two; that of three is certainly not stored.
  expect(readdirSync(folder()).toSorted()).toEqual(['one.pem', 'two.pem', 'two.pem.pending'])
  const unclear = readFileSync(join(folder(), 'two.pem'), 'utf8')
  at.before = undefined
  const again = await rotate('one', 'two', 'three', 'full', '--replace-older', '-y')
  expect([again.code, statuses(again.stdout)]).toEqual([
    0,
    [
      ['full', 'rotated', 'removed'],
      ['one', 'rotated', 'removed'],
      ['three', 'rotated', 'removed'],
      ['two', 'rotated', 'removed'],
    ],
  ])
  expect(readFileSync(join(folder(), 'two.pem'), 'utf8')).toBe(unclear)
  expect((await stored('two'))?.key2).toBe(publicIn('two.pem'))
  expect(readdirSync(folder()).filter((file) => !file.endsWith('.pem'))).toEqual([])
})

test('-y replaces no key of a full account, and --replace-older removes no other key', async () => {
  await create('full', 'half')
  expect((await sa('update', 'full', '--key2', '@second.pub')).code).toBe(0)
  const yes = await rotate('full', '-y')
  expect([yes.code, statuses(yes.stdout)]).toEqual([1, [['full', 'failed', null]]])
  const replaced = await rotate('full', 'half', '--replace-older')
  expect([replaced.code, statuses(replaced.stdout)]).toEqual([
    0,
    [
      ['full', 'rotated', 'kept'],
      ['half', 'rotated', 'kept'],
    ],
  ])
  expect(await stored('full')).toMatchObject({ key1: publicIn('full.pem'), key2: second.publicPem.trim() })
  expect((await rotate('full', '--replace-older', '--slot', '1')).code).toBe(64)
})

test('accounts with both slots full are counted in one line that names the option, also by a dry run', async () => {
  await create('one', 'two')
  for (const name of ['one', 'two']) expect((await sa('update', name, '--key2', '@second.pub')).code).toBe(0)
  for (const more of [[], ['--dry-run']]) {
    const { stderr } = await rotate('one', 'two', ...more)
    expect(stderr.match(/key slots/g)).toHaveLength(1)
    expect(stderr).toContain('2 accounts have both key slots in use: --replace-older')
  }
})

test('a file that holds another key is neither overwritten nor used', async () => {
  await create('one', 'two')
  await rotate('one')
  writeOwn(folder(), 'two.pem', keyPair(3).privatePem)
  const { code, stdout, stderr } = await rotate('one', 'two')
  expect([code, statuses(stdout)]).toEqual([
    9,
    [
      ['one', 'unchanged', 'kept'],
      ['two', 'failed', null],
    ],
  ])
  expect(stderr).toContain('does not belong to this account')
  expect(stderr).toContain('1 other key may be in use and was kept.')
  expect(readFileSync(join(folder(), 'two.pem'), 'utf8')).toBe(keyPair(3).privatePem)
  expect((await stored('two'))?.key2).toBeUndefined()
})

test('an account that is not there, or a missing folder, ends the command before anything changes', async () => {
  await create('one')
  expect((await rotate('one', 'nowhere')).code).toBe(6)
  expect((await sa('rotate', 'one', 'two', '--key', '@second.pub')).code).toBe(64)
  expect((await sa('rotate', 'one', 'one')).code).toBe(64)
  expect((await stored('one'))?.key2).toBeUndefined()
})

test('a dry run names the slot and the file of each account, and writes nothing', async () => {
  await create('one', 'two')
  const { code, stdout } = await rotate('one', 'two', '--dry-run')
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({
      changes: [
        { field: 'one: key2', from: null, to: join(folder(), 'one.pem') },
        { field: 'two: key2', from: null, to: join(folder(), 'two.pem') },
      ],
    }),
  ])
  expect(readdirSync(at.terminal.folder)).not.toContain('keys')
})

test('an account whose key is in the folder from the day it was made is unchanged', async () => {
  mkdirSync(folder())
  expect((await sa('create', '--name', 'one', '--make-key', 'keys/one.pem')).code).toBe(0)
  const before = await stored('one')
  const { code, stdout, stderr } = await rotate('one')
  expect([code, statuses(stdout)]).toEqual([0, [['one', 'unchanged', 'none']]])
  expect(stderr).toContain('0 rotated, 1 unchanged')
  expect(await stored('one')).toMatchObject({ key1: before?.key1 })
})

test('a dry run reports what would fail, also a file that holds no key', async () => {
  await create('one', 'two')
  mkdirSync(folder())
  writeOwn(folder(), 'two.pem', 'notes')
  const { code, stdout, stderr } = await rotate('one', 'two', '--dry-run')
  expect([code, stderr]).toEqual([9, expect.stringContaining('1 account would fail.')])
  expect(stderr).toMatch(/two: .*two\.pem exists already and holds no private key/)
  expect(JSON.parse(stdout)).toMatchObject({ changes: [{ field: 'one: key2' }] })
})

test('names that make the same file name get files that differ', async () => {
  await create('a b', 'a-b')
  expect((await rotate('a b', 'a-b')).code).toBe(0)
  const files = readdirSync(folder())
  expect([files.length, files.every((file) => /^a-b-[\da-f]{12}\.pem$/.test(file))]).toEqual([2, true])
})
