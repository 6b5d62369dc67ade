import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readPart, signJwt } from './support/access-token.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles, type KeyFiles } from './support/key-pair.ts'
import { readAutomation, startDemo, startServer, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// Assertions of service accounts (RFC 7523) at two server processes on one database: what one did, the other knows.
type Grant = 'client_credentials' | 'jwt-bearer'

const installation = builtInstallation()
const folder = temporaryFolder()
const grants = ['client_credentials', 'jwt-bearer'] as const
/** Within which a change that another process made counts. */
const toldWithin = { timeout: 5_000, interval: 50 }
let first: ServerProcess
let second: ServerProcess
let shell: Shell
let [oldKey, newKey, foreignKey]: KeyFiles[] = []

beforeAll(async () => {
  const env = { PORTICO_RATE_LIMIT_TOKEN_ADDRESS: '10000/60', PORTICO_RATE_LIMIT_TOKEN_ACCOUNT: '10000/60' }
  const dataDir = join(folder.path, 'data')
  first = await startDemo(installation, { dataDir, env })
  const sameName = { ...env, PORTICO_BASE_URL: first.url }
  second = await startServer(installation, { dataDir, args: ['start', '--port', '0'], env: sameName })
  shell = openShell(installation, join(folder.path, 'home'))
  ;[oldKey, newKey, foreignKey] = ['old', 'new', 'foreign'].map((name) => makeKeyFiles(folder.path, name))
  const login = [...loginArguments(readAutomation(dataDir)), '--env', 'Production']
  expect((await shell.portico(login)).code).toBe(0)
})
afterAll(async () => {
  await second?.stop()
  await first?.stop()
  folder.remove()
})

const keys = { key1: () => `@${oldKey?.publicFile}`, key2: () => `@${newKey?.publicFile}` }

async function addAccount(name: string): Promise<string> {
  const create = ['service-account', 'create', '--name', name, '--key1', keys.key1(), '--key2', keys.key2()]
  return (await shell.json<{ id: string }>(create)).id
}

function assertion(account: string, change: Readonly<Record<string, unknown>> = {}, key = oldKey): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: account, sub: account, aud: first.url, iat: now, exp: now + 120, jti: randomUUID(), ...change }
  return signJwt({ alg: 'RS256', typ: 'JWT' }, claims, key?.privatePem ?? '')
}

async function ask({ url }: ServerProcess, text: string, grant: Grant = 'client_credentials') {
  const form: Record<string, string> =
    grant === 'jwt-bearer'
      ? { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: text }
      : {
          grant_type: grant,
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: text,
        }
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const body = (await answer.json()) as { access_token?: string; error?: string }
  return { status: answer.status, ...body }
}

const refusal = { client_credentials: [401, 'invalid_client'], 'jwt-bearer': [400, 'invalid_grant'] } as const

async function expectRefused(server: ServerProcess, make: () => string): Promise<void> {
  for (const grant of grants) {
    const { status, error, access_token: token } = await ask(server, make(), grant)
    expect([status, error, token]).toEqual([...refusal[grant], undefined])
  }
}

const me = ({ url }: ServerProcess, token = '') =>
  fetch(`${url}/api/portal/cloudsession`, { headers: { authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  )

describe('one assertion', () => {
  test.each(grants)('20 times at once at two processes, by %s: one token', async (grant) => {
    const account = await addAccount(`racing by ${grant}`)
    for (let round = 0; round < 3; round += 1) {
      const text = assertion(account)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? first : second, text, grant)),
      )
      expect(answers.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ error }) => error === refusal[grant][1])).toHaveLength(19)
    }
  })

  test('20 times at once at two processes, by both grants together: one token', async () => {
    const text = assertion(await addAccount('racing by both'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? first : second, text, grants[at % 4 < 2 ? 0 : 1])),
    )
    expect(answers.filter(({ access_token: token }) => token !== undefined)).toHaveLength(1)
  })

  test('with the same jti as one before, by the other key and at the other process, gets nothing', async () => {
    const account = await addAccount('repeating')
    const jti = randomUUID()
    expect((await ask(first, assertion(account, { jti }))).status).toBe(200)
    await expectRefused(second, () => assertion(account, { jti }, newKey))
  })

  test('that authenticated an introspection at one process gets no token at the other', async () => {
    const account = await addAccount('asking')
    const [own, text] = [await ask(first, assertion(account)), assertion(account)]
    const body = new URLSearchParams({
      token: own.access_token ?? '',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: text,
    })
    const answer = await fetch(`${first.url}/oauth2/introspect`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ active: true, sub: account })
    await expectRefused(second, () => text)
  })
})

describe('at both processes the same assertions are refused:', () => {
  const now = () => Math.floor(Date.now() / 1000)
  test.each<[string, (account: string) => string]>([
    ['for the address of the process instead of the issuer', (account) => assertion(account, { aud: second.url })],
    ['for us and another', (account) => assertion(account, { aud: [first.url, 'https://other.example'] })],
    ['expired', (account) => assertion(account, { iat: now() - 200, exp: now() - 2 })],
    ['valid for longer than five minutes', (account) => assertion(account, { exp: now() + 400 })],
    ['without an expiry', (account) => assertion(account, { exp: undefined })],
    ['without a jti', (account) => assertion(account, { jti: undefined })],
    ['issued in the future', (account) => assertion(account, { iat: now() + 100, exp: now() + 200 })],
    ['of a key that no account has', (account) => assertion(account, {}, foreignKey)],
  ])('%s', async (name, make) => {
    const account = await addAccount(name.slice(0, 40))
    for (const server of [first, second]) await expectRefused(server, () => make(account))
    expect((await ask(second, assertion(account))).status).toBe(200)
  })
})

describe('a change at one process counts at the other:', () => {
  test('a removed key gets no token, and the tokens it got open nothing; the other key goes on', async () => {
    const account = await addAccount('rotating')
    const before = {
      old: await ask(second, assertion(account)),
      other: await ask(second, assertion(account, {}, newKey)),
    }
    expect([await me(second, before.old.access_token), await me(second, before.other.access_token)]).toEqual([200, 200])
    expect((await shell.portico(['service-account', 'update', account, '--key1', ''])).code).toBe(0)
    await expectRefused(second, () => assertion(account))
    await expect.poll(() => me(second, before.old.access_token), toldWithin).toBe(401)
    expect(await me(second, before.other.access_token)).toBe(200)
    expect((await ask(second, assertion(account, {}, newKey))).status).toBe(200)
  })

  test('a deleted account gets no token, and the tokens it got open nothing', async () => {
    const account = await addAccount('leaving')
    const { access_token: token } = await ask(second, assertion(account))
    expect(readPart(token ?? '', 1)).toMatchObject({ sub: account })
    expect(await me(second, token)).toBe(200)
    expect((await shell.portico(['service-account', 'delete', account, '--confirm', 'leaving'])).code).toBe(0)
    await expectRefused(second, () => assertion(account))
    await expect.poll(() => me(second, token), toldWithin).toBe(401)
  })

  test('a key that was added gets a token at once', async () => {
    const account = await addAccount('growing')
    expect((await ask(second, assertion(account, {}, foreignKey))).status).toBe(401)
    const add = ['service-account', 'update', account, '--key2', `@${foreignKey?.publicFile}`]
    expect((await shell.portico(add)).code).toBe(0)
    expect((await ask(second, assertion(account, {}, foreignKey))).status).toBe(200)
  })
})
