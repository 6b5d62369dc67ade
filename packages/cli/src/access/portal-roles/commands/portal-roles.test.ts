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
    applications: [{ slug: 'wiki', label: 'Wiki', groups: ['staff', { provider: 'Partners', group: 'partners' }] }],
  })
})
afterEach(() => at?.close())

const roles = (...argv: string[]) => at.run(['portal-role', ...argv])
const holders = async () =>
  (JSON.parse((await roles('get', 'security-admin', '--json')).stdout) as { name: string }[]).map(({ name }) => name)
const puts = () => at.received.filter(({ method }) => method === 'PUT')

test('the roles and their groups are listed', async () => {
  expect((await roles('list')).stdout).toBe('security-admin\tSecurity Admin\n')
  expect((await roles('get', 'security-admin')).stdout).toBe('admins\tadmins\tMain\n')
})

test('the groups named replace those of the role, with the version that was read', async () => {
  const asked = await roles('set', 'security-admin', '--group', 'STAFF', '--group', 'admins')
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/These groups get it: staff\..+ add -y/)])
  const { code, stdout, stderr } = await roles('set', 'security-admin', '--group', 'STAFF', '--group', 'admins', '-y')
  expect([code, stdout]).toEqual([0, 'admins\tadmins\tMain\nstaff\tstaff\tMain\n'])
  expect(stderr).toContain('The groups of the role were changed.')
  expect(puts()[0]?.headers['if-match']).toMatch(/^"[\w-]+"$/)
  expect(await holders()).toEqual(['admins', 'staff'])
})

test('groups that hold the role already are not sent; a dry run sends nothing', async () => {
  expect((await roles('set', 'security-admin', '--group', 'admins')).stderr).toContain('Nothing differs')
  const { stdout } = await roles('set', 'security-admin', '--group', 'staff', '--dry-run')
  expect(stdout).toContain('groups: ["admins"] -> ["staff"]')
  expect(puts()).toEqual([])
})

test.each<[string[], number, string]>([
  [['set', 'security-admin'], 64, '--group'],
  [['set', 'security-admin', '--group', 'partners'], 6, 'portico group list'],
  [['set', 'launcher', '--group', 'admins'], 6, ''],
  [['get', 'launcher'], 6, ''],
])('%j ends with %i and changes nothing', async (argv, code, sentence) => {
  const result = await roles(...argv)
  expect([result.code, result.stdout]).toEqual([code, ''])
  expect(result.stderr).toContain(sentence)
  expect(await holders()).toEqual(['admins'])
})

test('a change by another administrator meanwhile is not overwritten', async () => {
  at.before = async ({ method }) => {
    if (method !== 'PUT') return undefined
    at.before = undefined
    await roles('set', 'security-admin', '--group', 'admins', '--group', 'staff', '-y')
    return undefined
  }
  expect((await roles('set', 'security-admin', '--group', 'staff', '-y')).code).toBe(7)
  expect(await holders()).toEqual(['admins', 'staff'])
})
