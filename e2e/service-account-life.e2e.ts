import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles, type KeyFiles } from './support/key-pair.ts'
import { startRecordingProxy, type RecordingProxy } from './support/recording-proxy.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, startDemo, type Automation, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

type Account = {
  id: string
  name: string
  urn: string
  key1: string | null
  key2: string | null
  dependencies: string[]
}
type Application = { id: string; label: string; urn: string }

const installation = builtInstallation()
const folder = temporaryFolder()
const at = (name: string) => join(folder.path, name)
let proxy: RecordingProxy
let demo: ServerProcess
let automation: Automation
let shell: Shell
let first: KeyFiles
let second: KeyFiles
let third: KeyFiles

// The portal's public address is the proxy's, so that everything a client sends is on record.
beforeAll(async () => {
  proxy = await startRecordingProxy()
  demo = await startDemo(installation, { dataDir: at('data'), env: { PORTICO_BASE_URL: proxy.url } })
  proxy.forwardTo(demo.url)
  automation = { ...readAutomation(demo.dataDir), server: proxy.url }
  shell = openShell(installation, at('home'))
  first = makeKeyFiles(folder.path, 'first')
  second = makeKeyFiles(folder.path, 'second')
  third = makeKeyFiles(folder.path, 'third')
})
afterAll(async () => {
  await demo?.stop()
  await proxy?.stop()
  folder.remove()
})
beforeEach(() => proxy.forget())

const create = (name: string, ...more: string[]) => [
  'service-account',
  'create',
  '--name',
  name,
  '--key1',
  `@${first.publicFile}`,
  ...more,
]
const get = (name: string) => shell.json<Account>(['service-account', 'get', name])
const names = async () => (await shell.json<Account[]>(['service-account', 'list'])).map(({ name }) => name)

/** The one JSON object that a failure under `--json` leaves on stderr. */
async function failure(args: readonly string[], more?: Parameters<Shell['portico']>[1]) {
  const { code, stdout, stderr } = await shell.portico([...args, '--json'], more)
  return {
    code,
    stdout,
    ...(JSON.parse(stderr) as {
      kind: string
      errorID: string | null
      errorMessage: string
      details: { fieldID?: string; errorID: string }[]
    }),
  }
}

describe('before signing in', () => {
  test('every command that needs the server ends with 4 and says how to sign in', async () => {
    const stranger = openShell(installation, at('stranger'))
    for (const command of [['whoami'], ['app', 'list'], ['service-account', 'list']]) {
      const { code, stderr } = await stranger.portico(command)
      expect([code, stderr]).toEqual([4, expect.stringContaining('portico login')])
    }
  })

  test('a server that is not there ends with 69', async () => {
    const stranger = openShell(installation, at('nobody-home'))
    const { code, stderr } = await stranger.portico(loginArguments({ ...automation, server: 'http://127.0.0.1:1' }))
    expect([code, stderr]).toEqual([69, expect.stringContaining('127.0.0.1:1')])
  })

  test('the public key in place of the private one ends with 3, before anything is sent', async () => {
    const { code } = await shell.portico(loginArguments({ ...automation, keyFile: first.publicFile }))
    expect([code, proxy.requests]).toEqual([3, []])
  })

  test('the private key of another account ends with 4', async () => {
    const { code } = await shell.portico(loginArguments({ ...automation, keyFile: first.privateFile }))
    expect(code).toBe(4)
  })
})

