import { listPeople, totalMax, type Person } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { randomChoices } from '../../testing/random-choices.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { begunMax } from '../../kit/lists/search-in-order.ts'
import { everyPerson, personPage, personPlace } from './list-queries.ts'

// A tenant with thousands of people, of two providers, and another tenant with people of the same names.

const many = 5_000
let server: TestServer
let admin: Browser
let tenantId = ''
let otherProvider = ''

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  // Statistics of a moment between two tests would be those of another table.
  await sql`alter table users set (autovacuum_enabled = false)`.execute(server.database.owner)
  otherProvider = uuidv7(Date.now())
  for (const slug of ['globex', 'acme']) {
    const tenant = await server.importTenant(smallTenant(slug))
    tenantId = tenant.id
    const providerId = [...tenant.identityProviderIds.values()][0] ?? ''
    admin = await signedIn(server, tenant, { username: `ada@${slug}.example`, groups: ['admins'] })
    await inTenant(async ({ db }) => {
      const second = slug === 'acme' ? otherProvider : uuidv7(Date.now())
      await sql`
        insert into identity_providers (tenant_id, id, name, type, config)
        values (${tenantId}, ${second}, 'Second', 'OIDC', '{}')`.execute(db)
      for (let first = 1; first <= many; first += 500)
        await sql`
          insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname, email, active)
          select ${tenantId}::uuid, gen_random_uuid(), ${providerId}::uuid, n::text, 'user' || n || '@many.example',
                 'Worker ' || lpad(n::text, 5, '0'), 'w', 'mail' || n || '@post.example', n % 1000 <> 7
            from generate_series(${first}::int, ${first}::int + 499) n`.execute(db)
      await sql`
        insert into users (tenant_id, id, identity_provider_id, subject, username, username_received, name, nickname)
        values (${tenantId}, gen_random_uuid(), ${second}, 'eric', 'eric@second.example', 'ERIC_X', 'Éric 00042', 'Éric')`.execute(
        db,
      )
    })
  }
}, 120_000)
afterAll(() => server?.close())

const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  tenantScope(server.database, tenantId).transaction(work)

type Query = NonNullable<Parameters<typeof admin.core.client.call<typeof listPeople>>[1]>['query']
async function answer(query: Query) {
  const outcome = await admin.core.client.call(listPeople, { query })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}
const names = (people: readonly Person[]) => people.map(({ name }) => name)

describe('people', () => {
  it('are found by parts of name, username and e-mail address, by the name received and by id', async () => {
    const of = async (search: string) => names((await answer({ search, limit: '10' })).people)
    expect(await of('00042')).toEqual(['Éric 00042', 'Worker 00042'])
    expect(await of('042 eric')).toEqual(['Éric 00042'])
    expect(await of('USER4999@')).toEqual(['Worker 04999'])
    expect(await of('mail4999@post')).toEqual(['Worker 04999'])
    expect(await of('eric_x')).toEqual(['Éric 00042'])
    const [eric] = (await answer({ search: 'eric', limit: '10' })).people
    expect(await of(eric?.id ?? '')).toEqual(['Éric 00042'])
    expect(await of('none-such')).toEqual([])
    expect((await answer({ search: 'worker', limit: '10' })).total).toBe(totalMax)
    expect((await answer({ search: 'worker', limit: '10', total: 'exact' })).total).toBe(many)
    expect((await answer({ search: '99', limit: '10' })).total).toBe(95)
  })

  it('are filtered by provider and by whether they were deactivated', async () => {
    const of = async (query: Query) => {
      const { people, total } = await answer({ limit: '3', ...query })
      return [names(people), total]
    }
    expect(await of({ state: 'deactivated' })).toEqual([['Worker 00007', 'Worker 01007', 'Worker 02007'], 5])
    expect(await of({ state: 'active', search: '00007' })).toEqual([[], 0])
    expect(await of({ idp: otherProvider })).toEqual([['Éric 00042'], 1])
    expect(await of({ idp: uuidv7(Date.now()) })).toEqual([[], 0])
    expect(await of({ idp: 'x' })).toEqual([[], 0])
  })

  it('come in pages that show each person once, in both directions', async () => {
    const walked = async (sort: 'name' | '-name') => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await answer({ search: '0000', sort, limit: '4', cursor })
        seen.push(...names(page.people))
        cursor = page.next ?? undefined
      } while (cursor !== undefined)
      return seen
    }
    const forward = await walked('name')
    expect(forward).toEqual(Array.from({ length: 9 }, (_, at) => `Worker 0000${at + 1}`))
    expect(await walked('-name')).toEqual(forward.toReversed())
    expect(names((await answer({ limit: '2', cursor: 'end' })).people)).toEqual(['Worker 04999', 'Worker 05000'])
  })

  it('are found again under the name of their latest sign-in', async () => {
    await inTenant(({ db }) => sql`update users set name = 'Renamed Person' where subject = '4711'`.execute(db))
    expect(names((await answer({ search: 'renamed', limit: '5' })).people)).toEqual(['Renamed Person'])
    expect(names((await answer({ search: '04711', limit: '5' })).people)).toEqual([])
  })
})

