import { createPrivateKey, createPublicKey } from 'node:crypto'

import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { makeKeyPair, writeOwn, type KeyPair } from '../../testing/keys.ts'
import { billing, billingArchive, startPortal, type Portal } from '../../testing/portal.ts'
import { openTerminal, type RunOptions, type Terminal } from '../../testing/terminal.ts'

let robot: KeyPair
let first: KeyPair
let second: KeyPair
let third: KeyPair
let portal: Portal
let terminal: Terminal

beforeAll(() => {
  robot = makeKeyPair()
  first = makeKeyPair()
  second = makeKeyPair()
  third = makeKeyPair()
})
beforeEach(async () => {
  portal = await startPortal(robot.publicPem)
  terminal = openTerminal()
  writeOwn(terminal.folder, 'robot.pem', robot.privatePem)
  writeOwn(terminal.folder, 'first.pub', first.publicPem)
  writeOwn(terminal.folder, 'second.pub', second.publicPem)
  writeOwn(terminal.folder, 'third.pub', third.publicPem)
})
afterEach(async () => {
  terminal.remove()
  await portal.close()
})

function run(argv: string[], options: RunOptions = {}) {
  const signIn = { PORTICO_SERVER: portal.origin, PORTICO_SERVICE_ACCOUNT: 'robot-1', PORTICO_KEY_FILE: 'robot.pem' }
  return terminal.run(argv, { ...options, env: { ...signIn, ...options.env } })
}
const sa = (...argv: string[]) => run(['service-account', ...argv])
const create = (...more: string[]) => sa('create', '--name', 'ci', '--key1', '@first.pub', '--json', ...more)
const changesSent = () =>
  portal.received.filter(
    ({ method, path }) => method !== 'GET' && path !== '/oauth2/token' && path !== '/api/portal/publickey',
  )

describe('a service account', () => {
  test('lives its life by script', async () => {
    const made = await create('--app', `${billing.urn}:reader`, '--app', billingArchive.urn)
    expect(made.code).toBe(0)
    expect(JSON.parse(made.stdout)).toMatchObject({
      id: 'sa-1',
      name: 'ci',
      key1: first.publicPem.trim(),
      key2: null,
      dependencies: [`${billing.urn}:reader`, billingArchive.urn],
    })
    expect(JSON.parse((await sa('list', '--json', 'name,dependencies')).stdout)).toEqual([
      { name: 'ci', dependencies: [`${billing.urn}:reader`, billingArchive.urn] },
    ])
    expect((await sa('get', 'CI', '--json')).code).toBe(0)
    expect((await sa('update', 'ci', '--name', 'ci-2')).code).toBe(0)
    expect((await sa('rotate', 'ci-2', '--key', '@second.pub')).code).toBe(0)
    expect(JSON.parse((await sa('get', 'sa-1', '--json')).stdout)).toMatchObject({
      name: 'ci-2',
      key1: first.publicPem.trim(),
      key2: second.publicPem.trim(),
      dependencies: [`${billing.urn}:reader`, billingArchive.urn],
    })
    expect(JSON.parse((await sa('delete', 'ci-2', '--confirm', 'ci-2', '--json')).stdout)).toEqual({
      id: 'sa-1',
      name: 'ci-2',
      deleted: true,
    })
    expect((await sa('list', '--json')).stdout).toBe('[]\n')
    expect((await sa('get', 'ci-2')).code).toBe(6)
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
    portal.state.override = ({ method }) => {
      const held = portal.state.accounts.get('sa-1')
      if (method === 'PUT' && held) held.version = 9
      return undefined
    }
    expect((await sa('update', 'ci', '--name', 'b')).code).toBe(7)
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
    expect(portal.received).toEqual([])
  })

  test('a private key in every form: as the value, on stdin, as DER, in UTF-16, behind a public key', async () => {
    const key = createPrivateKey(robot.privatePem)
    writeOwn(terminal.folder, 'key.der', key.export({ type: 'pkcs8', format: 'der' }))
    writeOwn(terminal.folder, 'key1.der', key.export({ type: 'pkcs1', format: 'der' }))
    const locked = key.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' })
    writeOwn(terminal.folder, 'locked.der', locked)
    writeOwn(terminal.folder, 'utf16.pem', Buffer.from(`\ufeff${robot.privatePem}`, 'utf16le'))
    writeOwn(terminal.folder, 'both.pem', first.publicPem + robot.privatePem)
    const secret = robot.privatePem.split('\n')[3] ?? ''
    for (const argument of [robot.privatePem, '-', '@key.der', '@key1.der', '@locked.der', '@utf16.pem', '@both.pem']) {
      const argv = ['service-account', 'create', '--name', 'a', '--key1', argument]
      const { code, stdout, stderr } = await run(argv, { stdin: robot.privatePem })
      expect([argument.slice(0, 12), code]).toEqual([argument.slice(0, 12), 3])
      expect(stderr).toContain('private key')
      expect(stdout + stderr).not.toContain(secret)
    }
    expect(portal.received).toEqual([])
  })

  test('a name that means two accounts is exit 3 and lists both', async () => {
    await create()
    await sa('create', '--name', 'CI', '--key1', '@second.pub')
    const { code, stderr } = await sa('get', 'Ci')
    expect(code).toBe(3)
    expect(stderr).toContain('sa-1 (ci), sa-2 (CI)')
    expect(JSON.parse((await sa('get', 'CI', '--json', 'id')).stdout)).toEqual({ id: 'sa-2' })
  })
})

