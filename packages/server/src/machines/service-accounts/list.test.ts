import {
  compareCodePoints,
  folded,
  isIdWord,
  listServiceAccounts,
  matchesSearch,
  parseSearch,
  sortKey,
  totalMax,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { accountPage, everyAccount, lookUp, orderOf } from './list-queries.ts'

let server: TestServer
let admin: Browser
let tenantId = ''
let environmentId = ''
let staging = ''

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  await admin.core.environments.fetchAdmin()
  const environments = admin.core.environments.getState().adminEnvironments ?? []
  tenantId = acme.id
  environmentId = environments.find((one) => one.name === 'Production')?.id ?? ''
  staging = environments.find((one) => one.name === 'Staging')?.id ?? ''
})
afterAll(() => server.close())

type Query = NonNullable<NonNullable<Parameters<typeof admin.core.client.call<typeof listServiceAccounts>>[1]>['query']>
const ask = (query: Query, envId = environmentId) =>
  admin.core.client.call(listServiceAccounts, { params: { envId }, query })
async function answer(query: Query, envId = environmentId) {
  const outcome = await ask(query, envId)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}
const namesOf = ({ serviceAccounts }: { serviceAccounts: readonly { name: string }[] }) =>
  serviceAccounts.map(({ name }) => name)
const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  tenantScope(server.database, tenantId).transaction(work)

/** Accounts by SQL, as an earlier version of the server would insert them. */
async function put(names: readonly string[], envId = environmentId): Promise<void> {
  const rows = names.map((name) => ({
    tenant_id: tenantId,
    id: uuidv7(server.clock.now()),
    environment_id: envId,
    name,
    key1: 'pem',
    key1_algorithm: 'RSA',
    key1_thumbprint: 'x',
  }))
  await inTenant(async ({ db }) => {
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('service_accounts')
        .values(rows.slice(at, at + 500))
        .execute()
  })
}
const clear = (envId = environmentId) =>
  inTenant(({ db }) => db.deleteFrom('service_accounts').where('environment_id', '=', envId).execute())

async function walk(query: Query, each: () => Promise<void> = async () => undefined): Promise<string[]> {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await answer({ ...query, ...(cursor === undefined ? {} : { cursor }) })
    names.push(...namesOf(page))
    cursor = page.next ?? undefined
    await each()
  } while (cursor !== undefined)
  return names
}

const unlike = [
  'node 10',
  'node 9',
  'Node 2',
  'node 02',
  'node 1x',
  'node',
  'NODE 3',
  'Élan',
  'elan 2',
  'Zebra',
  'zebra 2',
  'ärger',
  'apple',
  'Straße',
  'Ærø',
  'Łódź',
  'Ωmega',
  'ωmega 1',
  'Борис',
  'борис 2',
  'ﬁnance',
  '１２ wide',
  '😀 robot',
  '\ufffd box',
  '_under',
  '-dash',
  'urn:portico',
  '100%',
  'a_b',
  'back\\slash',
  "quo'te",
  '12345678901234567890',
  '99999999999999999',
  '000000000000000000001',
  'a'.repeat(128),
  '1a'.repeat(64),
  '日本',
  'İstanbul',
  'ıstanbul',
]

describe('order', () => {
  it('PostgreSQL and core make the same key of every name', async () => {
    const letters = [...'abzABZéÉß019 .-_日ѢЖжΩω😀\u0301ﬁ½Ⅷ']
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const made = Array.from({ length: 400 }, () =>
      Array.from({ length: 1 + random(40) }, () => letters[random(letters.length)]).join(''),
    )
    const names = [...unlike, ...made]
    const { rows } = await sql<{ folded: string; key: string }>`
      select portico_folded(name) as folded, portico_sort_key(portico_folded(name)) as key
      from unnest(${names}::text[]) with ordinality as given (name, place) order by place`.execute(server.database.app)
    expect(rows.map((row) => row.folded)).toEqual(names.map(folded))
    expect(rows.map((row) => row.key)).toEqual(names.map(sortKey))
  })

  it('is the order of core, in both directions, and numbers count as numbers', async () => {
    await clear()
    await put(unlike)
    const wanted = unlike.toSorted((a, b) => compareCodePoints(sortKey(a), sortKey(b)))
    const keys = (names: readonly string[]) => names.map(sortKey)
    expect(keys(await walk({ limit: '7' }))).toEqual(keys(wanted))
    expect(keys(await walk({ limit: '7', sort: '-name' }))).toEqual(keys(wanted.toReversed()))
    expect(keys(namesOf(await answer({})))).toEqual(keys(wanted))
    const nodes = (await walk({ limit: '5', search: 'node' })).map((name) => name.toLowerCase())
    expect(nodes.map(sortKey)).toEqual(
      ['node', 'node 1x', 'node 2', 'node 2', 'node 3', 'node 9', 'node 10'].map(sortKey),
    )
  })

  it('by last change, to the microsecond, shows each account once', async () => {
    await clear()
    await put(Array.from({ length: 30 }, (_, at) => `a ${at}`))
    await inTenant(({ db }) =>
      sql`update service_accounts set updated_at = now() + (ascii(right(name, 1)) || ' microseconds')::interval`.execute(
        db,
      ),
    )
    const up = await walk({ limit: '4', sort: 'updatedAt' })
    expect(new Set(up).size).toBe(30)
    expect(await walk({ limit: '7', sort: '-updatedAt' })).toEqual(up.toReversed())
  })
})

