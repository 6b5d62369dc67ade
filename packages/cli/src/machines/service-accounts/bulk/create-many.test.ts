import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { keyPair, writeOwn } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'
import type { RunOptions } from '../../../testing/terminal.ts'

const pair = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(() => open(server))
afterEach(() => at?.close())

async function open(portal: PortalServer): Promise<void> {
  at = await portal.open(pair)
  writeOwn(at.terminal.folder, 'k.pem', pair.publicPem)
}

const rowsOf = (names: readonly string[]) =>
  `name,key1,apps\n${names.map((name) => `${name},@k.pem,${at.billing.urn}:reader\n`).join('')}`

function create(text: string, more: readonly string[] = [], options: RunOptions = {}) {
  writeOwn(at.terminal.folder, 'accounts.csv', text)
  return at.run(['sa', 'create', '-f', 'accounts.csv', ...more], options)
}

const creations = () =>
  at.received.filter(({ method, path }) => method === 'POST' && path.endsWith('/service-accounts'))
const names = async () => (await at.accounts()).map(({ name }) => name).toSorted()

test('every account of a file is created with its applications, which are read once', async () => {
  const wanted = Array.from({ length: 40 }, (_, at) => `account-${at}`)
  const { code, stdout, stderr } = await create(rowsOf(wanted), ['--json'])
  expect([code, stderr]).toEqual([0, '40 created, 0 there already, 0 failed.\n'])
  expect(
    (JSON.parse(stdout) as { row: number; status: string }[]).map(({ row, status }) => `${row} ${status}`),
  ).toEqual(wanted.map((_, at) => `${at + 1} created`))
  expect(await names()).toEqual(wanted.toSorted())
  for (const { dependencies } of await at.accounts())
    expect(dependencies).toMatchObject([{ appId: at.billing.id, name: 'reader' }])
  expect(at.received.filter(({ path }) => path.endsWith(`/${at.environmentId}/applications`))).toHaveLength(1)
  const keys = creations().map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(40)
})

test('run again it continues: existing accounts are left alone, incomplete ones are finished, the rest is created', async () => {
  await create(rowsOf(['a', 'b', 'c']))
  expect((await at.run(['sa', 'update', 'a', '--remove-app', at.billing.urn])).code).toBe(0)
  const before = creations().length
  const { code, stderr } = await create(rowsOf(['a', 'b', 'c', 'd']))
  expect([code, stderr]).toEqual([0, '1 created, 3 there already, 0 failed.\n'])
  expect(creations()).toHaveLength(before + 1)
  expect((await at.accounts()).map(({ dependencies }) => dependencies.length)).toEqual([1, 1, 1, 1])
})

test('what a list prints as CSV is read back, with keys that a spreadsheet would take for formulas', async () => {
  await create('name,key1\na,@k.pem\n=1+1,@k.pem\n')
  const listed = await at.run(['sa', 'list', '-o', 'csv', '--columns', 'name,key1'])
  expect(listed.stdout).toContain("'-----BEGIN PUBLIC KEY")
  expect(listed.stdout).toContain("'=1+1")
  const { code, stderr } = await create(listed.stdout)
  expect([code, stderr]).toEqual([0, '0 created, 2 there already, 0 failed.\n'])
})

test('an account of the same name with another key is a failure, and is not touched', async () => {
  await create(rowsOf(['a']))
  writeOwn(at.terminal.folder, 'k.pem', keyPair(1).publicPem)
  const { code, stdout } = await create(rowsOf(['a']), ['--json'])
  expect(code).toBe(7)
  expect(JSON.parse(stdout)).toMatchObject([{ status: 'failed', errorID: 'NAME_TAKEN' }])
  expect((await at.accounts())[0]?.key1).toBe(pair.publicPem.trim())
})

test('rows that are wrong are named, the others are created, and the code is 9', async () => {
  const text = `${rowsOf(['good'])}${'x'.repeat(129)},@k.pem,\nno-key,,\ngood,@k.pem,\nlost,@k.pem,urn:nowhere\nprivate,@robot.pem,\n`
  const { code, stdout, stderr } = await create(text, ['-o', 'tsv', '--columns', 'row,errorID'])
  expect(code).toBe(9)
  expect(stdout).toBe(
    '1\t\n2\tSERVICE_ACCOUNT_NAME_TOO_LONG\n3\tKEY_REQUIRED\n4\tNAME_TWICE\n5\tNOT_FOUND\n6\tKEY_PRIVATE\n',
  )
  expect(stderr).toContain('Row 3: Add at least one public key in PEM format.')
  expect(await names()).toEqual(['good'])
  expect(JSON.stringify(at.received)).not.toContain('PRIVATE KEY')
})

test('a file in which nothing is valid is exit 3 before anything is sent', async () => {
  const { code, stderr } = await create('name\na\nb\n', ['--json'])
  expect(code).toBe(3)
  expect(JSON.parse(stderr)).toMatchObject({ kind: 'validation', details: [{ errorID: 'KEY_REQUIRED' }, {}] })
  expect(at.received).toEqual([])
})

test('a dry run prints every request and sends none that changes something', async () => {
  const { code, stdout } = await create(rowsOf(['a', 'b']), ['--dry-run', '--json'])
  expect(code).toBe(0)
  expect((JSON.parse(stdout) as { requests: unknown[] }).requests).toHaveLength(4)
  expect(creations()).toEqual([])
})

