import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true }), openIdProvider('Partners')],
    firstAdminGroup: 'admins',
  })
})
afterEach(() => at?.close())

const run = (verb: string, ...argv: string[]) => at.run(['scim-token', verb, '--idp', 'Main', ...argv])
const list = async (fields = 'name,state') =>
  JSON.parse((await run('list', '--json', fields)).stdout) as Record<string, unknown>[]
async function create(name: string, ...argv: string[]) {
  const made = await run('create', '--name', name, '--json', ...argv)
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('it is not shown again')])
  return JSON.parse(made.stdout) as { id: string; token: string; expiresAt: string }
}

test('a token is printed once, disabled by its first characters, enabled by its id and deleted by its name', async () => {
  const { id, token, expiresAt, ...more } = await create('Entra ID', '--days', '90')
  expect(token).toMatch(/^scim_[0-9A-Za-z]{49}$/)
  expect(more).toEqual({})
  expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(90, 0)
  const beginning = token.slice(0, 9)
  expect(await list('beginning')).toEqual([{ beginning }])
  expect(await list()).toEqual([{ name: 'Entra ID', state: 'active' }])
  expect((await run('list')).stdout).not.toContain(token)
  expect(await run('disable', beginning)).toMatchObject({ code: 0 })
  expect(await list()).toEqual([{ name: 'Entra ID', state: 'inactive' }])
  expect((await run('disable', beginning)).stderr).toContain('Nothing differs')
  expect((await run('enable', id)).stderr).toContain('The SCIM token Entra ID was enabled.')
  expect((await run('delete', 'Entra ID')).code).toBe(2)
  expect((await run('delete', 'Entra ID', '--confirm', beginning)).code).toBe(3)
  expect(await list()).toHaveLength(1)
  expect((await run('delete', 'Entra ID', '--confirm', 'Entra ID')).code).toBe(0)
  expect(await list()).toEqual([])
})

test('with --out-file the token is in a file that only its owner can read', async () => {
  const file = join(at.terminal.folder, 'scim.token')
  const made = await run('create', '--name', 'Entra ID', '--out-file', file, '--json')
  expect(made.code).toBe(0)
  const token = readFileSync(file, 'utf8').trim()
  expect(token).toMatch(/^scim_/)
  expect(made.stdout + made.stderr).not.toContain(token)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const nowhere = await run('create', '--name', 'Okta', '--out-file', '/dev/null/scim.token')
  expect([nowhere.code, nowhere.stderr]).toEqual([3, expect.stringContaining('cannot be written')])
  expect(await list()).toHaveLength(1)
})

test('the token over the maximum is refused with the number, and leaves no file', async () => {
  await create('Entra ID')
  await create('Trial', '--dry-run-token')
  expect(await list('dryRun')).toEqual([{ dryRun: true }, { dryRun: false }])
  const file = join(at.terminal.folder, 'third.token')
  const third = await run('create', '--name', 'Third', '--out-file', file)
  expect([third.code, third.stderr]).toEqual([7, expect.stringContaining('limit of 2 active SCIM tokens')])
  expect(() => statSync(file)).toThrow()
})

test('a dry run shows the request and changes nothing', async () => {
  const { stdout } = await run('create', '--name', 'Entra ID', '--days', '30', '--dry-run')
  expect(stdout).toMatch(/^POST \/api\/portal\/admin\/idps\/[^/]+\/scim\/tokens\n/)
  expect(stdout).toContain('name: (none) -> "Entra ID"')
  expect(stdout).toContain('expiresInDays: (none) -> 30')
  expect(await list()).toEqual([])
  await create('Entra ID')
  expect((await run('disable', 'Entra ID', '--dry-run')).stdout).toContain('active: true -> false')
  expect((await run('delete', 'Entra ID', '--dry-run')).stdout).toContain('DELETE ')
  expect(await list()).toEqual([{ name: 'Entra ID', state: 'active' }])
})

test('a token of another provider is not found', async () => {
  await create('Entra ID')
  const found = await at.run(['scim-token', 'disable', '--idp', 'Partners', 'Entra ID'])
  expect([found.code, found.stderr]).toEqual([6, expect.stringContaining('There is no SCIM token')])
})

test.each([
  ['no provider', ['list'], 64, '--idp'],
  ['no name', ['create', '--idp', 'Main'], 64, '--name'],
  ['an empty name', ['create', '--idp', 'Main', '--name', ' '], 3, 'Enter a name for the token.'],
  ['an unknown provider', ['list', '--idp', 'Nothing'], 6, 'There is no identity provider Nothing.'],
  [
    'no day',
    ['create', '--idp', 'Main', '--name', 'Entra ID', '--days', '0'],
    3,
    'A SCIM token can be valid for 1 to 3650 days.',
  ],
  ['a word for days', ['create', '--idp', 'Main', '--name', 'Entra ID', '--days', 'many'], 3, '1 to 3650 days'],
])('%s is refused', async (_, argv, code, says) => {
  const ran = await at.run(['scim-token', ...argv])
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(says)])
})
