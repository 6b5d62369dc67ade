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
    applications: [{ slug: 'wiki', label: 'Wiki', groups: ['staff'] }],
  })
})
afterEach(() => at?.close())

const people = (...argv: string[]) => at.run(['person', ...argv])
const list = async (...argv: string[]) => {
  const { stdout, stderr } = await people('list', '--json', 'username,state', ...argv)
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as { username: string; state: string }[]
}
/** A person with these groups who has signed in. */
async function person(...groups: readonly string[]): Promise<string> {
  const before = new Set((await list()).map(({ username }) => username))
  await at.person(groups)
  return (await list()).find(({ username }) => !before.has(username))?.username ?? ''
}
const posts = () => at.received.filter(({ method, path }) => method === 'POST' && path.includes('/people/'))

test('people are listed, searched and filtered by the server', async () => {
  const [ada, bob] = [await person('admins'), await person('staff')]
  expect((await list()).map(({ username }) => username).toSorted()).toEqual([ada, bob].toSorted())
  expect(await list('--search', ada)).toEqual([{ username: ada, state: 'active' }])
  expect(await list('--idp', 'partners')).toEqual([])
  expect(await list('--deactivated')).toEqual([])
  expect((await people('list', '--limit', '0')).code).toBe(64)
})

test('a person is shown with groups, roles, applications and sessions', async () => {
  const username = await person('admins', 'staff')
  const { stdout } = await people('get', username, '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    username,
    state: 'active',
    groups: ['admins', 'staff'],
    roles: ['Security Admin'],
    applications: ['Operations: Wiki', 'Production: Wiki'],
    sessions: 1,
    cliSessions: 0,
    signIns: [],
  })
  const shown = await at.run(['person', 'get', username], { isTTY: true, env: { NO_COLOR: '1' } })
  expect(shown.stdout).toMatch(/Groups +admins, staff/)
})

test('a person is signed out, deactivated and reactivated, and asked about first', async () => {
  await person('admins')
  const username = await person('staff')
  for (const verb of ['sign-out', 'deactivate']) {
    const refused = await people(verb, username)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add -y')])
  }
  expect((await people('deactivate', username, '--dry-run')).stdout).toContain('state: "active" -> "deactivated"')
  expect(posts()).toEqual([])

  expect((await people('sign-out', username, '-y')).stderr).toContain('1 session ended.')
  expect((await people('get', username, '--json', 'sessions')).stdout).toContain('"sessions": 0')
  const gone = await people('deactivate', username, '-y')
  expect([gone.code, gone.stderr]).toEqual([0, expect.stringContaining('was deactivated, and cannot sign in')])
  expect(await list('--deactivated')).toEqual([{ username, state: 'deactivated' }])
  expect((await list('--active')).map((row) => row.username)).not.toContain(username)
  expect((await people('list', '--active', '--deactivated')).code).toBe(64)
  expect((await people('reactivate', username)).stderr).toContain('can sign in again.')
  expect(await list('--deactivated')).toEqual([])
})

test('a person whom the directory keeps inactive is not reactivated: exit 7, and where to do it', async () => {
  await at.tenant.addEmailDomain(at.tenant.identityProviderIds.get('Main') ?? '', 'acme.example')
  const { stdout } = await at.run(['scim-token', 'create', '--idp', 'Main', '--name', 'Entra ID', '--json', 'token'])
  const { token } = JSON.parse(stdout) as { token: string }
  const body = JSON.stringify({ userName: 'bob@acme.example', displayName: 'Bob', active: false })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  const base = `${at.origin}/scim/v2/${at.tenant.identityProviderIds.get('Main') ?? ''}`
  expect((await fetch(`${base}/Users`, { method: 'POST', headers, body })).status).toBe(201)
  const refused = await people('reactivate', 'bob@acme.example')
  expect([refused.code, refused.stderr]).toEqual([
    7,
    expect.stringContaining('Reactivate the account in the directory'),
  ])
  expect(await list('--deactivated')).toEqual([{ username: 'bob@acme.example', state: 'deactivated' }])
})

test('a person that is not there ends with 6', async () => {
  const missing = await people('get', 'nothing')
  expect([missing.code, missing.stderr]).toEqual([6, expect.stringContaining('portico person list')])
})

test('people with usernames of another provider are listed, explained, and named by overview and doctor', async () => {
  const providers = JSON.parse((await at.run(['idp', 'list', '--json', 'id,name'])).stdout) as {
    id: string
    name: string
  }[]
  const id = providers.find(({ name }) => name === 'Partners')?.id ?? ''
  const token = /scim_\w+/.exec(
    (await at.run(['scim-token', 'create', '--idp', 'Partners', '--name', 'Okta'])).stdout,
  )?.[0]
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ userName: 'root' }) }
  expect((await fetch(`${at.origin}/scim/v2/${id}/Users`, init)).status).toBe(201)

  expect(await list('--foreign-username')).toEqual([{ username: 'root', state: 'foreign-username' }])
  expect(await list('--active', '--search', 'root')).toEqual([])
  expect((await people('list', '--active', '--foreign-username')).code).toBe(64)
  const shown = await people('get', 'root', '--json', 'state,usernameBelongs,usernameForeignSince')
  expect(JSON.parse(shown.stdout)).toEqual({
    state: 'foreign-username',
    usernameBelongs: expect.stringMatching(/\w/),
    usernameForeignSince: expect.stringMatching(/^\d{4}-/),
  })
  const refused = await people('reactivate', 'root')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('The username root does not belong to Partners.')
  expect((await at.run(['overview'])).stdout).toContain('The username does not belong to Partners')
  const findings = await at.run(['doctor', '--json', 'id,about'])
  expect(JSON.parse(findings.stdout)).toContainEqual({ id: 'foreign-username', about: 'root' })
  expect((await people('deactivate', 'root', '--dry-run')).stdout).toContain('"foreign-username" -> "deactivated"')
})
