import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createTestServer, signedIn, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { effectiveAccess } from './effective-access.ts'

let server: TestServer
let tenantId = ''
const environments = new Map<string, string>()
const people = new Map<string, string>()

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  tenantId = acme.id
  await signedIn(server, acme, { username: 'ada', groups: ['admins', 'staff', 'finance'] })
  await signedIn(server, acme, { username: 'bo', groups: ['staff', 'guests'] })
  await signedIn(server, acme, { username: 'cy', groups: [] })
  await tenantScope(server.database, tenantId).transaction(async ({ db }) => {
    for (const { id, name } of await db.selectFrom('environments').select(['id', 'name']).execute())
      environments.set(name, id)
    for (const { id, username } of await db.selectFrom('users').select(['id', 'username']).execute())
      people.set(username, id)
  })
}, 60_000)
afterAll(() => server?.close())

const accessOf = (username: string, place = {}) =>
  tenantScope(server.database, tenantId).transaction((tx) => effectiveAccess(tx, people.get(username) ?? '', place))

describe('what the groups of a person give', () => {
  it('is in order: the role of the portal, then by environment and application, with the groups that give it', async () => {
    const { securityAdmin, roles, roleCount, applications } = await accessOf('ada')
    expect([securityAdmin, roleCount]).toEqual([true, 7])
    expect(
      roles.map(({ label, environment, application, groups }) =>
        [environment?.name, application?.label, label, ...groups.map(({ name }) => name)].join(),
      ),
    ).toEqual([
      ',,Security Admin,admins',
      ...['Frozen', 'Production', 'Staging'].flatMap((name) => [
        `${name},Billing,Clerk,finance`,
        `${name},Billing,Viewer,staff`,
      ]),
    ])
    expect(
      applications
        .filter(({ environment }) => environment.name === 'Production')
        .map((one) => [one.label, one.roles.join(), one.groups.map(({ name }) => name).toSorted(), one.groupCount]),
    ).toEqual([
      ['Billing', 'Clerk,Viewer', ['finance', 'staff'], 2],
      ['Vault', '', ['finance'], 1],
      ['wiki', '', ['staff'], 1],
    ])
  })

  it('is limited to one environment or application that is named; the role of the portal belongs to every environment', async () => {
    const place = { environmentId: environments.get('Staging') }
    expect((await accessOf('ada', place)).applications.map(({ label }) => label)).toEqual(['Billing', 'wiki'])
    expect((await accessOf('ada', place)).securityAdmin).toBe(true)
  })

  it('has a custom role in the environment and through the group that it is mapped to, and nowhere else', async () => {
    await tenantScope(server.database, tenantId).transaction(async ({ db }) => {
      await sql`insert into tenant_roles (tenant_id, id, label) values (${tenantId}, gen_random_uuid(), 'Approver')`.execute(
        db,
      )
      await sql`
        insert into tenant_role_groups (tenant_id, environment_id, role_id, group_id)
        select ${tenantId}, ${environments.get('Staging')}, r.id, g.id from tenant_roles r, groups g
         where r.label = 'Approver' and g.name = 'finance'`.execute(db)
    })
    const approver = async (username: string) =>
      (await accessOf(username)).roles
        .filter(({ label }) => label === 'Approver')
        .map(({ environment, groups }) => [environment?.name, ...groups.map(({ name }) => name)])
    expect([await approver('ada'), await approver('bo')]).toEqual([[['Staging', 'finance']], []])
  })

  it('is empty for a person without groups', async () => {
    expect(await accessOf('cy')).toEqual({
      securityAdmin: false,
      roleCount: 0,
      roles: [],
      applicationCount: 0,
      applications: [],
    })
  })

  it('gives the role of the portal at the primary provider, or while the grace window of an earlier one lasts', async () => {
    const holds = async (columns: string) => {
      await tenantScope(server.database, tenantId).transaction(({ db }) =>
        sql`update identity_providers set ${sql.raw(columns)}`.execute(db),
      )
      return (await accessOf('ada')).securityAdmin
    }
    expect(await holds('is_primary = false')).toBe(false)
    expect(await holds("admin_until = now() + interval '1 hour'")).toBe(true)
    expect(await holds("admin_until = now() - interval '1 second'")).toBe(false)
    expect(await holds('is_primary = true, admin_until = null')).toBe(true)
  })
})