describe('pages', () => {
  it('follow one another though accounts come and go between them', async () => {
    await clear()
    const kept = Array.from({ length: 40 }, (_, at) => `kept ${at}`)
    const gone = Array.from({ length: 40 }, (_, at) => `kept ${at} gone`)
    await put([...kept, ...gone])
    let round = 0
    const names = await walk({ limit: '6' }, async () => {
      round += 1
      await put([`a new one ${round}`, `kept ${round * 2} new`])
      await inTenant(({ db }) =>
        db
          .deleteFrom('service_accounts')
          .where('name', 'in', gone.slice(round * 3, round * 3 + 3))
          .execute(),
      )
    })
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => kept.includes(name))).toEqual(kept)
  })

  it('go back as they went on, begin at the end where asked, and count what matches', async () => {
    await clear()
    const names = Array.from({ length: 25 }, (_, at) => `p ${at}`)
    await put(names)
    const first = await answer({ limit: '10' })
    expect(first).toMatchObject({ total: 25, previous: null })
    const second = await answer({ limit: '10', cursor: first.next ?? '' })
    expect(second.total).toBeUndefined()
    expect(namesOf(await answer({ limit: '10', cursor: second.previous ?? '' }))).toEqual(namesOf(first))
    const last = await answer({ limit: '10', cursor: 'end' })
    expect(namesOf(last)).toEqual(names.slice(15))
    expect(last).toMatchObject({ total: 25, next: null })
    expect(namesOf(await answer({ limit: '10', cursor: last.previous ?? '' }))).toEqual(names.slice(5, 15))
    expect(await answer({ limit: '10', search: 'p 2' })).toMatchObject({ total: 7, next: null, previous: null })
    expect(namesOf(await answer({ limit: '10', cursor: 'end', sort: '-name' }))).toEqual(
      names.slice(0, 10).toReversed(),
    )
  })

  const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const id = '0190a000-0000-7000-8000-000000000000'
  it.each([
    ['no cursor', 'x'],
    ['JSON of another shape', forged({ after: 1 })],
    ['an invalid side', forged(['beside', 'name', 'a', id])],
    ['an invalid id', forged(['after', 'name', 'a', "' or 1=1"])],
    ['a key with NUL', forged(['after', 'name', 'a\0', id])],
    ['half a character', forged(['after', 'name', '\ud800', id])],
    ['a cursor of another order', forged(['after', 'updatedAt', '2026-01-01T00:00:00.000000Z', id])],
  ])('%s is refused with the field cursor', async (_, cursor) => {
    expect(await ask({ limit: '5', cursor })).toMatchObject({
      ok: false,
      problem: { status: 400, errorID: 'INVALID_REQUEST', details: [{ fieldID: 'cursor', errorID: 'INVALID_VALUE' }] },
    })
  })
  it.each(['2026-02-30T00:00:00.000000Z', '2026-01-01T99:00:00.000000Z', '0000-01-01T00:00:00.000000Z', 'yesterday'])(
    'a cursor with the time %s is refused',
    async (key) => {
      const cursor = forged(['after', 'updatedAt', key, id])
      expect(await ask({ limit: '5', sort: 'updatedAt', cursor })).toMatchObject({ problem: { status: 400 } })
    },
  )
  it.each([
    { limit: '0' },
    { limit: '1001' },
    { limit: '-1' },
    { limit: 'ten' },
    { sort: 'key1' },
    { include: 'all' },
    { match: 'like' },
    { search: 'a\0' },
  ])('%j is refused by its field', async (query) => {
    const [fieldID] = Object.keys(query)
    expect(await ask(query as Query)).toMatchObject({ problem: { status: 400, details: [{ fieldID }] } })
  })
})

