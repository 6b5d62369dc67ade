import { explainAccess, listOpeners } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { begunMax } from '../../kit/lists/search-in-order.ts'
import { peopleOfUsername } from './known-person.ts'
import { openerPage, openersMatching } from './openers.ts'

// 12,000 people: every second one opens Billing (more than are looked up one by one), every hundredth opens Vault too.

const many = 12_000
const even = Array.from({ length: many / 2 }, (_, at) => (at + 1) * 2)
let server: TestServer
let admin: Browser
let tenantId = ''
const ids = new Map<string, string>()
const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  tenantScope(server.database, tenantId).transaction(work)

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  tenantId = acme.id
  admin = await signedIn(server, acme, { username: 'ada', groups: ['admins'] })
  await inTenant(async ({ db }) => {
    await sql`
      insert into identity_providers (tenant_id, id, name, type, config, enabled)
      select tenant_id, gen_random_uuid(), 'Off', 'OIDC', '{}', false from tenants`.execute(db)
    for (let first = 1; first <= many; first += 500) {
      await sql`
        insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname, active)
        select t.tenant_id, gen_random_uuid(), p.id, n::text, 'worker' || n || '@many.example',
               'Worker ' || n, 'w', n not in (20, 200)
          from tenants t, generate_series(${first}::int, ${first}::int + 499) n
          join identity_providers p on p.name = case when n in (40, 400) then 'Off' else 'Main' end`.execute(db)
      await sql`
        insert into user_groups (tenant_id, user_id, group_id)
        select u.tenant_id, u.id, g.id from generate_series(${first}::int, ${first}::int + 499) n
          join users u on u.subject = n::text
          join groups g on g.claim = 'staff' and n % 2 = 0 or g.claim = 'finance' and n % 100 = 0`.execute(db)
    }
    for (const { id, name } of await db.selectFrom('environments').select(['id', 'name']).execute()) ids.set(name, id)
    for (const { id, label } of await db.selectFrom('applications').select(['id', 'label']).execute())
      ids.set(label, id)
  })
  await sql`vacuum analyze users, user_groups, groups`.execute(server.database.owner)
}, 120_000)
afterAll(() => server?.close())

const placeOf = (application: string) => ({
  environmentId: ids.get('Production') ?? '',
  applicationId: ids.get(application) ?? '',
})

async function openers(application: string, query = {}) {
  const { environmentId: envId, applicationId: appId } = placeOf(application)
  const outcome = await admin.core.client.call(listOpeners, { params: { envId, appId }, query })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return { ...outcome.value, names: outcome.value.people.map(({ name }) => name) }
}

it('an application that thousands can open lists them by name, without those who cannot sign in', async () => {
  const first = await openers('Billing', { limit: '20', total: 'exact' })
  const expected = even.filter((n) => n !== 20 && n !== 40).slice(0, 20)
  expect(first.names).toEqual(expected.map((n) => `Worker ${n}`))
  expect(first.total).toBe(many / 2 - 4)
  const second = await openers('Billing', { limit: '2', cursor: first.next ?? '' })
  expect(second.names).toEqual(['Worker 46', 'Worker 48'])
  expect((await openers('Billing', { limit: '2', cursor: 'end' })).names).toEqual([
    `Worker ${many - 2}`,
    `Worker ${many}`,
  ])
  expect(await openers('Billing', { search: '49 worker', limit: '3' })).toMatchObject({
    names: ['Worker 490', 'Worker 492', 'Worker 494'],
    total: even.filter((n) => String(n).includes('49')).length,
  })
  expect(first.people[0]).toMatchObject({ roles: ['Viewer'], groups: [{ name: 'staff' }], groupCount: 1 })
})

it('an application that few can open lists the same way', async () => {
  const page = await openers('Vault', { limit: '3' })
  expect(page).toMatchObject({ names: ['Worker 100', 'Worker 300', 'Worker 500'], total: many / 100 - 2 })
  expect(await openers('Vault', { search: 'worker 4100' })).toMatchObject({ names: ['Worker 4100'], total: 1 })
  expect(await openers('Vault', { search: 'worker 4101' })).toMatchObject({ names: [], total: 0 })
})

it('a page reads few people but those that it shows', async () => {
  for (const application of ['Billing', 'Vault']) {
    const read = await inTenant(async (tx) => {
      const filter = placeOf(application)
      const people = await openersMatching(tx, filter)
      const before = await rowsRead(tx)
      await openerPage(tx, filter, people, { isDescending: false, place: undefined, limit: 10 })
      return (await rowsRead(tx)) - before
    })
    // Where few people can open it, the first in the order are compared, and then those few are read, each once.
    expect(read, application).toBeLessThan(2 * begunMax + many / 100 + 50)
  }
})

it('a username is found without reading the people of the tenant, in any case', async () => {
  const read = await inTenant(async (tx) => {
    const before = await rowsRead(tx)
    expect(await peopleOfUsername(tx, 'WORKER4711@many.example', undefined)).toMatchObject([{ name: 'Worker 4711' }])
    return (await rowsRead(tx)) - before
  })
  expect(read).toBeLessThan(100)
  const asked = { query: { user: 'Worker4711@MANY.example' } }
  expect(await admin.core.client.call(explainAccess, asked)).toMatchObject({ value: { outcome: 'nowhere' } })
})

/** Rows of people, without those read only from an index. */
async function rowsRead({ db }: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'users'`.execute(
    db,
  )
  return rows[0]?.read ?? 0
}