test('a key on stdin and a DER key are taken; the second through the server', async () => {
  const stdin = await run(['sa', 'create', '--name', 'a', '--key1', '-', '--json'], { stdin: first.publicPem })
  expect(JSON.parse(stdin.stdout)).toMatchObject({ key1: first.publicPem.trim() })
  writeOwn(terminal.folder, 'first.der', createPublicKey(first.publicPem).export({ type: 'spki', format: 'der' }))
  const { stdout } = await sa('create', '--name', 'b', '--key2', '@first.der', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ key1: null, key2: robot.publicPem.trim(), key2Algorithm: 'RSA' })
  const upload = portal.received.find(({ path }) => path === '/api/portal/publickey')
  expect(upload?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
})

describe('applications', () => {
  test.each<[string, string[], string[]]>([
    ['--app replaces all', ['--app', billingArchive.urn], [billingArchive.urn]],
    [
      '--add-app keeps the rest',
      ['--add-app', `${billing.urn}:writer`],
      [`${billing.urn}:reader`, `${billing.urn}:writer`],
    ],
    ['--remove-app of a role', ['--remove-app', `${billing.urn}:reader`], []],
    ['--remove-app of an application', ['--remove-app', billing.urn], []],
    ['the longest URN wins over a role', ['--app', `${billing.urn}:archive`], [billingArchive.urn]],
    ['an application by id, a role by label', ['--app', 'app-1:WRITER'], [`${billing.urn}:writer`]],
    ['an application by name', ['--app', 'billing:writer'], [`${billing.urn}:writer`]],
    [
      'no placeholder beside a role',
      ['--app', billing.urn, '--app', `${billing.urn}:reader`],
      [`${billing.urn}:reader`],
    ],
  ])('%s', async (_, flags, expected) => {
    await create('--app', `${billing.urn}:reader`)
    const { code, stdout } = await sa('update', 'ci', '--json', 'dependencies', ...flags)
    expect([code, JSON.parse(stdout)]).toEqual([0, { dependencies: expected }])
  })

  test.each(['urn:portico:acme:application:nothing', `${billing.urn}:nothing`])('%s is exit 6', async (reference) => {
    expect((await create('--app', reference)).code).toBe(6)
    expect(changesSent()).toEqual([])
  })

  test('that fail after a create are said exactly, with the command that finishes', async () => {
    portal.state.override = ({ method, path }) =>
      method === 'PUT' && path.endsWith('/applications')
        ? { status: 403, body: { errorID: 'READ_ONLY', errorMessage: 'This environment is read-only.' } }
        : undefined
    const { code, stdout, stderr } = await create('--app', `${billing.urn}:reader`)
    expect([code, stdout]).toEqual([5, ''])
    const failure = JSON.parse(stderr) as { errorMessage: string; hint: string }
    expect(failure.errorMessage).toContain('ci (sa-1) was created, but its applications were not saved')
    expect(failure.hint).toContain(`portico service-account update sa-1 --env env-1 --app ${billing.urn}:reader`)
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
    expect(portal.state.accounts.get('sa-1')?.account).toMatchObject({
      key1: third.publicPem.trim(),
      key2: second.publicPem.trim(),
    })
  })

  test("an update with --key1 '' removes that key, but never the last one", async () => {
    await create('--key2', '@second.pub')
    expect((await sa('update', 'ci', '--key1', '')).code).toBe(0)
    expect(portal.state.accounts.get('sa-1')?.account.key1).toBeUndefined()
    expect((await sa('update', 'ci', '--key2', '')).code).toBe(3)
  })
})

