import { createPrivateKey, createPublicKey } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { keyPair, writeOwn, type KeyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'
import type { RunOptions } from '../../../testing/terminal.ts'

let robot: KeyPair
let first: KeyPair
let second: KeyPair
let third: KeyPair
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  robot = keyPair(0)
  first = keyPair(1)
  second = keyPair(2)
  third = keyPair(3)
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot)
  own('first.pub', first.publicPem)
  own('second.pub', second.publicPem)
  own('third.pub', third.publicPem)
})
afterEach(() => at?.close())

const own = (name: string, content: string | Uint8Array) => writeOwn(at.terminal.folder, name, content)
const run = (argv: string[], options: RunOptions = {}) => at.run(argv, options)
const sa = (...argv: string[]) => run(['service-account', ...argv])
/** The id of the account that it makes. */
const create = async (...more: string[]) => {
  const { stdout } = await made(...more)
  return (JSON.parse(stdout) as { id: string }).id
}
const made = (...more: string[]) => sa('create', '--name', 'ci', '--key1', '@first.pub', '--json', ...more)
const account = ({ id }: { id: string }) => ({
  key1: first.publicPem.trim(),
  key1Algorithm: 'RSA',
  urn: `urn:portico:acme:service-account:${id}`,
  createdAt: '2026-11-21T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
})
const changesSent = () => at.received.filter(({ method, path }) => method !== 'GET' && path !== '/oauth2/token')

