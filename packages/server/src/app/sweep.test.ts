import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { sweep } from './sweep.ts'
import { createTestServer, signedIn, smallTenant, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

it('sweeping removes sessions that ended a day ago, and no others', async () => {
  const acme = await server.importTenant(smallTenant('acme'))
  await signedIn(server, acme, { username: 'old@acme.example', groups: [] })
  await sql`update sessions set expires_at = now() - interval '2 days'`.execute(server.database.owner)
  await signedIn(server, acme, { username: 'new@acme.example', groups: [] })
  await sweep(server.deps)
  const left = await sql<{ n: number }>`select count(*)::int as n from sessions`.execute(server.database.owner)
  expect(left.rows).toEqual([{ n: 1 }])
})

it('a backlog is removed in batches, until it is empty', async () => {
  const globex = await server.importTenant(smallTenant('globex'))
  await sql`
    insert into sign_in_records (tenant_id, id, code, purpose, checks, address, request_id, started_at)
    select ${globex.id}::uuid, gen_random_uuid(), 'G' || n, 'login', '[]', '127.0.0.1', 'r', now() - interval '31 days'
      from generate_series(1, 5000) n`.execute(server.database.owner)
  const once = await sql<{ gone: number }>`select portico_sweep_sign_in_records()::int as gone`.execute(
    server.database.app,
  )
  expect(once.rows).toEqual([{ gone: 2000 }])
  await sweep(server.deps)
  const left = await sql<{ n: number }>`select count(*)::int as n from sign_in_records`.execute(server.database.owner)
  expect(left.rows).toEqual([{ n: 0 }])
})

it('sweeping removes idempotency keys after the time that the settings give, and no others', async () => {
  const { owner } = server.database
  const id = (await sql<{ id: string }>`select tenant_id as id from tenants limit 1`.execute(owner)).rows[0]?.id
  await owner.transaction().execute(async (tx) => {
    await sql`select set_config('portico.tenant', ${id}, true)`.execute(tx)
    for (const age of ['1 hour', '23 hours', '25 hours'])
      await sql`insert into idempotency_keys (tenant_id, actor_id, key, request_hash, created_at)
        values (${id}, 'x', ${age}, '', now() - ${age}::interval)`.execute(tx)
  })
  await sweep(server.deps)
  const left = await sql<{ keys: string[] }>`
    select array_agg(key order by created_at desc) as keys from idempotency_keys`.execute(owner)
  expect(left.rows).toEqual([{ keys: ['1 hour', '23 hours'] }])
})
