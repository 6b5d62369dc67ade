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

const groupSource = (...argv: string[]) => at.run(['scim', 'group-source', '--idp', 'Partners', ...argv])
const source = async () => JSON.parse((await groupSource('--json')).stdout) as unknown
const changes = () => at.received.filter(({ method }) => method === 'PUT')

test('the source of groups is shown and chosen, with the version that was read', async () => {
  expect(await source()).toEqual({ source: 'claims' })
  const chosen = await groupSource('scim', '-y')
  expect([chosen.code, chosen.stderr]).toEqual([0, expect.stringContaining('Groups of Partners now come from SCIM.')])
  expect(changes()[0]?.headers['if-match']).toMatch(/^"[\w-]+"$/)
  expect(await source()).toEqual({ source: 'scim' })
  expect((await groupSource('claims', '-y')).stderr).toContain('until they sign in again')
  expect(await source()).toEqual({ source: 'claims' })
})

const asked = { isTTY: true, env: { NO_COLOR: '1' } }
const chooses = (to: string, typed: string) =>
  at.run(['scim', 'group-source', '--idp', 'Partners', to], { ...asked, typed })

test('without a terminal and without -y nothing is changed, and people who would lose roles are listed: exit 2', async () => {
  const toScim = await groupSource('scim')
  expect([toScim.code, toScim.stderr]).toEqual([2, expect.stringContaining('add -y')])
  expect(toScim.stderr).toContain('The directory has sent 0 groups with 0 people.')
  expect(toScim.stderr).toContain('No person loses a group that gives a role.')
  expect(changes()).toEqual([])
  await groupSource('scim', '-y')
  const back = await groupSource('claims')
  expect([back.code, back.stderr]).toEqual([2, expect.stringContaining('until they sign in again')])
  expect(await source()).toEqual({ source: 'scim' })
})

test('on a terminal it is asked, and anything but yes leaves the source as it is', async () => {
  const refused = await chooses('scim', 'n')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('error: Nothing was changed.')])
  expect(await source()).toEqual({ source: 'claims' })
  expect((await chooses('scim', 'y')).code).toBe(0)
  expect(await source()).toEqual({ source: 'scim' })
})

test('what would leave no way to administer is not asked about: exit 7 and why', async () => {
  const refusal = { errorID: 'LAST_ADMIN_PATH', errorMessage: 'This change would leave no proven way.' }
  at.before = ({ method, path }) => {
    if (path.endsWith('/group-source/preview'))
      return { status: 200, body: { groups: 0, people: 0, losing: 2, gaining: 0, losesOwn: false, refusal } }
    return method === 'PUT' ? { status: 409, body: { ...refusal, details: [] } } : undefined
  }
  const refused = await groupSource('scim')
  expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining('error: This change would leave no')])
  expect(refused.stderr).toContain('2 people lose groups that give roles.')
  const dry = await groupSource('scim', '--dry-run', '--json')
  expect(JSON.parse(dry.stdout)).toMatchObject({ preview: { losing: 2, refusal } })
})

test('the source that a provider has is not sent again', async () => {
  expect((await groupSource('claims')).stderr).toContain('Nothing differs')
  expect(changes()).toEqual([])
})

test('a dry run shows the request and changes nothing', async () => {
  const { stdout, stderr } = await groupSource('scim', '--dry-run')
  expect(stderr).toContain('No person loses a group that gives a role.')
  expect(stdout).toMatch(/^PUT \/api\/portal\/admin\/idps\/[^/]+\/scim\/group-source\n/)
  expect(stdout).toContain('source: "claims" -> "scim"')
  expect(changes()).toEqual([])
})

test.each([
  ['another word', ['--idp', 'Main', 'both'], 3, 'The source of groups must be claims or scim.'],
  ['an unknown provider', ['--idp', 'Nothing'], 6, 'There is no identity provider Nothing.'],
  ['no provider', [], 64, '--idp'],
])('%s is rejected', async (_, argv, code, says) => {
  const ran = await at.run(['scim', 'group-source', ...argv])
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(says)])
})