describe('a service account', () => {
  test('lives its life by script', async () => {
    const { billing, archive } = at
    const created = await made('--app', `${billing.urn}:reader`, '--app', archive.urn)
    expect(created.code).toBe(0)
    const { id } = JSON.parse(created.stdout) as { id: string }
    expect(JSON.parse(created.stdout)).toMatchObject({
      name: 'ci',
      key1: first.publicPem.trim(),
      key2: null,
      dependencies: [`${billing.urn}:reader`, archive.urn],
    })
    expect(JSON.parse((await sa('list', '--json', 'name,dependencies')).stdout)).toEqual([
      { name: 'ci', dependencies: [`${billing.urn}:reader`, archive.urn] },
    ])
    expect((await sa('get', 'CI', '--json')).code).toBe(0)
    expect((await sa('update', 'ci', '--name', 'ci-2')).code).toBe(0)
    expect((await sa('rotate', 'ci-2', '--key', '@second.pub')).code).toBe(0)
    expect(JSON.parse((await sa('get', id, '--json')).stdout)).toMatchObject({
      name: 'ci-2',
      key1: first.publicPem.trim(),
      key2: second.publicPem.trim(),
      dependencies: [`${billing.urn}:reader`, archive.urn],
    })
    expect(JSON.parse((await sa('delete', 'ci-2', '--confirm', 'ci-2', '--json')).stdout)).toEqual({
      id,
      name: 'ci-2',
      deleted: true,
    })
    expect((await sa('list', '--json')).stdout).toBe('[]\n')
    const gone = await sa('get', 'ci-2')
    expect([gone.code, gone.stderr]).toEqual([
      6,
      expect.stringContaining('There is no service account ci-2 in Production.'),
    ])
  })

  test('is created under an Idempotency-Key and changed under the ETag that was read', async () => {
    await create()
    await sa('update', 'ci', '--name', 'b')
    await sa('delete', 'b', '--confirm', 'b')
    const [post, put, gone] = changesSent()
    expect(post?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(put?.headers['if-match']).toBe('"1"')
    expect(gone?.headers['if-match']).toBe('"2"')
  })

  test('that another person changed meanwhile is exit 7', async () => {
    await create()
    let others = 0
    at.before = async ({ method }) => {
      if (method === 'PUT' && (others += 1) === 1) expect((await sa('update', 'ci', '--name', 'theirs')).code).toBe(0)
      return undefined
    }
    expect((await sa('update', 'ci', '--name', 'b')).code).toBe(7)
    expect((await at.accounts()).map(({ name }) => name)).toEqual(['theirs'])
  })
})

describe('what is wrong is refused before anything is sent', () => {
  test.each<[string, string[], string]>([
    ['a name of 129 characters', ['--name', 'x'.repeat(129), '--key1', '@first.pub'], 'SERVICE_ACCOUNT_NAME_TOO_LONG'],
    ['a blank name', ['--name', '  ', '--key1', '@first.pub'], 'SERVICE_ACCOUNT_NAME_REQUIRED'],
    ['no key', ['--name', 'a'], 'KEY_REQUIRED'],
    ['the same key twice', ['--name', 'a', '--key1', '@first.pub', '--key2', '@first.pub'], 'KEY_TWICE'],
    ['a private key in a file', ['--name', 'a', '--key1', '@robot.pem'], 'KEY_PRIVATE'],
    ['a word for a key', ['--name', 'a', '--key1', 'first.pub'], 'KEY_NOT_PEM'],
  ])('%s', async (_, argv, errorID) => {
    const { code, stderr } = await sa('create', '--json', ...argv)
    expect(code).toBe(3)
    const failure = JSON.parse(stderr) as { kind: string; details: { errorID: string }[] }
    expect(failure.kind).toBe('validation')
    expect(failure.details.map((detail) => detail.errorID)).toContain(errorID)
    expect(at.received).toEqual([])
  })

  test('a private key in every form: as the value, on stdin, as DER, in UTF-16, behind a public key', async () => {
    const key = createPrivateKey(robot.privatePem)
    own('key.der', key.export({ type: 'pkcs8', format: 'der' }))
    own('key1.der', key.export({ type: 'pkcs1', format: 'der' }))
    const locked = key.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' })
    own('locked.der', locked)
    own('utf16.pem', Buffer.from(`\ufeff${robot.privatePem}`, 'utf16le'))
    own('both.pem', first.publicPem + robot.privatePem)
    const secret = robot.privatePem.split('\n')[3] ?? ''
    for (const argument of [robot.privatePem, '-', '@key.der', '@key1.der', '@locked.der', '@utf16.pem', '@both.pem']) {
      const argv = ['service-account', 'create', '--name', 'a', '--key1', argument]
      const { code, stdout, stderr } = await run(argv, { stdin: robot.privatePem })
      expect([argument.slice(0, 12), code]).toEqual([argument.slice(0, 12), 3])
      expect(stderr).toContain('private key')
      expect(stdout + stderr).not.toContain(secret)
    }
    expect(at.received).toEqual([])
  })

  test('a name that means two accounts is exit 3 and lists both', async () => {
    const id = await create()
    const twice = [
      { id, name: 'ci' },
      { id: 'other', name: 'CI' },
    ]
    at.before = ({ method, path }) =>
      method === 'GET' && path.endsWith('/service-accounts')
        ? {
            status: 200,
            body: { serviceAccounts: twice.map((one) => ({ ...account(one), ...one })), readonly: false, next: null },
          }
        : undefined
    const { code, stderr } = await sa('get', 'Ci')
    expect(code).toBe(3)
    expect(stderr).toContain(`${id} (ci), other (CI)`)
  })

  test('a name that another account has in another case is exit 7', async () => {
    await create()
    expect((await sa('create', '--name', 'CI', '--key1', '@second.pub')).code).toBe(7)
    expect(JSON.parse((await sa('get', 'CI', '--json', 'name')).stdout)).toEqual({ name: 'ci' })
  })
})

test('a key on stdin and a DER key are taken, and sent as PEM', async () => {
  const stdin = await run(['sa', 'create', '--name', 'a', '--key1', '-', '--json'], { stdin: first.publicPem })
  expect(JSON.parse(stdin.stdout)).toMatchObject({ key1: first.publicPem.trim() })
  own('first.der', createPublicKey(first.publicPem).export({ type: 'spki', format: 'der' }))
  const { stdout } = await sa('create', '--name', 'b', '--key2', '@first.der', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ key1: null, key2: first.publicPem.trim(), key2Algorithm: 'RSA' })
  const sent = at.received.filter(({ path }) => path.endsWith('/service-accounts')).map(({ body }) => body)
  expect(JSON.parse(sent.findLast((body) => body !== '') ?? '')).toMatchObject({ key2: first.publicPem.trim() })
})

