import { listAdminEnvironments, listApplications, listAssignableRoles, listRoles } from '@portico/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Browser

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
})
afterAll(() => server.close())

async function read<T>(
  call: Promise<{ ok: true; value: T } | { ok: false; problem: { errorMessage: string } }>,
): Promise<T> {
  const outcome = await call
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}

it.each([
  ['Production', false],
  ['Frozen', true],
])(
  'roles in %s have ids, their application and environment; readonly %s is given once for the list',
  async (name, readonly) => {
    const { client } = admin.core
    const { environments } = await read(client.call(listAdminEnvironments, {}))
    const envId = environments.find((one) => one.name === name)?.id ?? ''
    const { applications } = await read(client.call(listApplications, { params: { envId } }))
    const appId = applications.find((one) => one.label === 'Billing')?.id ?? ''
    const list = await read(client.call(listRoles, { params: { envId, appId } }))
    expect(list.readonly).toBe(readonly)
    expect(list.roles.map((role) => role.label)).toEqual(['Clerk', 'Hidden', 'Viewer'])
    expect(new Set(list.roles.map((role) => role.id)).size).toBe(list.roles.length)
    for (const role of list.roles)
      expect(role).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), appId, environmentId: envId })
  },
)

it.each([
  ['Production', false],
  ['Frozen', true],
])(
  'the roles that a service account in %s can hold are the visible ones, with the flag readonly %s',
  async (name, readonly) => {
    const { client } = admin.core
    const { environments } = await read(client.call(listAdminEnvironments, {}))
    const envId = environments.find((one) => one.name === name)?.id ?? ''
    const { applications } = await read(client.call(listApplications, { params: { envId } }))
    const appId = applications.find((one) => one.label === 'Billing')?.id ?? ''
    const list = await read(client.call(listAssignableRoles, { params: { envId, appId } }))
    expect(list).toMatchObject({ readonly, roles: [{ name: 'clerk' }, { name: 'viewer' }] })
    expect(list.roles).toHaveLength(2)
    const elsewhere = { envId, appId: '018f4f2e-0000-7000-8000-000000000000' }
    expect(await client.call(listAssignableRoles, { params: elsewhere })).toMatchObject({ problem: { status: 404 } })
  },
)
