import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../testing/portal-server.ts'
import type { RunOptions } from '../../testing/terminal.ts'

const pair = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(pair)
})
afterEach(() => at?.close())

const run = (argv: readonly string[], options: RunOptions = {}) => at.run(argv, options)

describe('--jq', () => {
  test.each<[string[], string]>([
    [['env', 'list', '--jq', '.[] | .name'], 'Production\nOperations\n'],
    [['env', 'list', '--jq', 'map({(.name): .type}) | add'], '{\n  "Production": "PROD",\n  "Operations": "TEST"\n}\n'],
    [['whoami', '--json', 'id', '--jq', 'keys'], '[\n  "id"\n]\n'],
    [['api', 'GET', '/portal/launcher/principalinfo', '--jq', '.kind'], 'service-account\n'],
    [['env', 'list', '--jq', 'empty'], ''],
  ])('%j prints %j', async (argv, expected) => {
    expect(await run(argv)).toMatchObject({ code: 0, stdout: expected })
  })

  test('neutralises on a terminal what the server put in', async () => {
    const environment = { id: 'e', name: 'a\u001b[31m', type: 'PROD', urn: 'urn:e', readonly: false }
    at.before = ({ path }) =>
      path.endsWith('/admin/environments') ? { status: 200, body: { environments: [environment] } } : undefined
    expect((await run(['env', 'list', '--jq', '.[0].name'], { isTTY: true })).stdout).toBe('a\\u001b[31m\n')
  })

  test.each<[string[], number]>([
    [['env', 'list', '--jq', '.['], 64],
    [['env', 'list', '--jq', '.[0].name.x'], 1],
    [['env', 'list', '--jq', '.', '-o', 'csv'], 64],
  ])('%j is exit %i', async (argv, code) => {
    expect((await run(argv)).code).toBe(code)
  })
})

describe('--accessible', () => {
  test.each<[string, string[], Record<string, string>]>([
    ['the flag', ['--accessible'], {}],
    ['the variable', [], { PORTICO_ACCESSIBLE: 'true' }],
  ])('by %s, tables are lines of label and value', async (_, flags, env) => {
    const { stdout } = await run([...flags, 'env', 'list', '--filter', 'type=PROD', '--columns', 'name,type'], {
      isTTY: true,
      env,
    })
    expect(stdout).toBe('Name: Production\nType: PROD\n')
  })

  test('a single object is printed in the same way', async () => {
    const { stdout } = await run(['--accessible', 'whoami', '--columns', 'id,email'], { isTTY: true })
    expect(stdout).toBe(`ID: ${at.accountId}\nE-mail: none\n`)
  })
})

describe('--dry-run', () => {
  test.each<[string[], string]>([
    [['config', 'set', 'output', 'json'], 'output: (none) -> "json"'],
    [['profile', 'use', 'work'], 'profile: (none) -> "work"'],
    [['profile', 'delete', 'work'], 'profile: "work" -> (none)'],
    [['env', 'use', 'production'], 'environment: (none) -> "Production"'],
    [['login'], 'POST /oauth2/token'],
    [['config', 'unset', 'server', '--profile', 'work'], 'server: "https://work.example" -> (none)'],
  ])('of %j says what would change, and changes nothing', async (argv, sentence) => {
    const bare = (words: readonly string[]) => at.terminal.run(words)
    expect((await bare(['config', 'set', 'server', 'https://work.example', '--profile', 'work'])).code).toBe(0)
    const before = await bare(['profile', 'list', '-o', 'json'])
    const { code, stdout, stderr } = await run([...argv, '--dry-run'])
    expect([code, stderr]).toEqual([0, 'Dry run: nothing was changed.\n'])
    expect(stdout).toContain(sentence)
    expect(await bare(['profile', 'list', '-o', 'json'])).toEqual(before)
    expect((await bare(['config', 'get', 'output'])).code).toBe(6)
  })

  test('of logout names the token and revokes nothing', async () => {
    await run(['login'])
    const { stdout } = await at.terminal.run(['logout', '--dry-run'])
    expect(stdout).toContain('POST /api/login/signout')
    expect(at.received.some(({ path }) => path === '/api/login/signout')).toBe(false)
    expect((await at.terminal.run(['whoami'])).code).toBe(0)
  })
})

describe('api', () => {
  test('sends fields, parameters and headers, and says the status when asked', async () => {
    at.before = ({ path }) => (path.startsWith('/api/x') ? { status: 200, body: { ok: true } } : undefined)
    const argv = [
      'api',
      'POST',
      '/x',
      '--field',
      'name=a b',
      '--field',
      'count=2',
      '--query',
      'q=a&b',
      '-H',
      'If-Match: "3"',
      '-i',
    ]
    expect(await run(argv)).toMatchObject({ code: 0, stdout: '{"ok":true}\n', stderr: 'HTTP 200 application/json\n' })
    const sent = at.received.at(-1)
    expect(sent?.path).toBe('/api/x')
    expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'a b', count: 2 })
    expect(sent?.headers).toMatchObject({ 'if-match': '"3"', 'content-type': 'application/json' })
  })

  test.each([
    [['--header', 'nonsense']],
    [['--header', 'a b: c']],
    [['--query', '=x']],
    [['--field', 'a=1', '--input', '-']],
  ])('%j is wrong usage', async (flags) => {
    expect((await run(['api', 'POST', '/x', ...flags])).code).toBe(64)
  })
})

describe('open and launch', () => {
  test('print the address of a page where no browser is at hand', async () => {
    expect((await run(['open'])).stdout).toBe(`${at.origin}/portal\n`)
    expect((await run(['open', 'env'])).stdout).toBe(
      `${at.origin}/portal/admin/environment-settings/${at.environmentId}\n`,
    )
    const settings = `${at.origin}/portal/admin/global-settings/identity-providers`
    expect((await run(['open', 'idp'])).stdout).toBe(`${settings}\n`)
    expect((await run(['open', 'idp', 'main'])).stdout).toBe(
      `${settings}/${at.tenant.identityProviderIds.get('Main')}/configuration\n`,
    )
    expect((await run(['open', 'sign-in', 'K7QF-2M9X'])).stdout).toContain('/portal/admin/sign-ins/K7QF-2M9X\n')
    expect((await run(['open', 'nothing'])).code).toBe(64)
  })

  test.each<[string, number, string]>([
    ['https://billing.example/start', 0, 'https://billing.example/start\n'],
    ['/launch/1', 0, '/launch/1\n'],
    ['javascript:alert(1)', 3, ''],
  ])('an application at %s is exit %i', async (launchUrl, code, stdout) => {
    const application = { id: 'a', label: 'Billing', urn: 'urn:b', singleTenant: true, launchUrl, roles: [] }
    at.before = ({ path }) =>
      path === '/api/portal/launcher/applications' ? { status: 200, body: { applications: [application] } } : undefined
    const said = await run(['launch', 'billing'])
    expect([said.code, said.stdout.replace(at.origin, '')]).toEqual([code, stdout])
  })
})