describe('the work behind', () => {
  it('a search grows with what it finds, and not with the tenant', async () => {
    await sql`analyze users`.execute(server.database.owner)
    for (const search of ['none-such', '00042', '042 eric', 'mail4999@post']) {
      const read = await inTenant(async (tx) => {
        // As in a larger table, where a scan costs more than an index.
        await sql`set local enable_seqscan = off`.execute(tx.db)
        const before = await rowsRead(tx)
        const filter = { search }
        await personPage(tx, filter, { isDescending: false, place: undefined, limit: 10 })
        await totalOf(tx, {}, (isExact) => everyPerson(tx, filter, isExact))
        return (await rowsRead(tx)) - before
      })
      // The first people of the walk, looked at for the page, for its end and for the total, and what is found.
      expect(read, search).toBeLessThan(3 * begunMax + 100)
    }
  })

  it('a page reads only its own rows, also from the middle of the list', async () => {
    await sql`vacuum analyze users`.execute(server.database.owner)
    const { next } = await answer({ limit: '50' })
    for (const cursor of [undefined, next ?? undefined])
      for (const filter of [{}, { search: 'worker' }, { state: 'deactivated' }] as const) {
        const read = await inTenant(async (tx) => {
          const before = await rowsRead(tx)
          await personPage(tx, filter, { isDescending: false, place: personPlace(cursor), limit: 50 })
          return (await rowsRead(tx)) - before
        })
        // At most each row from the index and again by its id, and the few before them that the search leaves out.
        expect(read, JSON.stringify(filter)).toBeLessThanOrEqual(3 * 51)
      }
  })
})

/** Rows of the table, without those read only from an index. */
async function rowsRead({ db }: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'users'`.execute(
    db,
  )
  return rows[0]?.read ?? 0
}

describe('a person who is written', () => {
  it('has the texts of the functions for search and order, which ASCII names do not call', async () => {
    const { next, oneOf } = randomChoices(45)
    const letters = [...'abzABZ019 .-_@']
    const made = (alphabet: readonly string[], longest: number) =>
      Array.from({ length: Math.floor(next() * longest) }, () => oneOf(alphabet)).join('')
    const rows = Array.from({ length: 300 }, (_, at) => {
      const alphabet = at % 3 === 0 ? [...letters, ...'éÉßЖжΩω😀ﬁ'] : letters
      const [name, username, email] = [made(alphabet, 300), made(alphabet, 40), made(alphabet, 40)]
      const received = oneOf([null, username, made(alphabet, 40)])
      return { name, username, username_received: received, email: oneOf([null, username, email]) }
    })
    const wrong = await inTenant(async ({ db }) => {
      const { rows: found } = await sql`
        with written as (
          insert into users (tenant_id, id, identity_provider_id, subject, username, username_received, name, nickname, email)
          select ${tenantId}, gen_random_uuid(), ${otherProvider}, 'written ' || n, username, username_received, name, '', email
            from jsonb_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::jsonb)
              as given (n integer, username text, username_received text, name text, email text)
          returning *)
        select name from written
         where folded_text <> portico_person_text(name, username, username_received, email)
            or sort_key <> portico_sort_key(portico_folded(name))`.execute(db)
      await sql`delete from users where subject like 'written %'`.execute(db)
      return found
    })
    expect(wrong).toEqual([])
  })
})
