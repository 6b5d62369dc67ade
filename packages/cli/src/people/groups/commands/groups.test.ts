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
  // A sign-in brings a group that is mapped nowhere.
  await at.person(['guests'])
})
afterEach(() => at?.close())

const groups = (...argv: string[]) => at.run(['group', ...argv])

test('groups are listed by provider, and found by a part of their name', async () => {
  expect((await groups('list')).stdout.split('\n')).toEqual(
    expect.arrayContaining(['admins\tadmins\tMain', 'guests\tguests\tMain', 'partners\tpartners\tPartners']),
  )
  expect((await groups('list', '--idp', 'partners')).stdout).toBe('partners\tpartners\tPartners\n')
  expect((await groups('list', '--search', 'uest')).stdout).toBe('guests\tguests\tMain\n')
})

test('those that are mapped nowhere are forgotten, and the others named with what is mapped to them', async () => {
  const dry = await groups('forget', '--idp', 'Main', '--dry-run')
  expect([dry.code, (await groups('list', '--idp', 'Main')).stdout]).toEqual([
    0,
    expect.stringContaining('guests') as string,
  ])
  const { code, stderr } = await groups('forget', '--idp', 'Main')
  expect(code).toBe(0)
  expect(stderr).toContain('1 group was forgotten.')
  expect(stderr).toContain('Kept: admins (Security Admin)')
  expect((await groups('list', '--idp', 'Main')).stdout).toBe('admins\tadmins\tMain\nstaff\tstaff\tMain\n')
})