describe('the life of an account', () => {
  test('begins with login, which the server knows by the account’s name and role', async () => {
    const { code, stdout } = await shell.portico(loginArguments(automation))
    expect([code, stdout]).toEqual([0, ''])
    expect(await shell.json(['whoami'])).toMatchObject({
      kind: 'service-account',
      id: automation.serviceAccountId,
      name: 'Portal automation',
      tenant: 'Acme Industries',
      environment: 'Production',
      portalRoles: ['security-admin'],
    })
    const session = await shell.json<{ expiresOn: string }>(['session'])
    expect(Date.parse(session.expiresOn)).toBeGreaterThan(Date.now())
  })

  test('chooses an environment among several', async () => {
    const list = await shell.json<{ name: string; selected: boolean }[]>(['env', 'list'])
    expect(list.map(({ name }) => name)).toEqual(expect.arrayContaining(['Production', 'Staging', 'Development']))
    expect((await shell.portico(['env', 'use', 'Nowhere'])).code).toBe(6)
    expect((await shell.portico(['env', 'use', 'Production'])).code).toBe(0)
    const after = await shell.json<{ name: string; selected: boolean }[]>(['env', 'list'])
    expect(after.filter(({ selected }) => selected).map(({ name }) => name)).toEqual(['Production'])
  })

  test('lists applications and roles', async () => {
    const applications = await shell.json<Application[]>(['app', 'list'])
    expect(applications.length).toBeGreaterThanOrEqual(12)
    expect(applications.map(({ urn }) => urn)).toContain('urn:portico:acme:application:billing')
    const roles = await shell.json<{ label: string }[]>(['app', 'roles', 'Billing'])
    expect(roles.map(({ label }) => label)).toEqual(expect.arrayContaining(['Viewer', 'Clerk', 'Approver']))
    const tsv = await shell.portico(['app', 'list', '-o', 'tsv'])
    expect(tsv.stdout.trimEnd().split('\n')).toHaveLength(applications.length)
  })

  test('creates, reads, lists, changes, rotates and deletes an account', async () => {
    const billing = 'urn:portico:acme:application:billing'
    const made = await shell.json<Account>(
      create(
        'Nightly import',
        '--key2',
        `@${second.publicFile}`,
        '--app',
        `${billing}:clerk`,
        '--app',
        'urn:portico:acme:application:wiki',
      ),
    )
    expect(made).toMatchObject({ name: 'Nightly import', key1Algorithm: 'RSA', key2Algorithm: 'RSA' })
    expect(made.urn).toMatch(/^urn:portico:acme:service-account:/)
    expect(made.dependencies.toSorted()).toEqual([`${billing}:clerk`, 'urn:portico:acme:application:wiki'])
    // Giving it its applications counts as a change, and comes after its creation.
    expect(await get(made.id)).toEqual({ ...made, updatedAt: expect.any(String) as string })
    expect(await names()).toContain('Nightly import')

    const renamed = await shell.json<Account>([
      'sa',
      'update',
      'Nightly import',
      '--name',
      'Hourly import',
      '--remove-app',
      `${billing}:clerk`,
      '--add-app',
      `${billing}:viewer`,
    ])
    expect(renamed).toMatchObject({ id: made.id, name: 'Hourly import', key1: made.key1, key2: made.key2 })
    expect(renamed.dependencies.toSorted()).toEqual([`${billing}:viewer`, 'urn:portico:acme:application:wiki'])

    expect((await failure(['sa', 'rotate', made.id, '--key', `@${third.publicFile}`])).code).toBe(3)
    const rotated = await shell.json<Account>(['sa', 'rotate', made.id, '--key', `@${third.publicFile}`, '--slot', '2'])
    expect(rotated.key1).toBe(made.key1)
    expect(rotated.key2).not.toBe(made.key2)

    const hourly = openShell(installation, at('hourly'))
    expect(
      (await hourly.portico(loginArguments({ ...automation, serviceAccountId: made.id, keyFile: third.privateFile })))
        .code,
    ).toBe(0)
    expect(
      (await hourly.portico(loginArguments({ ...automation, serviceAccountId: made.id, keyFile: second.privateFile })))
        .code,
    ).toBe(4)

    expect(await shell.json(['sa', 'delete', made.id, '--confirm', 'Hourly import'])).toEqual({
      id: made.id,
      name: 'Hourly import',
      deleted: true,
    })
    expect(await names()).not.toContain('Hourly import')
    expect((await failure(['sa', 'get', made.id])).code).toBe(6)
    expect((await hourly.portico(['whoami'])).code).toBe(4)
  })

  test('takes a key from stdin, and a certificate in the place of a key', async () => {
    const { code } = await shell.portico(['sa', 'create', '--name', 'From stdin', '--key1', '-'], {
      input: await publicKey(first),
    })
    expect(code).toBe(0)
    const certificate = at('certificate.pem')
    const subject = ['-days', '2', '-subj', '/CN=import']
    const made = await runProcess([
      'openssl',
      'req',
      '-x509',
      '-key',
      second.privateFile,
      '-out',
      certificate,
      ...subject,
    ])
    expect(made.code, made.stderr).toBe(0)
    const account = await shell.json<Account>([
      'sa',
      'create',
      '--name',
      'From certificate',
      '--key1',
      `@${certificate}`,
    ])
    expect(account.key1?.trim()).toBe((await publicKey(second)).trim())
  })

  test('calls the API by method and path', async () => {
    const { code, stdout } = await shell.portico(['api', 'GET', '/api/portal/launcher'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ tenantName: 'Acme Industries', environmentName: 'Production' })
    expect((await failure(['api', 'GET', '/portal/nothing-here'])).code).toBe(6)
  })
})