describe('delete', () => {
  beforeEach(() => create())
  const still = () => portal.state.accounts.has('sa-1')

  test('without a terminal and without --confirm is exit 2 and changes nothing', async () => {
    expect([(await sa('delete', 'ci')).code, still()]).toEqual([2, true])
  })
  test('with another name in --confirm is exit 3 and changes nothing', async () => {
    expect([(await sa('delete', 'ci', '--confirm', 'cj')).code, still()]).toEqual([3, true])
  })
  test('with a wrong name typed is exit 2 and changes nothing', async () => {
    const { code } = await run(['sa', 'delete', 'ci'], { isTTY: true, typed: 'yes' })
    expect([code, still()]).toEqual([2, true])
  })
  test('with the name typed deletes', async () => {
    const { code } = await run(['sa', 'delete', 'ci'], { isTTY: true, typed: 'ci' })
    expect([code, still()]).toEqual([0, false])
  })
})

describe('--dry-run', () => {
  test('shows request and difference of every changing verb, and changes nothing', async () => {
    await create('--app', `${billing.urn}:reader`)
    const before = changesSent().length
    const updated = await sa('update', 'ci', '--name', 'new', '--app', billingArchive.urn, '--dry-run', '--json')
    expect(JSON.parse(updated.stdout)).toMatchObject({
      dryRun: true,
      requests: [
        { method: 'PUT', path: '/api/portal/admin/environments/env-1/service-accounts/sa-1', body: { name: 'new' } },
        { method: 'PUT', path: '/api/portal/admin/environments/env-1/service-accounts/sa-1/applications' },
      ],
      changes: [
        { field: 'name', from: 'ci', to: 'new' },
        { field: 'dependencies', from: [`${billing.urn}:reader`], to: [billingArchive.urn] },
      ],
    })
    const created = await sa('create', '--name', 'x', '--key1', '@second.pub', '--dry-run')
    expect(created.stdout).toContain('POST /api/portal/admin/environments/env-1/service-accounts\n')
    expect(created.stdout).toContain('  name: (none) -> "x"\n')
    const rotated = (await sa('rotate', 'ci', '--key', '@second.pub', '--dry-run')).stdout
    expect(rotated).toMatch(/key2: \(none\) -> "SHA-256 [\da-f]{64}"/)
    expect(rotated).not.toContain('BEGIN')
    const pkcs1 = createPublicKey(second.publicPem).export({ type: 'pkcs1', format: 'pem' })
    writeOwn(terminal.folder, 'second.pkcs1.pub', String(pkcs1))
    expect((await sa('rotate', 'ci', '--key', '@second.pkcs1.pub', '--dry-run')).stdout).toBe(rotated)
    expect((await sa('delete', 'ci', '--dry-run')).stdout).toContain('DELETE /api/portal/admin/environments/env-1')
    const called = await run(['api', 'DELETE', '/portal/x', '--dry-run'])
    expect(called.stdout).toBe('DELETE /api/portal/x\n')
    expect(changesSent()).toHaveLength(before)
  })

  test('masks what a body calls secret', async () => {
    writeOwn(terminal.folder, 'body.json', JSON.stringify({ deep: [{ clientSecret: 'hush' }], name: 'shown' }))
    const { stdout } = await run(['api', 'PUT', '/portal/x', '--input', 'body.json', '--dry-run'])
    expect(stdout).toContain('shown')
    expect(stdout).not.toContain('hush')
  })
})

