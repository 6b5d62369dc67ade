import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { createTestServer, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { parseFilter } from '../filter.ts'
import { filterComparisonsMax } from '../limits.ts'
import { userType } from '../schemas.ts'
import { startDirectory, type Directory } from '../testing/directory.ts'
import { userColumns, userLookup, type UserRow } from '../users/queries.ts'
import { createKnownPlaces } from './known-places.ts'
import { readPage } from './page.ts'

/** More than are read at a time. */
const count = 250

let server: TestServer
let directory: Directory

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  directory = await startDirectory(server, 'compared')
  await inTenant(({ db, tenantId }) =>
    sql`
      insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, active, resource)
      select ${tenantId}, md5(n::text)::uuid, ${directory.providerId}, n, n, true,
             jsonb_build_object('userName', n::text, 'title', to_char(1000 - n, 'FM0000'), 'nickName', (n % 2)::text)
        from generate_series(1, ${count}::int) n`.execute(db),
  )
})
afterAll(() => server?.close())

const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  tenantScope(server.database, directory.tenant.id).transaction(work)

async function list(query: Record<string, string>) {
  const { status, body } = await directory.send('GET', `/Users?${new URLSearchParams(query)}`)
  return { status, body, titles: ((body['Resources'] ?? []) as { title: string }[]).map(({ title }) => title) }
}

describe('a list that is compared one by one', () => {
  const filter = 'nickName gt "0"'

  it('has all that match, in order, however it is paged', async () => {
    const whole = (await list({ filter, count: '200' })).titles
    expect(whole).toHaveLength(count / 2)
    const pages: string[] = []
    for (let startIndex = 1; startIndex <= whole.length; startIndex += 60) {
      const { body, titles } = await list({ filter, count: '60', startIndex: `${startIndex}` })
      expect(body['totalResults']).toBe(count / 2)
      pages.push(...titles)
    }
    expect(pages).toEqual(whole)
    const walked: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { body, titles } = await list({ filter, count: '60', cursor })
      expect(body['totalResults']).toBe(count / 2)
      walked.push(...titles)
      cursor = body['nextCursor'] as string | undefined
    }
    expect(walked).toEqual(whole)
    const sorted = await list({ filter, count: '200', sortBy: 'title', sortOrder: 'descending' })
    expect(sorted.titles).toEqual(whole.toSorted().toReversed())
    expect((await list({ filter, count: '0' })).body).toMatchObject({ totalResults: count / 2, Resources: [] })
  })

  it('lets others have their turn, and ends where it is too much work', async () => {
    const values = Array.from({ length: 90 }, () => ({ value: 'x'.repeat(600) }))
    await inTenant(({ db }) =>
      sql`update scim_users set resource = resource || ${JSON.stringify({ emails: values })}::jsonb`.execute(db),
    )
    const comparisons = (of: number) => Array.from({ length: of }, () => 'emails.value gt "y"').join(' or ')
    let turn = 0
    const turns = new Set<number>()
    const timer = setInterval(() => (turn += 1), 0)
    const read = (text: string) =>
      inTenant((tx) =>
        readPage<UserRow>(
          tx,
          {
            table: 'scim_users',
            providerId: directory.providerId,
            columns: userColumns,
            lookup: userLookup,
            knownPlaces: createKnownPlaces(),
            valuesOf: ({ resource }) => (turns.add(turn), resource),
          },
          { filter: parseFilter(text, userType), sort: undefined, startIndex: 1, count: 1, cursor: undefined },
        ),
      )
    expect((await read(comparisons(filterComparisonsMax / 4))).total).toBe(0)
    clearInterval(timer)
    expect(turns.size).toBeGreaterThan(10)
    expect(await list({ filter: comparisons(filterComparisonsMax) })).toMatchObject({
      status: 400,
      body: { scimType: 'tooMany', detail: expect.stringContaining('too many comparisons') },
    })
  })
})
