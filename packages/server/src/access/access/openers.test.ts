import { listOpeners, portalAppId } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let tenantId = ''
let admin: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  tenantId = acme.id
  admin = await signedIn(server, acme, { username: 'ada', groups: ['admins', 'staff', 'finance'] })
  await signedIn(server, acme, { username: 'Bo 10', groups: ['staff'] })
  await signedIn(server, acme, { username: 'bo 9', groups: ['finance'] })
  await signedIn(server, acme, { username: 'cy', groups: ['guests'] })
  await tenantScope(server.database, tenantId).transaction(async ({ db }) => {
    for (const { id, name } of await db.selectFrom('environments').select(['id', 'name']).execute()) ids.set(name, id)
    for (const { id, label } of await db.selectFrom('applications').select(['id', 'label']).execute())
      ids.set(label, id)
  })
}, 60_000)
afterAll(() => server?.close())
beforeEach(() => change(`update users set active = true`, `update identity_providers set enabled = true`))

const change = (...texts: string[]) =>
  tenantScope(server.database, tenantId).transaction(async ({ db }) => {
    for (const text of texts) await sql.raw(text).execute(db)
  })

async function openers(application: string, query = {}, environment = 'Production') {
  const params = { envId: ids.get(environment) ?? environment, appId: ids.get(application) ?? application }
  const outcome = await admin.core.client.call(listOpeners, { params, query })
  if (!outcome.ok) throw new Error(outcome.problem.kind === 'expected' ? outcome.problem.errorID : outcome.problem.kind)
  return outcome.value
}
const names = async (...asked: Parameters<typeof openers>) => (await openers(...asked)).people.map(({ name }) => name)

describe('the people who can open an application', () => {
  it('are listed by name, with their roles and the groups that open it, and counted', async () => {
    const { people, total, next } = await openers('Billing')
    expect([total, next]).toEqual([3, null])
    expect(people.map(({ name, roles, groups, groupCount }) => [name, roles, groups.length, groupCount])).toEqual([
      ['ada', ['Clerk', 'Viewer'], 2, 2],
      ['bo 9', ['Clerk'], 1, 1],
      ['Bo 10', ['Viewer'], 1, 1],
    ])
    expect(people[1]).toMatchObject({ identityProvider: { name: 'Main' }, groups: [{ name: 'finance' }] })
    expect(await names('Vault')).toEqual(['ada', 'bo 9'])
  })

  it('are paged in both directions, sorted and searched by the server', async () => {
    const first = await openers('Billing', { limit: '2' })
    expect(first.people.map(({ name }) => name)).toEqual(['ada', 'bo 9'])
    const second = await openers('Billing', { limit: '2', cursor: first.next ?? '' })
    expect([second.people.map(({ name }) => name), second.total]).toEqual([['Bo 10'], undefined])
    expect(await names('Billing', { limit: '2', cursor: second.previous ?? '' })).toEqual(['ada', 'bo 9'])
    expect(await names('Billing', { sort: '-name' })).toEqual(['Bo 10', 'bo 9', 'ada'])
    expect(await openers('Billing', { search: 'BO' })).toMatchObject({ total: 2, people: [{ name: 'bo 9' }, {}] })
  })

  it('are without those who are deactivated, and without those of a provider that is disabled', async () => {
    await change(`update users set active = false where username = 'bo 9'`)
    expect(await openers('Billing')).toMatchObject({ total: 2, people: [{ name: 'ada' }, { name: 'Bo 10' }] })
    await change(
      `insert into identity_providers (tenant_id, id, name, type, config, kept_at, enabled)
         select tenant_id, gen_random_uuid(), 'Off', type, config, now(), false from identity_providers`,
      `update users set identity_provider_id = p.id from identity_providers p
        where p.name = 'Off' and username = 'Bo 10'`,
    )
    expect(await names('Billing')).toEqual(['ada'])
    await change(`update identity_providers set enabled = true`)
    expect(await names('Billing')).toEqual(['ada', 'Bo 10'])
  })

  it('are only those of that environment', async () => {
    await change(`delete from app_role_groups m using app_roles r, environments e
      where r.id = m.role_id and r.name = 'viewer' and e.id = r.environment_id and e.name = 'Staging'`)
    expect(await names('Billing', {}, 'Staging')).toEqual(['ada', 'bo 9'])
    expect(await names('Billing')).toEqual(['ada', 'bo 9', 'Bo 10'])
  })

  it('are all active people for the portal itself', async () => {
    expect(await openers(portalAppId)).toMatchObject({ total: 4 })
  })

  it.each([
    ['Vault', 'Staging'],
    ['00000000-0000-4000-8000-000000000000', 'Production'],
    ['Billing', '00000000-0000-4000-8000-000000000000'],
  ])('are not found for %s in %s', async (application, environment) => {
    await expect(openers(application, {}, environment)).rejects.toThrow('NOT_FOUND')
  })
})