describe('the environment', () => {
  const staging = { id: 'env-2', name: 'Staging', type: 'TEST', urn: 'urn:portico:acme:environment:2', readonly: false }

  test('must be named where there are several', async () => {
    portal.state.environments.push(staging)
    const { code, stderr } = await sa('list')
    expect(code).toBe(3)
    expect(stderr).toContain('There is: Production, Staging.')
    expect((await sa('list', '--env', 'production')).code).toBe(0)
    expect((await sa('list', '--env', 'nowhere')).code).toBe(6)
  })

  test('comes from the flag, PORTICO_ENV, .portico.json, the profile, in this order', async () => {
    portal.state.environments.push(staging)
    const selected = async (env: Record<string, string> = {}) =>
      (await run(['env', 'list', '--filter', 'selected=true', '-o', 'name'], { env })).stdout.trim()
    expect(await selected()).toBe('')
    expect((await run(['env', 'use', 'env-2'])).code).toBe(0)
    expect(await selected()).toBe('Staging')
    writeOwn(terminal.folder, '.portico.json', JSON.stringify({ environment: 'Production' }))
    expect(await selected()).toBe('Production')
    expect(await selected({ PORTICO_ENV: 'Staging' })).toBe('Staging')
    const flag = await run(['sa', 'list', '--env', 'Production', '--json'], { env: { PORTICO_ENV: 'Staging' } })
    expect(flag).toMatchObject({ code: 0, stdout: '[]\n' })
  })
})

describe('a long list', () => {
  const seed = (count: number) => {
    for (let at = count; at > 0; at -= 1) {
      const account = { id: `id-${at}`, name: `robot ${at}`, urn: `urn:${at}`, createdAt: '', updatedAt: '' }
      portal.state.accounts.set(account.id, { account, dependencies: [{ appId: billing.id, name: '' }], version: 1 })
    }
  }
  const listings = () => portal.received.filter(({ path }) => path.endsWith('/service-accounts'))
  const names = async (...argv: string[]) =>
    (JSON.parse((await sa('list', '--json', 'name', ...argv)).stdout) as { name: string }[]).map(({ name }) => name)

  test('of 2,500 accounts with their applications costs three requests', async () => {
    seed(2_500)
    const { stdout } = await sa('list', '--json')
    const rows = JSON.parse(stdout) as { name: string; dependencies: string[] }[]
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 2_500 }, (_, at) => `robot ${at + 1}`))
    expect(new Set(rows.map(({ dependencies }) => dependencies.join()))).toEqual(new Set([billing.urn]))
    expect(portal.received.filter(({ path }) => path.includes('/service-accounts'))).toHaveLength(3)
  })

  test('asks for applications only where they are shown', async () => {
    seed(3)
    await sa('list')
    expect(listings().map(({ query }) => query.get('include'))).toEqual([null])
  })

  test('is searched, ordered and cut by the server', async () => {
    seed(200)
    expect(await names('--search', 'robot 19', '--sort', '-name', '--limit', '2')).toEqual(['robot 199', 'robot 198'])
    const [asked] = listings()
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({ search: 'robot 19', sort: '-name', limit: '2' })
    expect(listings()).toHaveLength(1)
  })

  test('--filter FIELD~TEXT finds parts, in a name by the server and in any other field here', async () => {
    seed(120)
    expect(await names('--filter', 'name~BOT 11')).toEqual([
      'robot 11',
      ...Array.from({ length: 10 }, (_, at) => `robot ${110 + at}`),
    ])
    expect(listings()[0]?.query.get('search')).toBe('BOT 11')
    expect(await names('--filter', 'urn~:7', '--limit', '3')).toEqual(['robot 7', 'robot 70', 'robot 71'])
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
    portal.state.also = (request, response) => {
      if (!request.path.endsWith('/env-1/applications')) return false
      const rows = ['Zeta', 'alpha'].map((label) => ({ ...billing, id: label, label }))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ applications: [...rows, { ...billing, id: 'portal', label: 'Portal' }] }))
      return true
    }
    const { stdout } = await run(['app', 'list', '--json', 'label'])
    expect((JSON.parse(stdout) as { label: string }[]).map(({ label }) => label)).toEqual(['Portal', 'alpha', 'Zeta'])
  })
})