describe('applications', () => {
  test.each<[string, (at: SignedInTerminal) => string[], (at: SignedInTerminal) => string[]]>([
    ['--app replaces all', ({ archive }) => ['--app', archive.urn], ({ archive }) => [archive.urn]],
    [
      '--add-app keeps the rest',
      ({ billing }) => ['--add-app', `${billing.urn}:writer`],
      ({ billing }) => [`${billing.urn}:reader`, `${billing.urn}:writer`],
    ],
    ['--remove-app of a role', ({ billing }) => ['--remove-app', `${billing.urn}:reader`], () => []],
    ['--remove-app of an application', ({ billing }) => ['--remove-app', billing.urn], () => []],
    ['an application by its URN', ({ archive }) => ['--app', archive.urn], ({ archive }) => [archive.urn]],
    [
      'an application by id, a role by label',
      ({ billing }) => ['--app', `${billing.id}:WRITER`],
      ({ billing }) => [`${billing.urn}:writer`],
    ],
    ['an application by name', () => ['--app', 'billing:writer'], ({ billing }) => [`${billing.urn}:writer`]],
    [
      'no placeholder beside a role',
      ({ billing }) => ['--app', billing.urn, '--app', `${billing.urn}:reader`],
      ({ billing }) => [`${billing.urn}:reader`],
    ],
  ])('%s', async (_, flags, expected) => {
    await create('--app', `${at.billing.urn}:reader`)
    const { code, stdout } = await sa('update', 'ci', '--json', 'dependencies', ...flags(at))
    expect([code, JSON.parse(stdout)]).toEqual([0, { dependencies: expected(at) }])
  })

  test.each([() => 'urn:portico:acme:application:nothing', () => `${at.billing.urn}:nothing`])(
    'reference %# to nothing is exit 6',
    async (reference) => {
      expect((await made('--app', reference())).code).toBe(6)
      expect(changesSent()).toEqual([])
    },
  )

  test('that fail after a create are listed exactly, with the command that finishes', async () => {
    at.before = ({ method, path }) =>
      method === 'PUT' && path.endsWith('/applications')
        ? { status: 403, body: { errorID: 'READ_ONLY', errorMessage: 'This environment is read-only.' } }
        : undefined
    const { code, stdout, stderr } = await made('--app', `${at.billing.urn}:reader`)
    expect([code, stdout]).toEqual([5, ''])
    const [account] = await at.accounts()
    const failure = JSON.parse(stderr) as { errorMessage: string; hint: string }
    expect(failure.errorMessage).toContain(`ci (${account?.id}) was created, but its applications were not saved`)
    expect(failure.hint).toContain(
      `portico service-account update ${account?.id} --env ${at.environmentId} --app ${at.billing.urn}:reader`,
    )
  })
})

describe('rotate', () => {
  test('with both slots full asks which, and then replaces that one', async () => {
    await create('--key2', '@second.pub')
    const refused = await sa('rotate', 'ci', '--key', '@third.pub')
    expect(refused.code).toBe(3)
    expect(refused.stderr).toMatch(
      /--slot 1 replaces the key SHA-256 [\da-f]{64}\n.*--slot 2 replaces the key SHA-256 [\da-f]{64}\n/,
    )
    expect((await sa('rotate', 'ci', '--key', '@third.pub', '--slot', '1')).code).toBe(0)
    expect((await at.accounts())[0]).toMatchObject({
      key1: third.publicPem.trim(),
      key2: second.publicPem.trim(),
    })
  })

  test("an update with --key1 '' removes that key, but never the last one", async () => {
    await create('--key2', '@second.pub')
    expect((await sa('update', 'ci', '--key1', '')).code).toBe(0)
    expect((await at.accounts())[0]?.key1).toBeUndefined()
    expect((await sa('update', 'ci', '--key2', '')).code).toBe(3)
  })
})