describe('rejected input', () => {
  test.each([
    [
      'a name of 129 characters',
      () => ['sa', 'create', '--name', 'n'.repeat(129), '--key1', `@${first.publicFile}`],
      'SERVICE_ACCOUNT_NAME_TOO_LONG',
      'name',
    ],
    [
      'no name',
      () => ['sa', 'create', '--name', '   ', '--key1', `@${first.publicFile}`],
      'SERVICE_ACCOUNT_NAME_REQUIRED',
      'name',
    ],
    ['no key', () => ['sa', 'create', '--name', 'Keyless'], 'KEY_REQUIRED', 'key1'],
    [
      'an invalid key',
      () => ['sa', 'create', '--name', 'Keyless', '--key1', `@${installation.portico}`],
      'KEY_NOT_PEM',
      'key1',
    ],
    [
      'a private key in a file',
      () => ['sa', 'create', '--name', 'Leaky', '--key1', `@${first.privateFile}`],
      'KEY_PRIVATE',
      'key1',
    ],
    ['a private key as second key', () => create('Leaky', '--key2', `@${second.privateFile}`), 'KEY_PRIVATE', 'key2'],
    [
      'a private key by value',
      () => ['sa', 'create', '--name', 'Leaky', '--key1', first.privatePem],
      'KEY_PRIVATE',
      'key1',
    ],
  ])('%s ends with 3, and nothing of it is sent', async (_what, command, errorID, fieldID) => {
    const failed = await failure(command())
    expect(failed).toMatchObject({ code: 3, kind: 'validation', stdout: '' })
    expect([failed.errorID, ...failed.details.map((detail) => detail.errorID)]).toContain(errorID)
    expect(failed.details.map((detail) => detail.fieldID)).toContain(fieldID)
    expect(proxy.requests.filter(({ method }) => method !== 'GET')).toEqual([])
    expectSecretsUnsent()
  })

  test('a private key on stdin ends with 3, and nothing of it is sent or repeated', async () => {
    const { code, stdout, stderr } = await shell.portico(['sa', 'create', '--name', 'Leaky', '--key1', '-'], {
      input: first.privatePem,
    })
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).not.toContain(linesOf(first.privatePem)[3])
    expectSecretsUnsent()
  })

  test('a missing object ends with 6', async () => {
    expect((await failure(['sa', 'get', 'No such account'])).code).toBe(6)
    expect((await failure(['sa', 'get', '018f0000-0000-7000-8000-000000000000'])).code).toBe(6)
    expect((await failure(['sa', 'list', '--env', 'Nowhere'])).code).toBe(6)
    expect((await failure(['sa', 'delete', 'No such account', '--confirm', 'No such account'])).code).toBe(6)
  })

  test('deleting without a terminal and without --confirm ends with 2 and changes nothing', async () => {
    const before = await get('Stock sync')
    const { code, stdout } = await shell.portico(['sa', 'delete', 'Stock sync'])
    expect([code, stdout]).toEqual([2, ''])
    expect((await failure(['sa', 'delete', 'Stock sync', '--confirm', 'Stock'])).code).toBe(3)
    expect(await get('Stock sync')).toEqual(before)
    expect(proxy.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  test('an unknown flag ends with 64 and a suggestion', async () => {
    const { code, stderr } = await shell.portico(['sa', 'list', '--colums', 'name'])
    expect([code, stderr]).toEqual([64, expect.stringContaining('--columns')])
    expect((await shell.portico(['service-acount', 'list'])).code).toBe(64)
  })

  test('a name that is taken ends with 7', async () => {
    expect(await failure(create('Stock sync'))).toMatchObject({ code: 7, errorID: 'NAME_TAKEN' })
  })

  test('a change of an account that was changed in the meantime ends with 7 and keeps the other change', async () => {
    await shell.json(create('Contended'))
    const other = openShell(installation, at('other'))
    expect(
      (await other.portico([...loginArguments({ ...automation, server: proxy.url }), '--env', 'Production'])).code,
    ).toBe(0)
    let done = false
    proxy.before = async ({ method }) => {
      if (method !== 'PUT' || done) return
      done = true
      await other.json(['sa', 'update', 'Contended', '--name', 'Contended, theirs'])
    }
    const failed = await failure(['sa', 'update', 'Contended', '--name', 'Contended, ours']).finally(() => {
      proxy.before = () => Promise.resolve()
    })
    expect(failed).toMatchObject({ code: 7, errorID: 'STALE' })
    expect(await names()).toContain('Contended, theirs')
  })

  test('a dry run shows the request and changes nothing', async () => {
    const before = await names()
    const { code, stdout } = await shell.portico(create('Only thought of', '--dry-run'))
    expect([code, stdout]).toEqual([0, expect.stringContaining('POST /api/portal/admin/environments/')])
    expect(await names()).toEqual(before)
    expect(proxy.requests.filter(({ method, path }) => method !== 'GET' && path !== '/oauth2/token')).toEqual([])
  })
})

describe('what an account may do', () => {
  test('one that does not administer the portal ends with 5', async () => {
    const importer = await get('Invoice importer')
    const importing = openShell(installation, at('importing'))
    const keyFile = join(demo.dataDir, 'demo', 'keys', 'invoice-importer.pem')
    expect(
      (await importing.portico(loginArguments({ ...automation, serviceAccountId: importer.id, keyFile }))).code,
    ).toBe(0)
    expect(await importing.json(['whoami'])).toMatchObject({ name: 'Invoice importer', portalRoles: [] })
    for (const command of [['sa', 'list'], ['app', 'list'], create('Mine', '--env', 'Production')])
      expect((await importing.portico(command)).code).toBe(5)
    expect(await names()).not.toContain('Mine')
  })

  test('in a read-only environment every change fails: 5', async () => {
    const file = at('archive.yaml')
    writeFileSync(file, await readonlyEnvironment())
    const imported = await runProcess(['node', installation.server, 'tenant', 'import', file, '--data', demo.dataDir])
    expect(imported.code, imported.stderr).toBe(0)
    const old = await shell.json<Account>(['sa', 'get', 'Old', '--env', 'Archive'])
    for (const command of [
      create('New', '--env', 'Archive'),
      ['sa', 'update', 'Old', '--name', 'Older', '--env', 'Archive'],
      ['sa', 'rotate', 'Old', '--key', `@${first.publicFile}`, '--env', 'Archive'],
      ['sa', 'delete', 'Old', '--confirm', 'Old', '--env', 'Archive'],
    ])
      expect(await failure(command)).toMatchObject({ code: 5, errorID: 'READ_ONLY' })
    expect(await shell.json(['sa', 'list', '--env', 'Archive'])).toHaveLength(1)
    expect(await shell.json(['sa', 'get', 'Old', '--env', 'Archive'])).toEqual(old)
  })

  test('one whose key was removed ends with 4, although its token had not expired', async () => {
    const portal = 'urn:portico:acme:application:portal:security-admin'
    const account = await shell.json<Account>(create('Short-lived', '--key2', `@${second.publicFile}`, '--app', portal))
    const holder = openShell(installation, at('holder'))
    expect(
      (
        await holder.portico(
          loginArguments({ ...automation, serviceAccountId: account.id, keyFile: second.privateFile }),
        )
      ).code,
    ).toBe(0)
    expect((await holder.portico(['whoami'])).code).toBe(0)
    await shell.json(['sa', 'update', account.id, '--key2', ''])
    expect((await holder.portico(['whoami'])).code).toBe(4)
    expect(
      (
        await holder.portico(
          loginArguments({ ...automation, serviceAccountId: account.id, keyFile: second.privateFile }),
        )
      ).code,
    ).toBe(4)
  })
})

describe('a script without login', () => {
  test('names account and key in the environment and leaves nothing on disk', async () => {
    const script = openShell(installation, at('script'))
    const env = {
      PORTICO_SERVER: automation.server,
      PORTICO_SERVICE_ACCOUNT: automation.serviceAccountId,
      PORTICO_KEY_FILE: automation.keyFile,
      PORTICO_ENV: 'Production',
    }
    expect((await script.json<Account[]>(['sa', 'list'], { env })).map(({ name }) => name)).toContain('Stock sync')
    const { stdout } = await runProcess(['find', script.home, '-type', 'f'])
    expect(stdout).toBe('')
  })
})

describe('after logout', () => {
  test('commands end with 4, and the server rejects the token', async () => {
    await shell.portico(['whoami'])
    const bearer = /Bearer [\w.-]+/.exec(proxy.requests.at(-1)?.headers ?? '')?.[0] ?? ''
    const ask = () => fetch(`${demo.url}/api/portal/launcher`, { headers: { authorization: bearer } })
    expect((await ask()).status).toBe(200)
    expect((await shell.portico(['logout'])).code).toBe(0)
    expect((await shell.portico(['whoami'])).code).toBe(4)
    expect((await shell.portico(['sa', 'list'])).code).toBe(4)
    expect((await ask()).status).toBe(401)
    expect((await shell.portico(loginArguments(automation))).code).toBe(0)
    expect((await shell.portico(['whoami'])).code).toBe(0)
  })
})

function linesOf(pem: string): string[] {
  return pem.split('\n').filter((line) => line !== '')
}

/** No line of any private key, in any encoding a form or JSON would give it, is in anything that was sent. */
function expectSecretsUnsent(): void {
  const sent = proxy.requests
    .map(({ path, headers, body }) => decodeURIComponent(`${path}\n${headers}`) + body)
    .join('\n')
  for (const pem of [first.privatePem, second.privatePem]) {
    for (const line of linesOf(pem).slice(1, -1))
      expect(sent.includes(line) || sent.includes(encodeURIComponent(line))).toBe(false)
  }
}

async function publicKey({ publicFile }: KeyFiles): Promise<string> {
  return (await runProcess(['cat', publicFile])).stdout
}

/** What an operator imports to give acme a read-only environment with one account in it. */
async function readonlyEnvironment(): Promise<string> {
  return `tenant: { slug: acme, name: Acme Industries }
environments:
  - { slug: archive, name: Archive, type: TEST, readonly: true }
serviceAccounts:
  - environment: archive
    name: Old
    key1: |
      ${(await publicKey(second)).trim().replaceAll('\n', '\n      ')}
`
}
