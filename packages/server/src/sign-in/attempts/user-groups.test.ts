import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { upsertUser } from '../../testing/upsert-user.ts'
import type { AssertedIdentity } from './identity.ts'
import { replaceUserGroups } from './user-groups.ts'

let server: TestServer
let acme: ImportedTenant

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(
    tenantWith('acme', [providerEntry('https://login.example', { suffixes: ['acme.example'] })]),
  )
})
afterAll(() => server?.close())

const ada: AssertedIdentity = {
  subjectKey: 'ada',
  username: 'ada@acme.example',
  name: 'Ada',
  nickname: 'Ada',
  email: null,
  givenName: null,
  familyName: null,
  locale: null,
  emailVerified: null,
  groups: [],
  names: { username: { before: 'ada@acme.example', after: 'ada@acme.example', steps: [] }, groups: [] },
}

const groupsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ claim: `group-${n}` }))

it('20,000 groups are stored by a connection that has plans for tables of few rows', async () => {
  const scope = tenantScope(server.database, acme.id)
  const now = server.clock.now()
  const person = await scope.transaction(async (tx) => {
    const { id: providerId } = await tx.db.selectFrom('identity_providers').select('id').executeTakeFirstOrThrow()
    return { providerId, id: (await upsertUser(tx, providerId, ada, now)) ?? '' }
  })
  const store = (count: number) => scope.transaction((tx) => replaceUserGroups(tx, person, groupsOf(count), now))
  await store(50)
  // As autovacuum does at some time. A table that was never analyzed is taken for one of ten pages at least.
  await sql`analyze groups, user_groups, users`.execute(server.database.owner)
  // PostgreSQL keeps the plan of a prepared statement, and of a foreign key's check, after five runs.
  for (let turn = 0; turn < 8; turn += 1) await store(50)
  await store(20_000)
  const stored = await scope.transaction((tx) =>
    tx.db
      .selectFrom('user_groups')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow(),
  )
  expect(Number(stored.count)).toBe(20_000)
})
