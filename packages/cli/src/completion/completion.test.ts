import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { makeKeyPair, writeOwn, type KeyPair } from '../testing/keys.ts'
import { billing, startPortal, type Portal } from '../testing/portal.ts'
import { withProviders } from '../testing/portal-providers.ts'
import { addProvider } from '../testing/signed-in.ts'
import { openTerminal, type Terminal } from '../testing/terminal.ts'
import { completionScript, shells } from './shells.ts'

let pair: KeyPair
let portal: Portal
let terminal: Terminal

beforeAll(() => {
  pair = makeKeyPair()
})
beforeEach(async () => {
  portal = await startPortal(pair.publicPem)
  terminal = openTerminal()
  writeOwn(terminal.folder, 'robot.pem', pair.privatePem)
})
afterEach(async () => {
  terminal.remove()
  await portal.close()
})

const env = (): Record<string, string> => ({
  PORTICO_SERVER: portal.origin,
  PORTICO_SERVICE_ACCOUNT: portal.state.accountId,
  PORTICO_KEY_FILE: 'robot.pem',
})

/** `waitSeconds`: long enough for a busy machine. */
async function complete(words: readonly string[], from = env(), waitSeconds = 60): Promise<string[]> {
  const argv = ['__complete', `--request-timeout=${waitSeconds}`, '--', ...words]
  const { code, stdout, stderr } = await terminal.run(argv, { env: from })
  expect([code, stderr]).toEqual([0, ''])
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
}