test('a dry run of rows that are not valid says which and why, and ends as the run would', async () => {
  await create(rowsOf(['there', 'taken']))
  writeOwn(at.terminal.folder, 'other.pem', keyPair(1).publicPem)
  const before = creations().length
  const text = `${rowsOf(['good', 'there'])}no-key,,\ntaken,@other.pem,\n`
  const { code, stdout, stderr } = await create(text, ['--dry-run', '--json'])
  expect(code).toBe(9)
  const { requests } = JSON.parse(stdout) as { requests: { method: string; body: { name?: string } }[] }
  expect(requests.map(({ method, body }) => `${method} ${body.name ?? ''}`.trim())).toEqual(['POST good', 'PUT'])
  expect(JSON.parse(stderr)).toMatchObject({
    kind: 'partly-failed',
    exitCode: 9,
    details: [
      { errorID: 'KEY_REQUIRED', errorMessage: 'Row 3: Add at least one public key in PEM format.' },
      { errorID: 'NAME_TAKEN', errorMessage: 'Row 4: There is another service account of this name.' },
    ],
  })
  expect(creations()).toHaveLength(before)
  expect((await create('name,key1\nno-key,\n', ['--dry-run'])).code).toBe(3)
})

test('a server that is busy is asked again with the same key', async () => {
  let refused = 0
  at.before = ({ method, path }) =>
    method === 'POST' && path.endsWith('/service-accounts') && (refused += 1) <= 2
      ? { status: 503, body: { errorID: 'BUSY', errorMessage: 'busy' } }
      : undefined
  expect((await create(rowsOf(['a']))).code).toBe(0)
  const keys = creations().map(({ headers }) => headers['idempotency-key'])
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
})

test.each<[string, RunOptions]>([
  ['without a terminal', {}],
  ['in CI', { isTTY: true, env: { CI: '1' } }],
  ['for a screen reader', { isTTY: true, env: { PORTICO_ACCESSIBLE: 'true' } }],
  ['in the first 300 ms', { isTTY: true }],
])('there is no progress %s', async (_, options) => {
  const { stderr } = await create(rowsOf(['a', 'b']), [], options)
  expect(stderr).toBe('2 created, 0 there already, 0 failed.\n')
})

test('on a terminal, work that takes a while shows how far it is, and takes the line away', async () => {
  at.before = () => {
    at.terminal.now += 200
    return undefined
  }
  const { stderr } = await create(rowsOf(Array.from({ length: 20 }, (_, at) => `a${at}`)), [], { isTTY: true })
  expect(stderr).toContain('\r\u001b[K')
  expect(stderr).toContain(' of 20')
  expect(stderr.endsWith('\r\u001b[K20 created, 0 there already, 0 failed.\n')).toBe(true)
})

test('flags that the file answers are wrong usage', async () => {
  expect((await create(rowsOf(['a']), ['--name', 'b'])).code).toBe(64)
})

const many = Array.from({ length: 60 }, (_, at) => `account-${String(at).padStart(2, '0')}`)

const more = many.map((name) => `${name}-more`)

test('tokens that are revoked on the way cost no row: all who are refused share one new token, any number of times', async () => {
  const begun = new Set<unknown>()
  let revocations = 0
  at.before = async ({ method, path, headers }) => {
    if (method !== 'POST' || !path.endsWith('/service-accounts')) return undefined
    const { size } = begun.add(headers['idempotency-key'])
    if (Math.floor(size / 12) === revocations) return undefined
    revocations += 1
    await at.tenant.endTokens()
    return undefined
  }
  const { code, stderr } = await create(rowsOf(many))
  expect([code, stderr]).toEqual([0, '60 created, 0 there already, 0 failed.\n'])
  expect(await names()).toEqual(many)
  expect(revocations).toBe(5)
  expect(at.assertions().length).toBeLessThanOrEqual(1 + revocations)
})

test('a token that is about to run out is renewed before: no call is refused', async () => {
  const short = await openPortalServer({ accessTokenSecs: 60 })
  // After the tenant is closed.
  onTestFinished(() => short.close())
  await open(short)
  // The server keeps the time of its database: the command's clock goes from behind it to ahead of it, by less than an assertion allows.
  at.terminal.now -= 100_000
  let served = 0
  let refused = 0
  const ends = new Map<string | undefined, number>()
  at.before = ({ path, headers: { authorization } }) => {
    if (!path.includes('/service-accounts')) return undefined
    ends.set(authorization, ends.get(authorization) ?? at.terminal.now + 60_000)
    if (at.terminal.now >= (ends.get(authorization) ?? 0)) refused += 1
    // Far enough apart for a pending call to arrive.
    if ((served += 1) % 60 === 0) at.terminal.now += 50_000
    return undefined
  }
  const { code, stderr } = await create(rowsOf([...many, ...more]))
  expect([code, stderr]).toEqual([0, '120 created, 0 there already, 0 failed.\n'])
  expect(refused).toBe(0)
  expect(at.assertions().length).toBeGreaterThanOrEqual(4)
  expect(at.assertions().length).toBeLessThanOrEqual(1 + Math.floor(served / 60))
})

test('a server that refuses every token is not asked for a new one by each row', async () => {
  at.before = ({ method, path }) =>
    method === 'POST' && path.endsWith('/service-accounts')
      ? { status: 401, body: { errorID: 'UNAUTHENTICATED', errorMessage: 'no' } }
      : undefined
  const { code } = await create(rowsOf(many))
  expect(code).toBe(4)
  expect(at.assertions().length).toBeLessThanOrEqual(4)
})

test('a token endpoint that is busy when a token runs out is asked again', async () => {
  let tokens = 0
  at.before = async ({ method, path }) => {
    if (path === '/oauth2/token' && (tokens += 1) === 2) return { status: 503, body: {} }
    if (method === 'POST' && path.endsWith('/service-accounts') && creations().length === 30)
      await at.tenant.endTokens()
    return undefined
  }
  expect(await create(rowsOf(many))).toMatchObject({ code: 0 })
  expect(await names()).toEqual(many)
})