describe('search', () => {
  it('finds what core finds, by every way of searching', async () => {
    await clear()
    await put(unlike)
    const all = (await answer({})).serviceAccounts
    for (const typed of [
      'node',
      'NODE 1',
      '1 node',
      'elan',
      'ÉLAN',
      'fi',
      '100%',
      'a_b',
      '\\',
      "'",
      'борис',
      'ωmega',
      '12',
      '!node',
      '-f nd9',
      '-f %',
      '😀',
      all[3]?.id ?? '',
    ]) {
      const { match, text } = parseSearch(typed)
      const found = namesOf(await answer({ limit: '100', search: text, match }))
      const wanted = all.filter((row) =>
        matchesSearch(`${folded(row.name)} ${isIdWord(text) ? row.id : ''}`, { match, text }),
      )
      expect([typed, found]).toEqual([typed, wanted.map((row) => row.name)])
    }
  })

  it('by prefix finds the names that begin with it, as core does', async () => {
    await clear()
    await put(unlike)
    const all = (await answer({})).serviceAccounts
    for (const search of ['n', 'Node', 'node ', 'É', '100%', 'a_', 'ode', "'"]) {
      const found = namesOf(await answer({ limit: '100', search, match: 'prefix' }))
      const wanted = all.filter((row) => matchesSearch(folded(row.name), { match: 'prefix', text: search }))
      expect([search, found]).toEqual([search, wanted.map((row) => row.name)])
    }
    expect(namesOf(await answer({ limit: '100', search: 'node', match: 'prefix' }))).not.toEqual([])
  })

  it('finds an account by its URN, and not by a word that every URN contains', async () => {
    await clear()
    await put(['ledger', 'billing', 'an account'])
    const [one] = (await answer({ search: 'ledger' })).serviceAccounts
    expect(namesOf(await answer({ limit: '5', search: one?.urn ?? '' }))).toEqual(['ledger'])
    expect(namesOf(await answer({ limit: '5', search: 'urn:portico:acme:service-account:' }))).toHaveLength(3)
    expect(namesOf(await answer({ limit: '5', search: 'account' }))).toEqual(['an account'])
  })

  it('by name meets the account in any case, and no environment shows those of another', async () => {
    await clear()
    await put(['Ledger', 'ledger 2'])
    await put(['ledger'], staging)
    expect(namesOf(await answer({ name: 'LEDGER' }))).toEqual(['Ledger'])
    expect(namesOf(await answer({ limit: '10', search: 'ledger' }, staging))).toEqual(['ledger'])
  })
})

describe('the complete answer', () => {
  const path = () => `/api/portal/admin/environments/${environmentId}/service-accounts`

  it('keeps the shape of the specification, whether in one part or in many', async () => {
    await clear()
    await put(['one', 'two'])
    expect(Object.keys(await answer({})).toSorted()).toEqual(['readonly', 'serviceAccounts'])
    await put(Array.from({ length: 1_203 }, (_, at) => `many ${at}`))
    const whole = await answer({})
    expect(Object.keys(whole).toSorted()).toEqual(['readonly', 'serviceAccounts'])
    expect(namesOf(whole)).toEqual(await walk({ limit: '1000' }))
    expect(whole.serviceAccounts).toHaveLength(1_205)
  })

  it('is made as it is read: what a slow reader has not taken yet is not in memory', async () => {
    await clear()
    await put(Array.from({ length: 3_000 }, (_, at) => `part ${at}`))
    const parts = await admin.send(path())
    const reader = parts.body?.getReader()
    const first = await reader?.read()
    await clear()
    let text = new TextDecoder().decode(first?.value)
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      text += new TextDecoder().decode(part.value)
    const { serviceAccounts } = JSON.parse(text) as { serviceAccounts: unknown[] }
    expect(serviceAccounts.length).toBeGreaterThanOrEqual(500)
    expect(serviceAccounts.length).toBeLessThan(3_000)
  })
})