test.each<[string[], string[]]>([
  [['serv'], ['service-account']],
  [
    ['sa', ''],
    ['list', 'get', 'create', 'update', 'rotate', 'delete'],
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
    ['key1', 'key1Algorithm', 'key1Fingerprint'],
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
  [['idp', 'create', '--from-file', ''], [':files']],
  [
    ['sa', 'list', '--json', 'key1'],
    ['key1', 'key1Algorithm', 'key1Fingerprint'],
  ],
  [
    ['sa', 'list', '--columns', 'key1,key1'],
    ['key1,key1Algorithm', 'key1,key1Fingerprint'],
  ],
  [['idp', 'lint', 'x', '--json=sev'], ['--json=severity']],
  [['sa', 'list', '--json', 'name', '--out'], ['--output']],
  [['nonsense', ''], []],
])('%j is completed to %j without a server', async (words, expected) => {
  expect(await complete(words, {})).toEqual(expected)
  expect(portal.received).toEqual([])
})

async function fillWith(count: number): Promise<void> {
  await terminal.run(['sa', 'create', '--name=robot', '--key1', pair.publicPem], { env: env() })
  const [held] = portal.state.accounts.values()
  if (held === undefined) throw new Error('There is no account.')
  for (let at = 0; at < count; at += 1)
    portal.state.accounts.set(`many-${at}`, { ...held, account: { ...held.account, name: `many-${at}` } })
}

describe('names the server knows', () => {
  test('are asked once a minute, and kept where only their owner reads them', async () => {
    expect(await complete(['app', 'roles', 'urn:'])).toContain(billing.urn)
    const asked = portal.received.length
    expect(await complete(['sa', 'create', '--app', `${billing.urn}:a`])).toEqual([`${billing.urn}:archive`])
    expect(portal.received).toHaveLength(asked)
    const cache = join(terminal.folder, '.cache/portico')
    expect(readdirSync(cache).map((name) => statSync(join(cache, name)).mode & 0o777)).toEqual([0o600])
    terminal.now += 61_000
    await complete(['app', 'roles', 'urn:'])
    expect(portal.received.length).toBeGreaterThan(asked)
  })

  test('of service accounts and environments too', async () => {
    expect(await complete(['env', 'use', 'Pro'])).toEqual(['Production'])
    await terminal.run(['sa', 'create', '--name', 'ci one', '--key1', pair.publicPem], { env: env() })
    expect(await complete(['sa', 'get', 'ci'])).toEqual(['ci one'])
  })

  test('of identity providers, where one is an argument and where it is a flag', async () => {
    addProvider(withProviders(portal), 'Login')
    expect(await complete(['idp', 'get', 'L'])).toEqual(['Login'])
    expect(await complete(['username-format', 'set', '--idp', ''])).toEqual(['Login'])
  })

  test('are forgotten when one person signs out and another signs in', async () => {
    await complete(['app', 'roles', 'urn:'])
    const cache = join(terminal.folder, '.cache/portico')
    expect(readdirSync(cache)).not.toEqual([])
    await terminal.run(['logout'], { env: env() })
    expect(readdirSync(cache)).toEqual([])
  })

  test('stand for themselves only where they are safe to type: else the id does', async () => {
    for (const name of ['--debug', 'good'])
      await terminal.run(['sa', 'create', `--name=${name}`, '--key1', pair.publicPem], { env: env() })
    const offered = await complete(['sa', 'get', ''])
    expect(offered).toContain('good')
    expect(offered).not.toContain('--debug')
    const id = (await terminal.run(['sa', 'get', '--jq', '.id', '--', '--debug'], { env: env() })).stdout.trim()
    expect(offered).toContain(id)
  })

  test('an id is completed from its beginning, by itself and from what is kept', async () => {
    await terminal.run(['sa', 'create', '--name=--debug', '--key1', pair.publicPem], { env: env() })
    const { account } = [...portal.state.accounts.values()].find((held) => held.account.name === '--debug') ?? {}
    const id = '0199a1b2-0000-7000-8000-000000000001'
    Object.assign(account ?? {}, { id, urn: `urn:portico:acme:service-account:${id}` })
    expect(await complete(['sa', 'get', id.slice(0, 12)])).toEqual([id])
    const asked = portal.received.length
    expect(await complete(['sa', 'get', id.slice(0, 20)])).toEqual([id])
    expect(await complete(['sa', 'get', id.slice(0, 3)])).toEqual([])
    expect(portal.received.length).toBeGreaterThan(asked)
    expect(await complete(['sa', 'get', '--', '--de'])).toEqual(['--debug'])
  })

  test('a URN is completed from its beginning, of an account and of an environment', async () => {
    await terminal.run(['sa', 'create', '--name=robot', '--key1', pair.publicPem], { env: env() })
    const [held] = portal.state.accounts.values()
    const urn = 'urn:portico:acme:service-account:0199a1b2-0000-7000-8000-000000000001'
    Object.assign(held?.account ?? {}, { id: urn.split(':').at(-1), urn })
    expect(await complete(['sa', 'get', 'urn:por'])).toEqual([urn])
    expect(await complete(['sa', 'get', urn.slice(0, 50)])).toEqual([urn])
    // From names that are kept, too.
    expect(await complete(['sa', 'get', ''])).toEqual(['robot'])
    expect(await complete(['sa', 'get', 'urn:'])).toEqual([urn])
    expect(await complete(['env', 'use', 'urn:'])).toContain('urn:portico:acme:environment:1')
  })

  test('an id is completed as far as more than 100 accounts have the same beginning', async () => {
    await fillWith(450)
    const idOf = (at: number) => `0199a1b2-${at === 7 ? '1' : '0'}000-7000-8000-${String(at).padStart(12, '0')}`
    for (const [at, { account }] of [...portal.state.accounts.values()].entries())
      Object.assign(account, { id: idOf(at), urn: `urn:portico:acme:service-account:${idOf(at)}` })
    const shared = async (typed: string) => {
      const offered = await complete(['sa', 'get', typed])
      expect([offered.length, typed]).toEqual([101, typed])
      const [first = ''] = offered
      return [...first].findIndex((_, at) => offered.some((one) => one.slice(0, at + 1) !== first.slice(0, at + 1)))
    }
    // What a shell inserts is the beginning of every one of them.
    expect(await shared('0199a1b2')).toBe('0199a1b2-'.length)
    expect(await shared('0199a1b2-0')).toBe('0199a1b2-0000-7000-8000-000000000'.length)
    const urn = 'urn:portico:acme:service-account:'
    expect(await shared(`${urn}0199`)).toBe(`${urn}0199a1b2-`.length)
    expect(await complete(['sa', 'get', idOf(7).slice(0, 10)])).toEqual([idOf(7)])
  })

  test('cost a bounded number of rows with 20,000 accounts', async () => {
    await fillWith(20_000)
    const limitsOf = async (begin: string) => {
      const from = portal.received.length
      expect((await complete(['sa', 'get', begin])).length).toBeLessThanOrEqual(101)
      const lists = portal.received.slice(from).filter(({ path }) => path.endsWith('/service-accounts'))
      return lists.map(({ query }) => query.get('limit'))
    }
    expect(await limitsOf('')).toEqual(['100', '1'])
    expect(await limitsOf('man')).toEqual(['100', '1', '1'])
    expect(await limitsOf('many-1999')).toEqual(['100'])
    expect(await limitsOf('many-19990')).toEqual([])
    expect(await limitsOf('deadbeef')).toEqual(['100'])
  })

  test('are none where the server is away', async () => {
    await portal.close()
    expect(await complete(['sa', 'get', ''])).toEqual([])
  })

  test.each<[string, () => Record<string, string>]>([
    ['no server is named', () => ({})],
    ['the key file is gone', () => ({ ...env(), PORTICO_KEY_FILE: 'gone.pem' })],
    ['no account is named', () => ({ PORTICO_SERVER: portal.origin, PORTICO_KEY_FILE: 'robot.pem' })],
  ])('are none, kept ones neither, where %s', async (_, from) => {
    expect(await complete(['app', 'roles', 'urn:'])).toContain(billing.urn)
    const asked = portal.received.length
    expect(await complete(['app', 'roles', 'urn:'], from())).toEqual([])
    expect(portal.received).toHaveLength(asked)
  })

  test('that are kept are of one caller: another one asks anew', async () => {
    const state = join(terminal.folder, '.local', 'state', 'portico')
    const signedInAs = (serviceAccount: string) => {
      const expiresAt = new Date(terminal.now + 600_000).toISOString()
      const credential = { server: portal.origin, serviceAccount, accessToken: serviceAccount, expiresAt }
      mkdirSync(state, { recursive: true })
      writeFileSync(join(state, 'credentials.json'), JSON.stringify({ profiles: { default: credential } }))
      portal.state.tokens.add(serviceAccount)
    }
    await terminal.run(['config', 'set', 'serviceAccount', 'one'])
    await terminal.run(['config', 'set', 'keyFile', 'robot.pem'])
    const from = { PORTICO_SERVER: portal.origin }
    const askedBy = async () => {
      const before = portal.received.length
      expect(await complete(['app', 'roles', 'urn:'], from)).toContain(billing.urn)
      return portal.received.length - before
    }
    signedInAs('one')
    expect(await askedBy()).toBeGreaterThan(0)
    expect(await askedBy()).toBe(0)
    rmSync(join(state, 'credentials.json'))
    expect(await complete(['app', 'roles', 'urn:'], from)).toEqual([])
    await terminal.run(['config', 'set', 'serviceAccount', 'two'])
    signedInAs('two')
    expect(await askedBy()).toBeGreaterThan(0)
  })

  test('are waited for once, however many requests they take', async () => {
    await fillWith(200)
    const held: string[] = []
    portal.state.heldUntil = ({ path }) => (held.push(path), wait(1_500))
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