describe('--make-key', () => {
  const file = () => join(at.terminal.folder, 'new.pem')
  const publicOf = () => createPublicKey(readFileSync(file(), 'utf8')).export({ type: 'spki', format: 'pem' })

  test('creates an account that signs in with the key in the file, which only its owner can read', async () => {
    const { code, stdout, stderr } = await sa(
      'create',
      '--name',
      'ci',
      '--app',
      at.archive.urn,
      '--make-key',
      'new.pem',
      '--json',
    )
    expect([code, stderr]).toEqual([0, expect.stringContaining(`The private key was written to ${file()}.`)])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(createPrivateKey(readFileSync(file(), 'utf8')).asymmetricKeyDetails?.modulusLength).toBe(3072)
    expect(`${(await at.accounts())[0]?.key1 ?? ''}\n`).toBe(publicOf())
    expect(JSON.stringify(at.received) + stdout + stderr).not.toContain('PRIVATE KEY')
    expect((await sa('token', 'ci', '--key-file', 'new.pem')).code).toBe(0)
  })

  test('rotates to the key in the file, and keeps the other one until it is 8 days old without a use', async () => {
    await create()
    const { code, stderr } = await sa('rotate', 'ci', '--make-key', 'new.pem')
    expect([code, stderr]).toEqual([0, expect.stringContaining('The new key got a token.')])
    expect(stderr).toContain('no use of it is on record yet')
    const again = /run: (portico .*)/.exec(stderr)?.[1]?.split(' ').slice(1) ?? []
    const keys = async () => {
      const { key1, key2 } = (await at.accounts())[0] ?? {}
      return [key1, `${key2}\n`]
    }
    expect(await keys()).toEqual([first.publicPem.trim(), publicOf()])
    await at.tenant.backdateKeys(7.9)
    expect((await run(again)).stderr).toContain('no use of it is on record yet')
    expect(await keys()).toEqual([first.publicPem.trim(), publicOf()])
    await at.tenant.backdateKeys(8.1)
    expect((await run(again)).stderr).toContain('no use of it in the last 8 days is on record')
    expect(await keys()).toEqual([undefined, publicOf()])
  })

  test('removes a key without a use at once with -y', async () => {
    await create()
    expect((await sa('rotate', 'ci', '--make-key', 'new.pem', '-y')).code).toBe(0)
    expect((await at.accounts())[0]?.key1).toBeUndefined()
  })

  test('overwrites no file, and sends nothing then', async () => {
    own('new.pem', 'in use')
    const before = changesSent().length
    const { code, stderr } = await sa('create', '--name', 'ci', '--make-key', 'new.pem')
    expect([code, stderr]).toEqual([3, expect.stringContaining('already exists')])
    expect([readFileSync(file(), 'utf8'), changesSent().length]).toEqual(['in use', before])
  })

  test('leaves no file where the server rejects the account, or nothing is sent', async () => {
    await create()
    expect((await sa('create', '--name', 'ci', '--make-key', 'new.pem')).code).toBe(7)
    expect((await sa('create', '--name', '', '--make-key', 'new.pem')).code).toBe(3)
    expect((await sa('rotate', 'other', '--make-key', 'new.pem')).code).toBe(6)
    expect((await sa('create', '--name', 'x', '--make-key', 'new.pem', '--key1', '@first.pub')).code).toBe(64)
    const { code, stderr } = await sa('create', '--name', 'dry', '--make-key', 'new.pem', '--dry-run')
    expect([code, stderr]).toEqual([0, expect.stringContaining('was not written')])
    expect(existsSync(file())).toBe(false)
  })

  test('keeps the file where the key is stored, and only the output fails', async () => {
    const { code } = await sa('create', '--name', 'ci', '--make-key', 'new.pem', '--jq', '.id |')
    expect(code).not.toBe(0)
    expect(`${(await at.accounts())[0]?.key1 ?? ''}\n`).toBe(publicOf())
  })

  test('keeps the file where the key may be in use, and says so', async () => {
    at.before = ({ method, path }) =>
      method === 'POST' && path.endsWith('/service-accounts') ? { status: 502, body: {} } : undefined
    const unclear = await sa('create', '--name', 'ci', '--make-key', 'new.pem')
    expect([unclear.code, unclear.stderr]).toEqual([1, expect.stringContaining('may have stored')])
    rmSync(file())
    at.before = ({ method, path }) =>
      method === 'PUT' && path.endsWith('/applications') ? { status: 409, body: {} } : undefined
    const half = await sa('create', '--name', 'ci', '--make-key', 'new.pem', '--app', at.archive.urn)
    expect([half.code, half.stderr]).toEqual([expect.any(Number), expect.stringContaining('may have stored')])
    expect(half.code).not.toBe(0)
    expect(`${(await at.accounts())[0]?.key1 ?? ''}\n`).toBe(publicOf())
  })
})