describe('a long answer that a slow reader takes', () => {
  const path = () => `/api/portal/admin/environments/${environmentId}/service-accounts`
  const drained = async (reader: ReadableStreamDefaultReader<Uint8Array> | undefined) => {
    let bytes = 0
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) bytes += part.value.length
    return bytes
  }
  const revocations: [string, (username: string) => Promise<unknown>][] = [
    [
      'the person signed out',
      (username) =>
        inTenant(({ db }) =>
          sql`update sessions s set ended_at = now() from users u where u.id = s.user_id and u.username = ${username}`.execute(
            db,
          ),
        ),
    ],
    [
      'the person was deactivated',
      (username) =>
        inTenant(({ db }) => db.updateTable('users').set({ active: false }).where('username', '=', username).execute()),
    ],
    [
      'the person is no longer an administrator',
      (username) =>
        inTenant(({ db }) =>
          sql`delete from user_groups ug using users u where u.id = ug.user_id and u.username = ${username}`.execute(
            db,
          ),
        ),
    ],
  ]

  it.each(revocations)('is cut off once %s', async (reason, revoke) => {
    await clear()
    await put(Array.from({ length: 3_000 }, (_, at) => `part ${at}`))
    const username = `${reason.replaceAll(' ', '-')}@acme.example`
    const acme = await server.importTenant(smallTenant('acme'))
    const other = await signedIn(server, acme, { username, groups: ['admins'] })
    const reader = (await other.send(path())).body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await revoke(username)
    await expect(drained(reader)).rejects.toThrow()
  })
})

describe('the work behind a search', () => {
  // Statistics of a moment between two tests would be those of another table.
  beforeAll(() =>
    sql`alter table service_accounts set (autovacuum_enabled = false)`
      .execute(server.database.owner)
      .then(() => undefined),
  )

  it('grows with what it finds and not with the environment', async () => {
    await clear()
    await put(Array.from({ length: 5_000 }, (_, at) => `Worker ${String(at).padStart(5, '0')}`))
    await put(['Éric 00042'])
    // Those that autovacuum took before it was turned off would decide otherwise.
    await sql`analyze service_accounts`.execute(server.database.owner)
    for (const [search, names] of [
      ['none-such', []],
      ['00042', ['Éric 00042', 'Worker 00042']],
      ['042 eric', ['Éric 00042']],
    ] as const) {
      const found = await readBy(search)
      expect(found, search).toMatchObject({ names, total: names.length })
      expect(found.read, search).toBeLessThan(100)
    }
    // Too many to fetch one by one, and too short for the index: the list is walked.
    expect((await answer({ search: 'worker', limit: '10' })).total).toBe(totalMax)
    expect((await answer({ search: 'worker', limit: '10', total: 'exact' })).total).toBe(5_000)
    expect((await answer({ search: '99', limit: '10' })).total).toBe(95)
  })

  /** The page, its total, and the rows of the table that were read for both; nothing has been vacuumed. */
  function readBy(search: string) {
    return inTenant(async (tx) => {
      const before = await rowsRead(tx)
      const filter = await lookUp(tx, environmentId, { search })
      const order = orderOf(undefined)
      const { accounts } = await accountPage(tx, environmentId, filter, { order, place: undefined, limit: 10 })
      const { total } = await totalOf(tx, {}, () => everyAccount(tx, environmentId, filter))
      return { names: accounts.map(({ name }) => name), total, read: (await rowsRead(tx)) - before }
    })
  }

  async function rowsRead({ db }: TenantTransaction): Promise<number> {
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where relname = 'service_accounts'`.execute(db)
    return rows[0]?.read ?? 0
  }
})

describe('the work behind a page', () => {
  it('is read only from an index, and a page in the middle begins there', async () => {
    await clear()
    await put(Array.from({ length: 5_000 }, (_, at) => `indexed ${at}`))
    await sql`vacuum analyze service_accounts`.execute(server.database.owner)
    const explained = await inTenant(({ db }) =>
      sql<{ 'QUERY PLAN': string }>`explain (costs off) select id from service_accounts a
        where tenant_id = ${tenantId}::uuid and environment_id = ${environmentId}::uuid
          and strpos(folded_name, ${'ed 77'}) > 0 and strpos('urn:' || id::text, ${'0'}) > 0
          and (sort_key, id) > (${'indexed 4'}::text, ${'0190a000-0000-7000-8000-000000000000'}::uuid)
        order by sort_key, id limit 100`.execute(db),
    )
    const text = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('Index Only Scan using service_accounts_by_name')
    expect(text).toMatch(/Index Cond: .*ROW\(sort_key, id\) > ROW/)
  })
})
