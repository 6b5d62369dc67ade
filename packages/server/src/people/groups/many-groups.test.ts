import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { effectiveAccess, heldGrantsQuery } from '../../access/grants/effective-access.ts'
import { openedApplicationsQuery } from '../../applications/applications/queries.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { openEnvironmentsQuery } from '../../tenant/environments/queries.ts'
import { inOrder } from './page.ts'
import { createTestServer, signedIn, smallTenant, type TestServer } from '../../testing/test-server.ts'

const groupCount = 12_000
const mappedCount = 3_000

let server: TestServer
let tenantId = ''
const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  tenantScope(server.database, tenantId).transaction(work)

/** A person with 12,000 groups of which 3,000 are mapped, in tables that were last analysed when they were small. */
beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  tenantId = acme.id
  await signedIn(server, acme, { username: 'ada@acme.example', groups: ['staff'] })
  const tables = ['groups', 'user_groups', 'app_roles', 'app_role_groups', 'application_access_groups', 'environments']
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(server.database.owner)
  await inTenant(async ({ db }) => {
    await sql`
      insert into groups (tenant_id, id, identity_provider_id, claim, name)
      select g.tenant_id, gen_random_uuid(), g.identity_provider_id, 'many ' || n, 'many ' || n
        from groups g, generate_series(1, ${groupCount}::int) n where g.claim = 'staff'`.execute(db)
    await sql`
      insert into user_groups (tenant_id, user_id, group_id)
      select u.tenant_id, u.id, g.id from users u, groups g where g.claim like 'many %'`.execute(db)
    await sql`
      insert into app_role_groups (tenant_id, role_id, group_id)
      select r.tenant_id, r.id, g.id from app_roles r,
             (select id from groups where claim like 'many %' limit ${mappedCount}::int) g
       where r.name = 'clerk'`.execute(db)
    await sql`
      insert into application_access_groups (tenant_id, environment_id, application_id, group_id)
      select ea.tenant_id, ea.environment_id, ea.application_id, g.id from environment_applications ea, applications a,
             (select id from groups where claim like 'many %' limit ${mappedCount}::int) g
       where a.id = ea.application_id and a.slug = 'wiki'`.execute(db)
  })
}, 60_000)
afterAll(() => server?.close())

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: readonly Plan[]
}

/** Rows that all steps of a plan emit or drop: the work of a query, independent of the machine. */
function rowsVisited(plan: Plan): number {
  const each = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)
  return each * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsVisited(part), 0)
}

async function workOf(tx: TenantTransaction, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    explain (analyze, timing off, format json) ${query}`.execute(tx.db)
  const [row] = rows
  if (row === undefined) throw new Error('There is no plan.')
  return rowsVisited(row['QUERY PLAN'][0].Plan)
}

const personId = async ({ db }: TenantTransaction) =>
  (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id

describe('for a person with 12,000 groups', () => {
  // A mapping passes through half a dozen steps of a plan; a join of groups with mappings would visit 36,000,000 rows.
  const bound = 20 * (groupCount + 3 * 2 * mappedCount)

  it('the work of reading the open environments grows only with the groups and their mappings', async () => {
    await inTenant(async (tx) => {
      const actor = { kind: 'user', id: await personId(tx), isAdmin: false, environmentId: null } as const
      const query = openEnvironmentsQuery(tx, actor)
      expect((await query.execute()).map(({ name }) => name)).toEqual(['Frozen', 'Production', 'Staging'])
      expect(await workOf(tx, sql`${query}`)).toBeLessThan(bound)
    })
  })

  it('the work of reading the open applications grows only with the groups and their mappings', async () => {
    await inTenant(async (tx) => {
      const environment = await tx.db.selectFrom('environments').select('id').executeTakeFirstOrThrow()
      const query = openedApplicationsQuery(tx, await personId(tx), environment.id)
      expect((await query.execute(tx.db)).rows.map(({ roles }) => roles.join()).toSorted()).toEqual([
        '',
        'Clerk,Viewer',
      ])
      expect(await workOf(tx, query)).toBeLessThan(bound)
    })
  })

  it('the work of reading all roles and applications grows only with the groups and their mappings', async () => {
    await inTenant(async (tx) => {
      const userId = await personId(tx)
      const { applications } = await effectiveAccess(tx, userId)
      expect(applications.map(({ groupCount }) => groupCount).toSorted((a, b) => b - a)[0]).toBe(mappedCount + 1)
      expect(await workOf(tx, heldGrantsQuery(tx, userId, {}))).toBeLessThan(bound)
    })
  })
})

it('the first page of groups is read from the index of their order, and not sorted from all of them', async () => {
  await sql`analyze groups`.execute(server.database.owner)
  await inTenant(async (tx) => {
    const { providerId } = await tx.db
      .selectFrom('identity_providers')
      .select('id as providerId')
      .where('is_primary', '=', true)
      .executeTakeFirstOrThrow()
    const query = inOrder(tx, { providerId }, { where: sql`true`, direction: sql`asc` }, 50)
    expect((await query.execute()).length).toBe(51)
    expect(await workOf(tx, sql`${query}`)).toBeLessThan(20 * 51)
  })
})
