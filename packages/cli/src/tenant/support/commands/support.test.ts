import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let customer: SignedInTerminal
let vendor: SignedInTerminal
let support: SignedInTerminal['run']

beforeAll(async () => {
  server = await openPortalServer()
  customer = await server.open(robot)
  vendor = await server.open(robot, {
    tenant: { slug: 'vendor', name: 'Vendor Inc', vendor: true },
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
    supportGroups: ['support'],
  })
})
afterAll(async () => {
  await customer?.close()
  await vendor?.close()
  await server?.close()
})
beforeEach(async () => {
  await customer.run(['support-access', 'allow'])
  support = await vendor.person(['support'])
})

const enter = () => support(['support', 'enter', customer.tenant.slug, '--reason', 'Ticket 4711', '--hours', '2'])
const sessions = async () =>
  JSON.parse((await customer.run(['support-access', 'sessions', '--json', 'id,reason,end'])).stdout) as {
    id: string
    reason: string
    end: string | null
  }[]

test('a support user enters a tenant, works there with a warning on stderr, and leaves', async () => {
  const entered = await enter()
  expect([entered.code, entered.stderr]).toEqual([0, ''])
  expect(entered.stdout).toContain('Ticket 4711')
  const status = JSON.parse((await support(['support', 'status', '--json', 'reason,mayChange'])).stdout) as object
  expect(status).toEqual({ reason: 'Ticket 4711', mayChange: false })
  const listed = await support(['idp', 'list', '--json', 'name'])
  expect(listed.code).toBe(0)
  expect(listed.stdout).toBe((await customer.run(['idp', 'list', '--json', 'name'])).stdout)
  expect(listed.stderr).toContain('Support session in')
  expect(listed.stderr).toContain('cannot change anything')
  const changed = await support(['idle-time', 'set', '08:00'])
  expect(changed.code).not.toBe(0)
  expect(changed.stderr).toContain('only allow support to read')
  const left = await support(['support', 'leave'])
  expect([left.code, left.stderr]).toEqual([0, expect.stringContaining('are back in your own')])
  expect((await support(['operations', 'list', '--json', 'slug'])).code).toBe(0)
  const none = await support(['support', 'status'])
  expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'You are not in a support session.\n' })
  expect(await support(['support', 'status', '--json'])).toMatchObject({ code: 0, stdout: 'null\n' })
})

test('the administrator sees who entered, what was done, and ends the session', async () => {
  await enter()
  await support(['idp', 'list'])
  const [running] = await sessions()
  expect(running).toMatchObject({ reason: 'Ticket 4711', end: null })
  const id = running?.id ?? ''
  const { stdout } = await customer.run(['support-access', 'transcript', id])
  expect(stdout).toContain('/api/portal/admin/tenant/idps')
  const shown = await customer.run(['support-access', 'transcript', id], { isTTY: true })
  expect(shown.stdout).toMatch(/ACTION[^]*Read: Identity provider/)
  const asked = await customer.run(['support-access', 'end', id])
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/End the support session of .+ add -y/)])
  expect((await sessions())[0]).toMatchObject({ id, end: null })
  expect((await customer.run(['support-access', 'end', id, '-y'])).stderr).toContain('The support session has ended.')
  expect((await sessions())[0]).toMatchObject({ id, end: 'ended' })
  expect((await support(['idp', 'list'])).code).not.toBe(0)
  expect((await customer.run(['support-access', 'end', id, '-y'])).code).toBe(6)
})

test('entry without permission, without a reason or for too long changes nothing', async () => {
  expect((await customer.run(['support-access', 'deny'])).code).toBe(2)
  expect((await customer.run(['support-access', 'deny', '-y'])).code).toBe(0)
  const before = (await sessions()).length
  const refused = await enter()
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('does not allow support access')
  const name = customer.tenant.slug
  expect((await support(['support', 'enter', name, '--reason', ' '])).stderr).toContain('Say why you enter the tenant.')
  expect((await support(['support', 'enter', name, '--reason', 'x', '--hours', '9'])).stderr).toContain('1 to 8')
  expect((await support(['support', 'enter', name])).code).toBe(64)
  const dry = await support(['support', 'enter', name, '--reason', 'x', '--dry-run'])
  expect(dry.stdout).toMatch(/\n {2}tenant: \(none\) -> ".+"\n {2}reason: \(none\) -> "x"\n$/)
  expect(await sessions()).toHaveLength(before)
  expect((await support(['operations', 'list', '--json', 'slug'])).code).toBe(0)
})
