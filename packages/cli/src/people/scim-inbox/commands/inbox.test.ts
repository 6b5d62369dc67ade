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
let send: (path: string, body?: object) => Promise<Response>

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })],
  })
  const { stdout } = await at.run(['scim-token', 'create', '--idp', 'Main', '--name', 'Entra ID', '--json', 'token'])
  const { token } = JSON.parse(stdout) as { token: string }
  send = (path, body) =>
    fetch(`${at.origin}/scim/v2/${at.tenant.identityProviderIds.get('Main') ?? ''}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  await send('/Users', { userName: 'bob@acme.example', password: 'correct horse' })
  await send('/Users', { userName: 'bob@acme.example' })
  await send('/Groups', { displayName: 'Guides\u001b[2J', members: [{ value: 'stranger' }] })
  await expect.poll(async () => (await rows('requests')).length).toBe(3)
})
afterEach(() => at?.close())

const scim = (...argv: string[]) => at.run(['scim', ...argv, '--idp', 'Main'])
const json = async (...argv: string[]) => JSON.parse((await scim(...argv, '--json')).stdout) as unknown
const rows = async (...argv: string[]) => (await json(...argv)) as Record<string, unknown>[]
const asPerson = { isTTY: true, env: { NO_COLOR: '1' } }

test('requests are listed, newest first, all, those that changed something and those that failed', async () => {
  expect((await rows('requests')).map(({ path, status }) => [path, status])).toEqual([
    ['/Groups', 400],
    ['/Users', 409],
    ['/Users', 201],
  ])
  expect(await rows('requests', '--changed')).toMatchObject([{ changed: 'scim-user.create bob@acme.example' }])
  expect((await rows('requests', '--failed')).map(({ status }) => status)).toEqual([400, 409])
  expect(await rows('requests', '--limit', '1')).toHaveLength(1)
  const { stdout } = await at.run(['scim', 'requests', '--idp', 'Main'], asPerson)
  expect(stdout).toMatch(/TIME +METHOD +PATH +STATUS +DIALECT +CHANGED/)
})

test('one request is shown with what was sent, without secrets', async () => {
  const [{ id } = { id: '' }] = await rows('requests', '--changed')
  expect(await json('request', String(id))).toMatchObject({
    body: { userName: 'bob@acme.example', password: '(13 characters)' },
    changes: [{ action: 'scim-user.create' }],
  })
  expect((await scim('request', '01890000-0000-7000-8000-000000000000')).code).toBe(6)
})

test('a program is given the id of each request, and all of one request', async () => {
  const lines = (await scim('requests', '--changed')).stdout.trimEnd().split('\t')
  const id = lines.at(-1) ?? ''
  const { stdout } = await scim('request', id)
  const one = (await json('request', id)) as Record<string, unknown>
  const cells = stdout.trimEnd().split('\t')
  expect(cells).toHaveLength(Object.keys(one).length)
  expect(cells[0]).toBe(id)
  expect(JSON.parse(cells.at(-1) ?? '')).toEqual(one['body'])
})

test('activity is counted by day and by hour', async () => {
  const days = await rows('activity')
  expect([days.length, days.at(-1)]).toEqual([30, expect.objectContaining({ requests: 3, changed: 1, failed: 2 })])
  const hours = await rows('activity', '--by', 'hour')
  expect(hours).toHaveLength(48)
  expect(hours.reduce((sum, { requests }) => sum + Number(requests), 0)).toBe(3)
})

test('drift names unknown members, usernames of others and people who never signed in, and cannot move the cursor', async () => {
  await send('/Users', { userName: 'root' })
  expect(await json('drift')).toMatchObject({
    unknownMemberCount: 1,
    unknownMembers: [{ value: 'stranger', requests: 1 }],
    foreignUsernameCount: 1,
    foreignUsernames: [{ username: 'root', activeInDirectory: true }],
    unseenCount: 1,
  })
  const { stdout } = await at.run(['scim', 'drift', '--idp', 'Main'], asPerson)
  expect(stdout).toContain('1 group member was never sent as a user\n  stranger: Named in Guides')
  expect(stdout).toMatch(/1 username does not belong to this identity provider\n {2}root, active in the directory, /)
  expect(stdout).toContain('1 person was sent but never signed in')
  expect(stdout).not.toContain('\u001b[2J')
  expect(await rows('unseen')).toMatchObject([{ username: 'bob@acme.example', groups: 0 }])
})

test.each([
  [['requests', '--changed', '--failed']],
  [['requests', '--limit', '0']],
  [['unseen', '--limit', 'x']],
  [['activity', '--by', 'week']],
])('%j is a usage mistake', async (argv) => {
  expect((await scim(...argv)).code).toBe(64)
})
