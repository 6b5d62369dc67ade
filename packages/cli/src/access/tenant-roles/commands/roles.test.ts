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
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
    applications: [
      {
        slug: 'billing',
        label: 'Billing',
        roles: [
          { name: 'reader', label: 'Reader' },
          { name: 'hidden', label: 'Hidden', visible: false },
        ],
      },
    ],
  })
})
afterEach(() => at?.close())

const role = (...argv: string[]) => at.run(['role', ...argv])
const labels = async () => (await role('list', '--columns=label')).stdout

test('custom roles are created, renamed by name, listed and deleted after the name was given', async () => {
  expect(await role('create', '--name', ' Auditor ')).toMatchObject({ code: 0 })
  expect((await role('update', 'auditor', '--name', 'Reviewer')).code).toBe(0)
  expect(await labels()).toBe('Reviewer\n')
  expect((await role('get', 'reviewer', '--json=label')).stdout).toContain('"Reviewer"')
  expect((await role('delete', 'Reviewer')).code).toBe(2)
  expect((await role('delete', 'Reviewer', '--confirm', 'Auditor')).code).toBe(3)
  expect(await labels()).toBe('Reviewer\n')
  expect((await role('delete', 'Reviewer', '--confirm', 'Reviewer')).code).toBe(0)
  expect(await labels()).toBe('')
})

test('a dry run shows the request and changes nothing', async () => {
  const { stdout } = await role('create', '--name', 'Auditor', '--dry-run')
  expect(stdout).toBe('POST /api/portal/admin/roles\n  {"label":"Auditor"}\n  label: (none) -> "Auditor"\n')
  expect(await labels()).toBe('')
})

test.each([
  ['a name that is taken', ['create', '--name', 'AUDITOR'], 7, 'Another one has this name'],
  ['an empty name', ['create', '--name', ' '], 3, 'Enter a name for the custom role.'],
  ['an unknown role', ['get', 'nothing'], 6, 'There is no role nothing.'],
])('%s is refused', async (_, argv, code, says) => {
  await role('create', '--name', 'Auditor')
  const ran = await role(...argv)
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(says)])
})

test('of the roles of an application the visible ones are listed and found (spec section 3)', async () => {
  const args = ['--app', 'Billing', '--env', 'Production']
  expect((await at.run(['app-role', 'list', ...args])).stdout).toBe('reader\tReader\n')
  expect((await at.run(['app-role', 'get', 'READER', ...args, '--json=name'])).stdout).toContain('"reader"')
  expect((await at.run(['app-role', 'get', 'hidden', ...args])).code).toBe(6)
})

test('a group that no sign-in has named is created and can be mapped', async () => {
  const { stdout, code } = await at.run([
    'group',
    'create',
    '--idp',
    'Main',
    '--claim',
    'cn=chiefs',
    '--name',
    'Chiefs',
  ])
  expect([code, stdout]).toEqual([0, 'Chiefs\tcn=chiefs\tMain\n'])
  expect((await at.run(['group', 'create', '--idp', 'Main', '--claim', 'cn=chiefs'])).code).toBe(7)
  const mapped = ['mapping', 'add', '--env', 'Production', '--app', 'Billing', '--role', 'reader', '--group', 'chiefs']
  expect((await at.run(mapped)).stdout).toBe('Chiefs\tcn=chiefs\tMain\n')
})
