import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import { listenLoopback } from '../../testing/loopback.ts'
import {
  openIdProvider,
  openPortalServer,
  securityAdmin,
  type PortalServer,
  type SignedInTerminal,
} from '../../testing/portal-server.ts'
import type { Terminal } from '../../testing/terminal.ts'
import { completionScript, shells } from './shells.ts'

const pair = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let terminal: Terminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(pair, {
    identityProviders: [openIdProvider('Login', { primary: true })],
    serviceAccounts: ['robot', 'deputy'].map((name) => securityAdmin(name, pair)),
  })
  terminal = at.terminal
})
afterEach(() => at?.close())

const env = () => at.env
/** Adds a service account to Production, and answers its id. */
const create = async (name: string) => {
  const { stdout } = await at.run(['sa', 'create', `--name=${name}`, '--key1', pair.publicPem, '--jq', '.id'])
  return stdout.trim()
}

/** `waitSeconds`: long enough for a busy machine. */
async function complete(words: readonly string[], from = env(), waitSeconds = 60): Promise<string[]> {
  const argv = ['__complete', `--request-timeout=${waitSeconds}`, '--', ...words]
  const { code, stdout, stderr } = await terminal.run(argv, { env: from })
  expect([code, stderr]).toEqual([0, ''])
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
}

test.each<[string[], string[]]>([
  [['serv'], ['service-account']],
  // What shells call is not for people.
  [['__'], []],
  [
    ['sa', ''],
    ['list', 'get', 'create', 'update', 'rotate', 'token', 'delete'],
  ],
  [['service-accounts', 'ro'], ['rotate']],
  [['sa', 'list', '--out'], ['--output']],
  [
    ['sa', 'list', '-o', 'js'],
    ['json', 'jsonl'],
  ],
  [
    ['sa', 'list', '--output=js'],
    ['--output=json', '--output=jsonl'],
  ],
  [
    ['sa', 'list', '--sort', 'key1'],
    ['key1', 'key1Algorithm', 'key1Fingerprint', 'key1Bits', 'key1AddedAt', 'key1LastUsedAt'],
  ],
  [['sa', 'create', '--key1', ''], ['@robot.pem']],
  [['idp', 'update', 'x', '--set', 'signingCertificate1=@r'], ['signingCertificate1=@robot.pem']],
  [['sa', 'create', '--file', ''], [':files']],
  [
    ['sa', 'rotate', 'x', '--slot', ''],
    ['1', '2'],
  ],
  [['config', 'get', 'key'], ['keyFile']],
  [['help', 'topics', 'exit'], ['exit-codes']],
  [['completion', 'f'], ['fish']],
  [
    ['--profile', 'x', 'log'],
    ['login', 'logout'],
  ],
  [['api', 'DEL'], ['DELETE']],
  [
    ['idp', 'create', '--type', 'A'],
    ['AAD2', 'AAD', 'ADFS_SAML'],
  ],
  [['idp', 'metadata', '--type', 's'], ['saml2']],
  [['idp', 'update', 'x', '--set', 'clientI'], ['clientId=']],
  [['idp', 'update', 'x', '--unset', 'clientS'], ['clientSecret']],
  [['idp', 'create', '--set=issuer'], ['--set=issuer=']],
  [['idp', 'rollover', 'pub'], ['publish']],
  [
    ['idp', 'switch', 'x', '--grace', '1'],
    ['1h', '12h', '1d'],
  ],
  [['idp', 'create', '--from-file', ''], [':files']],
  [
    ['sa', 'list', '--json', 'key1'],
    ['key1', 'key1Algorithm', 'key1Fingerprint', 'key1Bits', 'key1AddedAt', 'key1LastUsedAt'],
  ],
  [
    ['sa', 'list', '--columns', 'key1,key1'],
    ['key1,key1Algorithm', 'key1,key1Fingerprint', 'key1,key1Bits', 'key1,key1AddedAt', 'key1,key1LastUsedAt'],
  ],
  [['idp', 'lint', 'x', '--json=sev'], ['--json=severity']],
  [['sa', 'list', '--json', 'name', '--out'], ['--output']],
  [['nonsense', ''], []],
])('%j is completed to %j without a server', async (words, expected) => {
  expect(await complete(words, {})).toEqual(expected)
  expect(at.received).toEqual([])
})