describe('delete', () => {
  beforeEach(async () => void (await create()))
  const still = async () => (await at.accounts()).length === 1

  test('without a terminal and without --confirm is exit 2 and changes nothing', async () => {
    expect([(await sa('delete', 'ci')).code, await still()]).toEqual([2, true])
  })
  test('with another name in --confirm is exit 3 and changes nothing', async () => {
    expect([(await sa('delete', 'ci', '--confirm', 'cj')).code, await still()]).toEqual([3, true])
  })
  test('with a wrong name typed is exit 2 and changes nothing', async () => {
    const { code } = await run(['sa', 'delete', 'ci'], { isTTY: true, typed: 'yes' })
    expect([code, await still()]).toEqual([2, true])
  })
  test('with the name typed deletes', async () => {
    const { code } = await run(['sa', 'delete', 'ci'], { isTTY: true, typed: 'ci' })
    expect([code, await still()]).toEqual([0, false])
  })
})

describe('--dry-run', () => {
  test('shows request and difference of every changing verb, and changes nothing', async () => {
    const id = await create('--app', `${at.billing.urn}:reader`)
    const path = `/api/portal/admin/environments/${at.environmentId}/service-accounts`
    const before = changesSent().length
    const updated = await sa('update', 'ci', '--name', 'new', '--app', at.archive.urn, '--dry-run', '--json')
    expect(JSON.parse(updated.stdout)).toMatchObject({
      dryRun: true,
      requests: [
        { method: 'PUT', path: `${path}/${id}`, body: { name: 'new' } },
        { method: 'PUT', path: `${path}/${id}/applications` },
      ],
      changes: [
        { field: 'name', from: 'ci', to: 'new' },
        { field: 'dependencies', from: [`${at.billing.urn}:reader`], to: [at.archive.urn] },
      ],
    })
    const created = await sa('create', '--name', 'x', '--key1', '@second.pub', '--dry-run')
    expect(created.stdout).toContain(`POST ${path}\n`)
    expect(created.stdout).toContain('  name: (none) -> "x"\n')
    const rotated = (await sa('rotate', 'ci', '--key', '@second.pub', '--dry-run')).stdout
    expect(rotated).toMatch(/key2: \(none\) -> "SHA-256 [\da-f]{64}"/)
    expect(rotated).not.toContain('BEGIN')
    const pkcs1 = createPublicKey(second.publicPem).export({ type: 'pkcs1', format: 'pem' })
    own('second.pkcs1.pub', String(pkcs1))
    expect((await sa('rotate', 'ci', '--key', '@second.pkcs1.pub', '--dry-run')).stdout).toBe(rotated)
    expect((await sa('delete', 'ci', '--dry-run')).stdout).toContain(`DELETE ${path}/${id}`)
    const called = await run(['api', 'DELETE', '/portal/x', '--dry-run'])
    expect(called.stdout).toBe('DELETE /api/portal/x\n')
    expect(changesSent()).toHaveLength(before)
  })

  test('reads a body and a public key in UTF-16, as PowerShell writes them', async () => {
    own('utf16.json', Buffer.from(`\ufeff${JSON.stringify({ name: 'größer' })}`, 'utf16le'))
    const { stdout } = await run(['api', 'PUT', '/portal/x', '--input', 'utf16.json', '--dry-run'])
    expect(stdout).toContain('größer')
    own('utf16.pub', Buffer.from(`\ufeff${first.publicPem}`, 'utf16le'))
    expect((await sa('create', '--name', 'utf16', '--key1', '@utf16.pub')).code).toBe(0)
    expect(JSON.parse((await sa('get', 'utf16', '--json')).stdout)).toMatchObject({ key1: first.publicPem.trim() })
  })

  test('masks what a body calls secret', async () => {
    own('body.json', JSON.stringify({ deep: [{ clientSecret: 'hush' }], name: 'shown' }))
    const { stdout } = await run(['api', 'PUT', '/portal/x', '--input', 'body.json', '--dry-run'])
    expect(stdout).toContain('shown')
    expect(stdout).not.toContain('hush')
  })
})

