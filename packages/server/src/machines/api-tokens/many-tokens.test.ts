import { listApiTokens, revokeApiToken, totalMax } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

// The administrators' list of a tenant with 10,000 API tokens.

const count = 10_000
let server: TestServer
let acme: ImportedTenant
let ada: Browser

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  ada = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  await tenantScope(server.database, acme.id).transaction((tx) =>
    // Several of one moment, so that the order needs the id too.
    sql`
    insert into api_tokens (tenant_id, id, user_id, environment_id, application_id, name, beginning, token_hash, role_ids,
                            tenant_role_ids, created_at, expires_at)
    select ${tx.tenantId}, gen_random_uuid(), u.id, e.environment_id, e.application_id, 'job ' || n,
           'pat_' || lpad(to_hex(n), 4, '0'), sha256(n::text::bytea), '{}', '{}', now() - make_interval(secs => n / 3),
           now() + interval '1 day'
      from generate_series(1, ${count}::int) n,
           (select id from users limit 1) u, (select environment_id, application_id from environment_applications limit 1) e
    `.execute(tx.db),
  )
})
afterAll(() => server?.close())

async function page(query: Record<string, string>) {
  const answer = await ada.core.client.call(listApiTokens, { query })
  if (!answer.ok) throw new Error(answer.problem.errorMessage)
  return answer.value
}

it('pages through 10,000 tokens, each of them once and the newest first', async () => {
  const seen: { id: string; createdAt: string }[] = []
  let cursor: string | undefined
  do {
    const { tokens, next = null }: Awaited<ReturnType<typeof page>> = await page({
      limit: '500',
      ...(cursor === undefined ? {} : { cursor }),
    })
    expect(tokens.length).toBeLessThanOrEqual(500)
    seen.push(...tokens)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(count)
  const times = seen.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
})

it('finds one of them by its beginning, counts them, and revokes it', async () => {
  const first = await page({ limit: '50' })
  expect([first.tokens.length, first.total]).toEqual([50, totalMax])
  const found = await page({ limit: '50', search: `pat_${(4711).toString(16)}` })
  expect(found.tokens.map(({ name }) => name)).toEqual(['job 4711'])
  const [token] = found.tokens
  expect((await ada.core.client.call(revokeApiToken, { params: { id: token?.id ?? '' } })).ok).toBe(true)
  expect((await page({ limit: '50', state: 'active', total: 'exact' })).total).toBe(count - 1)
})
