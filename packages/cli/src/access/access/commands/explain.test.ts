import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'

const robot = keyPair(0)
const launchUrl = 'https://app.example/'
const applications = [
  { slug: 'billing', label: 'Billing', launchUrl, groups: ['staff'] },
  { slug: 'vault', label: 'Vault', launchUrl, groups: ['finance'] },
]
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, { applications })
  await at.person(['staff', 'guests'])
})
afterEach(() => at?.close())

async function username(): Promise<string> {
  const { stdout } = await at.run(['app', 'people', 'Billing', '--json', 'username'])
  return (JSON.parse(stdout) as [{ username: string }])[0].username
}

test('explain prints the chain, one step a line, and what is missing', async () => {
  const can = await at.run(['explain', await username(), '--app', 'Billing'])
  expect([can.code, can.stderr]).toEqual([0, ''])
  expect(can.stdout.split('\n').map((line) => line.split('\t').slice(0, 2).join(' '))).toEqual([
    'format passed',
    'provider passed',
    'person passed',
    'groups passed',
    'roles passed',
    'applications passed',
    '',
  ])
  const cannot = await at.run(['explain', await username(), '--app', 'Vault'])
  expect(cannot.code).toBe(0)
  expect(cannot.stdout).toMatch(/^roles\tmissing\t.*Groups that open it: finance/m)
})

test('on a terminal each step begins with a word for its outcome', async () => {
  const terminal = { isTTY: true, env: { NO_COLOR: '1' } }
  const { stdout } = await at.run(['explain', await username(), '--app', 'Vault'], terminal)
  expect(stdout.split('\n').filter((line) => /^\S/.test(line))).toEqual([
    ...['Username format', 'Identity provider', 'Person', 'Groups'].map(
      (step) => expect.stringMatching(`^ok       ${step}: `) as string,
    ),
    ...['Roles', 'Applications'].map((step) => expect.stringMatching(`^MISSING  ${step}: `) as string),
  ])
})

test('explain --json has the person, the groups, the roles and the applications', async () => {
  const { stdout } = await at.run(['explain', await username(), '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'known',
    allowed: true,
    groups: [
      { name: 'staff', mapped: true },
      { name: 'guests', mapped: false },
    ],
    applications: [{ label: 'Billing', groups: [{ name: 'staff' }] }],
  })
  expect((await at.run(['explain', await username(), '--jq', '.allowed'])).stdout).toBe('true\n')
})

test('a username that matches a format and has not signed in is explained as far as it goes', async () => {
  const [, domain] = (await username()).split('@')
  const { code, stdout } = await at.run(['explain', `new@${domain}`, '--app', 'Vault'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^person\tunknown\t/m)
  expect(stdout).toContain('Groups that open it: finance')
})

test.each(['ada@nowhere.example', 'nothing'])('%s, which no format matches, ends with 6', async (user) => {
  const ran = await at.run(['explain', user])
  expect(ran.code).toBe(6)
  expect(ran.stdout).toMatch(/^format\tmissing\t/)
  expect(ran.stderr).toContain('portico username-format list')
})

test('app people lists who can open an application, and counts them', async () => {
  expect((await at.run(['app', 'people', 'Billing', '--columns', 'roles,groups'])).stdout).toBe('\tstaff\n')
  expect((await at.run(['app', 'people', 'Billing', '--count'])).stdout).toBe('1\n')
  expect((await at.run(['app', 'people', 'Vault', '--count', '--json'])).stdout).toBe('{\n  "count": 0\n}\n')
})

test('an application that is not there ends with 6', async () => {
  expect((await at.run(['explain', await username(), '--app', 'Nothing'])).code).toBe(6)
  expect((await at.run(['app', 'people', 'Nothing'])).code).toBe(6)
})
