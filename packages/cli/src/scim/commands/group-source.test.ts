import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../testing/portal-server.ts'

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
  const chosen = await groupSource('scim')
  expect([chosen.code, chosen.stderr]).toEqual([0, expect.stringContaining('Groups of Partners now come from SCIM.')])
  expect(changes()[0]?.headers['if-match']).toMatch(/^"[\w-]+"$/)
  expect(await source()).toEqual({ source: 'scim' })
  expect((await groupSource('claims')).stderr).toContain('until they sign in again')
  expect(await source()).toEqual({ source: 'claims' })
})

test('the source that a provider has is not sent again', async () => {
  expect((await groupSource('claims')).stderr).toContain('Nothing differs')
  expect(changes()).toEqual([])
})

test('a dry run shows the request and changes nothing', async () => {
  const { stdout } = await groupSource('scim', '--dry-run')
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
