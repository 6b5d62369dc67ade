import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { recordAudit } from '../kit/audit-trail/record.ts'
import { tenantScope } from '../kit/database/tenant-scope.ts'
import type { Deps } from '../kit/http/deps.ts'
import { uuidv7 } from '../kit/identifiers.ts'
import { createMetrics, type Metrics } from '../kit/metrics/metrics.ts'
import { startMetrics } from '../kit/metrics/serve.ts'
import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import { startDirectory } from '../protocols/scim/testing/directory.ts'
import { insertWebhook } from '../tenant/webhooks/queries.ts'
import { sealAudit } from '../testing/seal-audit.ts'
import { createTestServer, smallTenant, type TestServer } from '../testing/test-server.ts'
import { countAll } from './counting.ts'
import { serve, type Running } from './serve.ts'

let server: TestServer
let running: Running
let metrics: Metrics
let acme: ImportedTenant

beforeAll(async () => {
  server = await createTestServer()
  const settings = { ...server.deps.settings, metrics: { host: '127.0.0.1', port: undefined, token: 'x'.repeat(16) } }
  metrics =
    (await startMetrics(settings, server.database, undefined)) ?? createMetrics(() => server.database.poolState())
  const { tokenEndpoint } = server
  running = await serve({ ...server.deps, metrics }, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  acme = await server.importTenant(smallTenant('acme'))
})
afterAll(async () => {
  await running?.stop()
  await server?.close()
})

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${running.port}${path}`, init)
/** undefined if the answer does not have this sample. */
async function read(sample: string): Promise<number | undefined> {
  const lines = (await metrics.read()).text.split('\n')
  const line = lines.find((one) => one.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.split(' ')[1])
}
const count = () => countAll({ ...server.deps, metrics })

test('a failed sign-in is counted by the check that failed and the id that the person sees', async () => {
  const refused = 'portico_sign_in_failures_total{check="none",error="AUTH-001001"}'
  const before = (await read('portico_sign_ins_total{outcome="failed"}')) ?? 0
  expect(await read(refused)).toBeUndefined()
  const answer = await ask('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.deps.settings.baseUrl },
    body: JSON.stringify({ username: 'mallory@nowhere.example' }),
  })
  expect(await answer.json()).toMatchObject({ code: 'AUTH-001001' })
  expect(await read(refused)).toBe(1)
  const providerId = [...acme.identityProviderIds.values()][0]
  await ask(`/api/login/idps/${providerId}/oidc/callback?state=unknown&code=x`, { redirect: 'manual' })
  const text = (await metrics.read()).text
  expect(text).toMatch(/^portico_sign_in_failures_total\{check="(?!none)[a-z-]+",error="SIGN_IN_EXPIRED"\} 1$/m)
  expect(await read('portico_sign_ins_total{outcome="failed"}')).toBe(before + 2)
  expect(text).not.toContain('mallory')
})

test('a SCIM request with a valid token is counted by its outcome', async () => {
  const { providerId, token } = await startDirectory(server, 'scim')
  const send = async (path: string, authorization = `Bearer ${token}`) =>
    (await ask(`/scim/v2/${providerId}${path}`, { headers: { authorization } })).status
  expect([await send('/Users'), await send('/Users/none'), await send('/Users', 'Bearer wrong')]).toEqual([
    200, 404, 401,
  ])
  expect(await read('portico_scim_requests_total{outcome="succeeded"}')).toBe(1)
  expect(await read('portico_scim_requests_total{outcome="failed"}')).toBe(1)
})

test('waits for a connection are timed: for the share of the tenant, and for the pool', async () => {
  const waits = (queue: string, what: string) => read(`portico_database_wait_seconds_${what}{queue="${queue}"}`)
  const before = [await waits('tenant', 'count'), await waits('pool', 'count')]
  const secs = (await waits('tenant', 'sum')) ?? 0
  const { max } = server.database.poolState()
  // More at once than a tenant may hold.
  await Promise.all(
    Array.from({ length: max }, () =>
      tenantScope(server.database, acme.id).transaction(({ db }) => sql`select pg_sleep(0.2)`.execute(db)),
    ),
  )
  // Rows of earlier tests may be written meanwhile.
  expect(await waits('tenant', 'count')).toBeGreaterThanOrEqual((before[0] ?? 0) + max)
  expect(await waits('pool', 'count')).toBeGreaterThanOrEqual((before[1] ?? 0) + max)
  expect(((await waits('tenant', 'sum')) ?? 0) - secs).toBeGreaterThan(0.2)
})

test('portico_ready says what /readyz answers', async () => {
  expect((await ask('/readyz')).status).toBe(200)
  expect(await read('portico_ready')).toBe(1)
  const down = createMetrics(() => server.database.poolState())
  const deps = { ...server.deps, database: { ...server.database, probe: () => Promise.reject(new Error('down')) } }
  const { tokenEndpoint } = server
  const other = await serve({ ...deps, metrics: down }, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  expect((await fetch(`http://127.0.0.1:${other.port}/readyz`)).status).toBe(503)
  expect((await down.read()).text).toMatch(/^portico_ready 0$/m)
  await other.stop()
})