describe('the environment', () => {
  test('must be named where there are several', async () => {
    const { code, stderr } = await run(['sa', 'list'], { env: { PORTICO_ENV: '' } })
    expect(code).toBe(3)
    expect(stderr).toContain('Available: Production, Operations.')
    expect((await sa('list', '--env', 'production')).code).toBe(0)
    expect((await sa('list', '--env', 'nowhere')).code).toBe(6)
  })

  test('comes from the flag, PORTICO_ENV, .portico.json, the profile, in this order', async () => {
    const selected = async (PORTICO_ENV = '') =>
      (await run(['env', 'list', '--filter', 'selected=true', '-o', 'name'], { env: { PORTICO_ENV } })).stdout.trim()
    expect(await selected()).toBe('')
    const operations = at.tenant.environmentIds.get('operations') ?? ''
    expect((await run(['env', 'use', operations], { env: { PORTICO_ENV: '' } })).code).toBe(0)
    expect(await selected()).toBe('Operations')
    own('.portico.json', JSON.stringify({ environment: 'Production' }))
    expect(await selected()).toBe('Production')
    expect(await selected('Operations')).toBe('Operations')
    const argv = ['sa', 'list', '--env', 'Production', '--json']
    expect(await run(argv, { env: { PORTICO_ENV: 'Operations' } })).toMatchObject({ code: 0, stdout: '[]\n' })
  })
})

describe('a long list', () => {
  const seed = (count: number) =>
    at.tenant.addAccounts(
      Array.from({ length: count }, (_, index) => `robot ${index + 1}`),
      { environmentId: at.environmentId, applicationId: at.billing.id, key1: first.publicPem },
    )
  const listings = () => at.received.filter(({ path }) => path.endsWith('/service-accounts'))
  const names = async (...argv: string[]) =>
    (JSON.parse((await sa('list', '--json', 'name', ...argv)).stdout) as { name: string }[]).map(({ name }) => name)

  test('of 2,500 accounts with their applications costs three requests', async () => {
    await seed(2_500)
    const { stdout } = await sa('list', '--json')
    const rows = JSON.parse(stdout) as { name: string; dependencies: string[] }[]
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 2_500 }, (_, at) => `robot ${at + 1}`))
    expect(new Set(rows.map(({ dependencies }) => dependencies.join()))).toEqual(new Set([at.billing.urn]))
    expect(at.received.filter(({ path }) => path.includes('/service-accounts'))).toHaveLength(3)
  })

  test('asks for applications only where they are shown', async () => {
    await seed(3)
    await sa('list')
    expect(listings().map(({ query }) => query.get('include'))).toEqual([null])
  })

  test('is searched, ordered and cut by the server', async () => {
    await seed(200)
    expect(await names('--search', 'robot 19', '--sort', '-name', '--limit', '2')).toEqual(['robot 199', 'robot 198'])
    const [asked] = listings()
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({ search: 'robot 19', sort: '-name', limit: '2' })
    expect(listings()).toHaveLength(1)
  })

  test('--filter FIELD~TEXT finds parts, in a name by the server and in any other field here', async () => {
    await seed(120)
    expect(await names('--filter', 'name~BOT 11')).toEqual([
      'robot 11',
      ...Array.from({ length: 10 }, (_, at) => `robot ${110 + at}`),
    ])
    expect(listings()[0]?.query.get('search')).toBe('BOT 11')
    expect(await names('--filter', 'urn~SERVICE-ACCOUNT', '--limit', '3')).toEqual(['robot 1', 'robot 2', 'robot 3'])
    expect(await names('--filter', 'urn~:nowhere:', '--limit', '3')).toEqual([])
    expect(await names('--filter', 'dependencies~BILL', '--limit', '1')).toEqual(['robot 1'])
  })

  test.each([
    ['--limit', '0'],
    ['--limit', 'all'],
    ['--filter', 'name'],
    ['--watch', 'often'],
    ['--watch', '-o', 'csv'],
  ])('%j is a mistake of usage, and asks nothing', async (...argv) => {
    expect((await sa('list', ...argv)).code).toBe(64)
    expect(listings()).toHaveLength(0)
  })

  test('applications come in the order of every face: the portal first', async () => {
    const { stdout } = await run(['app', 'list', '--json', 'label'])
    expect((JSON.parse(stdout) as { label: string }[]).map(({ label }) => label)).toEqual([
      'Portal',
      'Billing',
      'Billing archive',
    ])
  })
})
