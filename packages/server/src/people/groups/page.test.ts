import { lastPage, listProviderGroups, totalMax } from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let idp = ''

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins', 'Équipe 100%_'] })
  idp = [...acme.identityProviderIds.values()][0] ?? ''
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`update groups set last_seen_at = '2026-03-01T10:00:00Z' where claim = 'admins'`.execute(db),
  )
})
afterAll(() => server?.close())

type Query = { search?: string; limit?: string; cursor?: string; sort?: '-name'; match?: 'without' }

async function read(query: Query = {}) {
  const outcome = await admin.core.client.call(listProviderGroups, { params: { id: idp }, query })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}

const names = async (query: Query) => (await read(query)).groups.map(({ name }) => name)

it('a group says when a sign-in last had it, and what is mapped to it', async () => {
  const { groups, source, total } = await read()
  const wiki = ['Frozen', 'Production', 'Staging'].map((environment) => `wiki (${environment})`)
  expect([source, total]).toEqual(['seen', groups.length])
  expect(groups.find(({ name }) => name === 'admins')).toMatchObject({
    lastSeenAt: '2026-03-01T10:00:00.000Z',
    mappedTo: ['Security Admin'],
  })
  expect(groups.find(({ name }) => name === 'Équipe 100%_')).toMatchObject({ mappedTo: [] })
  // Imported, and not seen in a sign-in.
  expect(groups.find(({ name }) => name === 'staff')).toMatchObject({
    lastSeenAt: null,
    mappedTo: expect.arrayContaining(wiki) as string[],
  })
})

it('the Security Admin role comes first among the mappings of a group', async () => {
  const finance = (await read()).groups.find(({ name }) => name === 'finance')
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    db
      .insertInto('portal_role_groups')
      .values({ tenant_id: acme.id, role: 'security-admin', group_id: finance?.id ?? '' })
      .execute(),
  )
  const after = (await read()).groups.find(({ name }) => name === 'finance')
  expect(after?.mappedTo).toEqual(['Security Admin', ...(finance?.mappedTo ?? [])])
})

it.each<[Query, string[]]>([
  [{ search: 'EQUIPE' }, ['Équipe 100%_']],
  [{ search: '%_' }, ['Équipe 100%_']],
  [{ search: 'q 1' }, ['Équipe 100%_']],
  [{ search: 'none of them' }, []],
  [{ search: 'equipe', match: 'without', sort: '-name' }, ['staff', 'admins']],
])('%j finds %j', async (query, expected) => {
  expect((await names(query)).filter((name) => name !== 'finance')).toEqual(expected)
})

it('a random provider, or one of another tenant, has no groups to list', async () => {
  const other = await server.importTenant(smallTenant('globex'))
  for (const id of [crypto.randomUUID(), [...other.identityProviderIds.values()][0] ?? '']) {
    expect(await admin.core.client.call(listProviderGroups, { params: { id } })).toMatchObject({
      problem: { status: 404 },
    })
  }
})

it('of 10,000 groups each page is read once, in order, and the answer says how many match', async () => {
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`
      insert into groups (tenant_id, id, identity_provider_id, claim, name)
      select g.tenant_id, gen_random_uuid(), g.identity_provider_id, 'many ' || n, repeat('x', 240) || n
        from groups g, generate_series(1, 10000) n where g.claim = 'staff'`.execute(db),
  )
  const query = { search: 'many', limit: '1000' }
  const first = await read(query)
  expect(first.total).toBe(totalMax)
  const seen: string[] = []
  let page = first
  for (;;) {
    seen.push(...page.groups.map(({ id }) => id))
    if (!page.next) break
    page = await read({ ...query, cursor: page.next })
  }
  expect([seen.length, new Set(seen).size]).toEqual([10_000, 10_000])
  const last = await read({ ...query, limit: '10', cursor: lastPage })
  expect(last.groups.map(({ id }) => id)).toEqual(seen.slice(-10))
  expect((await read({ ...query, limit: '10', cursor: last.previous ?? '' })).groups.at(-1)?.id).toBe(seen.at(-11))
})