test('webhooks are counted by state, with what the active ones have not sent and how long it waits', async () => {
  const scope = tenantScope(server.database, acme.id)
  const make = async (change: ReturnType<typeof sql>) => {
    const id = uuidv7(Date.now())
    const values = { url: 'https://receiver.example', events: ['audit'] as const, actions: [], enabled: true }
    await scope.transaction((tx) => insertWebhook(tx, { id, values, sealed: randomBytes(8) }))
    await scope.transaction(({ db }) => sql`update webhooks set ${change} where id = ${id}`.execute(db))
  }
  await make(sql`failed_attempts = 0`)
  await make(sql`failed_attempts = 3`)
  await make(sql`enabled = false`)
  await make(sql`enabled = false, paused_reason = 'failing'`)
  await make(sql`enabled = false, paused_reason = 'gone'`)
  await count()
  expect(await read('portico_webhook_oldest_seconds{state="on"}')).toBe(0)
  const by = { actor: { kind: 'system', name: 'Portico' }, requestId: 'r', nowMs: Date.now() - 7_200_000 } as const
  for (const name of ['one', 'two'])
    await scope.transaction((tx) => recordAudit(tx, by, { action: 'test.write', target: { kind: 'test', name } }))
  await sql`update audit set at = now() - interval '2 hours' where action = 'test.write'`.execute(server.database.owner)
  await count()
  const text = (await metrics.read()).text
  for (const state of ['on', 'retrying', 'off', 'failing', 'gone'])
    expect(await read(`portico_webhooks{state="${state}"}`), state).toBe(1)
  for (const state of ['on', 'retrying']) expect(await read(`portico_webhook_backlog{state="${state}"}`), state).toBe(2)
  for (const state of ['off', 'failing']) expect(await read(`portico_webhook_backlog{state="${state}"}`), state).toBe(0)
  expect(await read('portico_webhook_oldest_seconds{state="retrying"}')).toBeGreaterThan(7_190)
  expect(text).not.toContain(acme.id)
  expect(text).not.toContain('receiver.example')
})

test('audit rows without a seal are counted, with the age of the oldest, until they are sealed', async () => {
  await count()
  expect(await read('portico_audit_unsealed_rows')).toBeGreaterThan(1)
  expect(await read('portico_audit_unsealed_oldest_seconds')).toBeGreaterThan(7_190)
  await sealAudit(server, [acme.id])
  await count()
  expect(await read('portico_audit_unsealed_rows')).toBe(0)
  expect(await read('portico_audit_unsealed_oldest_seconds')).toBe(0)
})

test('of one tenant at most 1,000 rows are counted', async () => {
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`insert into audit (tenant_id, id, actor_kind, actor_name, action, target_kind, request_id)
        select ${acme.id}, gen_random_uuid(), 'system', 'Portico', 'test.many', 'test', 'r'
          from generate_series(1, 1500)`.execute(db),
  )
  await count()
  expect(await read('portico_audit_unsealed_rows')).toBe(1_000)
  expect(await read('portico_webhook_backlog{state="retrying"}')).toBe(1_000)
})

test('while the database does not answer, there are no numbers rather than old ones', async () => {
  expect(await read('portico_audit_unsealed_rows')).toBeDefined()
  const database = {
    app: {
      getExecutor: () => {
        throw new Error('no database')
      },
    },
  } as unknown as Deps['database']
  await expect(countAll({ database, metrics })).rejects.toThrow('no database')
  for (const sample of [
    'portico_audit_unsealed_rows',
    'portico_webhooks{state="on"}',
    'portico_provisioning_behind{state="on"}',
  ])
    expect(await read(sample), sample).toBeUndefined()
})