const fillWith = (count: number) =>
  at.tenant.addAccounts(['robot', ...Array.from({ length: count }, (_, n) => `many-${n}`)], {
    environmentId: at.environmentId,
    applicationId: at.billing.id,
    key1: pair.publicPem,
  })

describe('names the server knows', () => {
  test('are asked once a minute, and kept where only their owner reads them', async () => {
    expect(await complete(['app', 'roles', 'urn:'])).toContain(at.billing.urn)
    const asked = at.received.length
    expect(await complete(['sa', 'create', '--app', `${at.billing.urn}-a`])).toEqual([at.archive.urn])
    expect(at.received).toHaveLength(asked)
    const cache = join(terminal.folder, '.cache/portico')
    expect(readdirSync(cache).map((name) => statSync(join(cache, name)).mode & 0o777)).toEqual([0o600])
    terminal.now += 61_000
    await complete(['app', 'roles', 'urn:'])
    expect(at.received.length).toBeGreaterThan(asked)
  })

  test('of service accounts and environments too', async () => {
    expect(await complete(['env', 'use', 'Pro'])).toEqual(['Production'])
    await create('ci one')
    expect(await complete(['sa', 'get', 'ci'])).toEqual(['ci one'])
  })

  test('of identity providers, where one is an argument and where it is a flag', async () => {
    expect(await complete(['idp', 'get', 'L'])).toEqual(['Login'])
    expect(await complete(['username-format', 'set', '--idp', ''])).toEqual(['Login'])
  })

  test('are forgotten when one person signs out and another signs in', async () => {
    await complete(['app', 'roles', 'urn:'])
    const cache = join(terminal.folder, '.cache/portico')
    expect(readdirSync(cache)).not.toEqual([])
    await at.run(['logout'])
    expect(readdirSync(cache)).toEqual([])
  })

  test('are offered as they are only where they are safe to type: otherwise by the id', async () => {
    const id = await create('--debug')
    await create('good')
    const offered = await complete(['sa', 'get', ''])
    expect(offered).toContain('good')
    expect(offered).not.toContain('--debug')
    expect(offered).toContain(id)
  })

  test('an id is completed from its beginning, by itself and from what is kept', async () => {
    const id = await create('--debug')
    expect(await complete(['sa', 'get', id.slice(0, 12)])).toEqual([id])
    const asked = at.received.length
    expect(await complete(['sa', 'get', id.slice(0, 20)])).toEqual([id])
    expect(await complete(['sa', 'get', id.slice(0, 3)])).toEqual([])
    expect(at.received.length).toBeGreaterThan(asked)
    expect(await complete(['sa', 'get', '--', '--de'])).toEqual(['--debug'])
  })

  test('a URN is completed from its beginning, of an account and of an environment', async () => {
    const urn = `urn:portico:${at.tenant.slug}:service-account:${await create('robot')}`
    expect(await complete(['sa', 'get', 'urn:por'])).toEqual([urn])
    expect(await complete(['sa', 'get', urn.slice(0, 50)])).toEqual([urn])
    // From names that are kept, too.
    expect(await complete(['sa', 'get', ''])).toEqual(['robot'])
    expect(await complete(['sa', 'get', 'urn:'])).toEqual([urn])
    const environment = (await at.run(['env', 'list', '--jq', '.[0].urn'])).stdout.trim()
    expect(environment).toMatch(/^urn:portico:/)
    expect(await complete(['env', 'use', 'urn:'])).toContain(environment)
  })

  test('an id is completed as far as more than 100 accounts have the same beginning', async () => {
    const idOf = (n: number) => `0199a1b2-${n === 7 ? '1' : '0'}000-7000-8000-${String(n).padStart(12, '0')}`
    await at.tenant.addAccounts(
      Array.from({ length: 450 }, (_, n) => `many-${n}`),
      { environmentId: at.environmentId, applicationId: at.billing.id, key1: pair.publicPem, idOf },
    )
    const shared = async (typed: string) => {
      const offered = await complete(['sa', 'get', typed])
      expect([offered.length, typed]).toEqual([101, typed])
      const [first = ''] = offered
      return [...first].findIndex((_, n) => offered.some((one) => one.slice(0, n + 1) !== first.slice(0, n + 1)))
    }
    // What a shell inserts is the beginning of every one of them.
    expect(await shared('0199a1b2')).toBe('0199a1b2-'.length)
    expect(await shared('0199a1b2-0')).toBe('0199a1b2-0000-7000-8000-000000000'.length)
    const urn = `urn:portico:${at.tenant.slug}:service-account:`
    expect(await shared(`${urn}0199`)).toBe(`${urn}0199a1b2-`.length)
    expect(await complete(['sa', 'get', idOf(7).slice(0, 10)])).toEqual([idOf(7)])
  })

  test('cost a bounded number of rows with 2,000 accounts', async () => {
    await fillWith(2_000)
    const limitsOf = async (begin: string) => {
      const from = at.received.length
      expect((await complete(['sa', 'get', begin])).length).toBeLessThanOrEqual(101)
      const lists = at.received.slice(from).filter(({ path }) => path.endsWith('/service-accounts'))
      return lists.map(({ query }) => query.get('limit'))
    }
    expect(await limitsOf('')).toEqual(['100', '1'])
    expect(await limitsOf('man')).toEqual(['100', '1', '1'])
    expect(await limitsOf('many-199')).toEqual(['100'])
    expect(await limitsOf('many-1990')).toEqual([])
    expect(await limitsOf('deadbeef')).toEqual(['100'])
  })

  test('are empty where the server is unreachable', async () => {
    const gone = await listenLoopback(() => undefined)
    await gone.close()
    expect(await complete(['sa', 'get', ''], { ...env(), PORTICO_SERVER: gone.origin })).toEqual([])
  })

  test.each<[string, () => Record<string, string>]>([
    ['no server is named', () => ({})],
    ['the key file is gone', () => ({ ...env(), PORTICO_KEY_FILE: 'gone.pem' })],
    ['no account is named', () => ({ PORTICO_SERVER: at.origin, PORTICO_KEY_FILE: 'robot.pem' })],
  ])('are none, kept ones neither, where %s', async (_, from) => {
    expect(await complete(['app', 'roles', 'urn:'])).toContain(at.billing.urn)
    const asked = at.received.length
    expect(await complete(['app', 'roles', 'urn:'], from())).toEqual([])
    expect(at.received).toHaveLength(asked)
  })

  test('that are cached belong to one caller: another one asks the server', async () => {
    const apps = (received: readonly { path: string }[]) =>
      received.filter(({ path }) => path.endsWith('/applications'))
    const askedBy = async () => {
      const before = apps(at.received).length
      expect(await complete(['app', 'roles', 'urn:'], {})).toContain(at.billing.urn)
      return apps(at.received).length - before
    }
    const idOf = (name: string) => at.tenant.serviceAccountIds.get(name) ?? ''
    const login = async (name: string, profile: string) => {
      const who = ['--service-account', idOf(name), '--key-file', 'robot.pem', '--profile', profile]
      expect((await terminal.run(['login', '--server', at.origin, ...who])).code).toBe(0)
    }
    const path = join(terminal.folder, '.local/state/portico/credentials.json')
    await login('deputy', 'other')
    await login('robot', 'default')
    await terminal.run(['config', 'set', 'environment', 'Production'])
    expect(await askedBy()).toBeGreaterThan(0)
    expect(await askedBy()).toBe(0)
    // By hand, because signing in and out forgets what is kept.
    const { profiles } = JSON.parse(readFileSync(path, 'utf8')) as { profiles: Record<string, unknown> }
    writeFileSync(path, JSON.stringify({ profiles: { default: profiles['other'] } }))
    await terminal.run(['config', 'set', 'serviceAccount', idOf('deputy')])
    expect(await askedBy()).toBeGreaterThan(0)
    rmSync(path)
    expect(await complete(['app', 'roles', 'urn:'], {})).toEqual([])
  })

  test('are waited for once, however many requests they take', async () => {
    await fillWith(200)
    const held: string[] = []
    at.before = async ({ path }) => {
      held.push(path)
      await wait(1_500)
      return undefined
    }
    expect(await complete(['sa', 'get', 'man'], env(), 2)).toEqual([])
    // The completion needs four requests, each shorter than the limit.
    expect(held.length).toBeLessThanOrEqual(2)
  })
})

test.each(shells)('%s gets a script, which asks portico', async (shell) => {
  const { code, stdout } = await terminal.run(['completion', shell])
  expect([code, stdout]).toEqual([0, completionScript(shell)])
  expect(stdout).toContain('portico __complete ')
})

test('an unknown shell is wrong usage', async () => {
  expect((await terminal.run(['completion', 'tcsh'])).code).toBe(64)
})
