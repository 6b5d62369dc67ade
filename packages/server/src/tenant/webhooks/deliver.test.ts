import { deleteWebhook, listWebhooks, updateWebhook, type AuditRow } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import { watchExpiries } from '../notices/watch-expiries.ts'
import { addAuditRows, auditRows } from '../../testing/audit-rows.ts'
import { madeCertificate } from '../../testing/made-certificates.ts'
import { startReceiver, type Receiver } from '../../testing/webhook-receiver.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { removeWebhooks } from '../../testing/remove-webhooks.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { sendNext, startWebhooks } from './deliver.ts'
import { insertWebhook, type WebhookValues } from './queries.ts'
import { newWebhookSecret, webhookSecretContext } from './secrets.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let receiver: Receiver
let count = 0
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  await removeWebhooks(server)
  acme = await server.importTenant(smallTenant(`acme${(count += 1)}`))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  receiver = await startReceiver()
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await receiver.close()
})

/** One server process that sends. */
function startProcess(): () => Promise<void> {
  const stop = startWebhooks(server.deps, 20)
  stops.push(stop)
  return stop
}

async function make(values: Partial<WebhookValues> = {}, tenant = acme) {
  const id = uuidv7(Date.now())
  const secret = newWebhookSecret()
  const sealed = server.deps.secrets.seal(secret, webhookSecretContext(id))
  const whole = { url: receiver.url, events: ['audit'] as const, actions: [], enabled: true, ...values }
  await tenantScope(server.database, tenant.id).transaction((tx) => insertWebhook(tx, { id, values: whole, sealed }))
  return { id, secret }
}

const scope = (tenant = acme) => tenantScope(server.database, tenant.id)
function record(tx: TenantTransaction, name: string, action = 'test.write') {
  const by = { actor: { kind: 'system', name: 'Portico' }, requestId: 'r', nowMs: server.clock.now() } as const
  return recordAudit(tx, by, { action, target: { kind: 'test', name } })
}
const write = (name: string, action?: string, tenant = acme) =>
  scope(tenant).transaction((tx) => record(tx, name, action))
const rowsOf = (got = receiver.got) =>
  got.filter(({ body }) => body.type === 'audit.rows').flatMap(({ body }) => body.data['rows'] as AuditRow[])
const names = () => rowsOf().map(({ target }) => target.name)
const waits = { timeout: 60_000, interval: 20 }
async function state(id: string) {
  const outcome = await admin.core.client.call(listWebhooks)
  const found = outcome.ok ? outcome.value.webhooks.find((one) => one.id === id) : undefined
  if (found === undefined) throw new Error('There is no such webhook.')
  return found
}
const change = (id: string, values: ReturnType<typeof sql>) =>
  scope().transaction(({ db }) => sql`update webhooks set ${values} where id = ${id}`.execute(db))

describe('delivery', () => {
  it('sends rows in order as signed messages, and shows that it did', async () => {
    const { id, secret } = await make()
    for (const name of ['one', 'two', 'three']) await write(name)
    startProcess()
    await expect.poll(names, waits).toEqual(['one', 'two', 'three'])
    expect(receiver.got.every((one) => one.isSignedBy(secret))).toBe(true)
    expect(receiver.got[0]?.body.data['tenant']).toEqual({ id: acme.id, slug: acme.slug })
    expect(rowsOf()[0]).toMatchObject({ action: 'test.write', before: null, requestId: 'r' })
    await expect.poll(async () => (await state(id)).lastDeliveredAt, waits).not.toBeNull()
    expect(await state(id)).toMatchObject({ backlog: 0, nextAttemptAt: null, failedAttempts: 0 })
  })

  it('sends the actions that were asked for, by their beginnings', async () => {
    await make({ actions: ['session', 'test.write'] })
    await write('one', 'session.begin')
    await write('two', 'other.write')
    await write('three')
    startProcess()
    await expect.poll(names, waits).toEqual(['one', 'three'])
  })

  it('sends a message that failed again with the same id and rows, and only then the next', async () => {
    const { id } = await make()
    receiver.answers({ status: 500 }, { status: 204 })
    await write('one')
    startProcess()
    await expect.poll(async () => (await state(id)).failedAttempts, waits).toBe(1)
    await write('two')
    const { nextAttemptAt, lastFailure, backlog } = await state(id)
    expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThan(Date.now())
    expect([lastFailure, backlog]).toEqual([{ kind: 'status', status: 500 }, 2])
    await change(id, sql`next_attempt_at = now()`)
    await expect.poll(names, waits).toEqual(['one', 'one', 'two'])
    const [first, second, third] = receiver.got.map(({ headers }) => headers['webhook-id'])
    expect([first === second, second === third]).toEqual([true, false])
    expect(receiver.got[0]?.text).toBe(receiver.got[1]?.text)
    await expect.poll(async () => (await state(id)).lastFailure, waits).toBeNull()
  })

  it('follows no redirect, and waits as long as a receiver asks', async () => {
    const { id } = await make()
    const elsewhere = await startReceiver()
    receiver.answers({ status: 308, location: elsewhere.url }, { status: 503, retryAfter: 3_600 })
    await write('one')
    startProcess()
    await expect.poll(async () => (await state(id)).lastFailure, waits).toEqual({ kind: 'redirect', status: 308 })
    await change(id, sql`next_attempt_at = now()`)
    await expect.poll(async () => (await state(id)).failedAttempts, waits).toBe(2)
    expect(Date.parse((await state(id)).nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_000_000)
    expect(elsewhere.got).toEqual([])
    await elsewhere.close()
  })

  it('gives up waiting for a receiver that does not answer', async () => {
    const { id } = await make()
    receiver.answers('hang')
    await write('one')
    const fetch = createProviderFetch({ ...server.deps.settings, providerTimeoutMs: 200 })
    const due = { tenantId: acme.id, id }
    const { signal } = new AbortController()
    await expect
      .poll(async () => {
        await sendNext(server.deps, due, { fetch, signal })
        return (await state(id)).lastFailure
      }, waits)
      .toEqual({ kind: 'timeout', status: null })
  })

  it('does not let a receiver that hangs delay another webhook', async () => {
    const other = await startReceiver()
    receiver.answers('hang')
    await make()
    await make({ url: other.url })
    await write('one')
    startProcess()
    await expect.poll(() => rowsOf(other.got).length, waits).toBe(1)
    await other.close()
  })

  it('pauses a webhook whose receiver failed for days, says why, and continues with what waited', async () => {
    const { id } = await make()
    receiver.answers({ status: 500 })
    await write('one')
    const stop = startProcess()
    await expect.poll(async () => (await state(id)).failedAttempts, waits).toBe(1)
    await change(id, sql`failing_since = now() - interval '5 days', next_attempt_at = now()`)
    await expect.poll(async () => (await state(id)).pausedReason, waits).toBe('failing')
    const [paused] = (await auditRows(server, acme)).filter(({ action }) => action === 'webhook.pause')
    expect(paused?.after).toMatchObject({ enabled: false, reason: 'failing' })
    await stop()
    const sent = receiver.got.length
    receiver.answers({ status: 204 })
    await write('two')
    startProcess()
    const body = { url: receiver.url, events: ['audit' as const], actions: ['test'], enabled: true }
    await admin.core.client.call(updateWebhook, { params: { id }, body })
    await expect.poll(() => names().slice(sent), waits).toEqual(['one', 'two'])
  })

  it('pauses a webhook whose receiver is gone', async () => {
    const { id } = await make()
    receiver.answers({ status: 410 })
    await write('one')
    startProcess()
    await expect.poll(async () => (await state(id)).pausedReason, waits).toBe('gone')
  })

  it('never sends rows of another tenant', async () => {
    const globex = await server.importTenant(smallTenant(`globex${count}`))
    const other = await startReceiver()
    await make()
    await make({ url: other.url }, globex)
    await write('of acme')
    await write('of globex', 'test.write', globex)
    startProcess()
    await expect.poll(names, waits).toEqual(['of acme'])
    await expect.poll(() => rowsOf(other.got).map(({ target }) => target.name), waits).toEqual(['of globex'])
    await other.close()
  })

  it('stops with the tenant that is deactivated, and with a webhook that is deleted or off', async () => {
    const { id } = await make()
    const off = await make({ url: `${receiver.url}/off`, enabled: false })
    await scope().transaction(({ db }) => sql`update tenants set deactivated = true`.execute(db))
    await write('one')
    const { id: probe } = await make({}, await server.importTenant(smallTenant(`probe${count}`)))
    startProcess()
    await write('probe', 'test.write', { ...acme, id: await tenantOf(probe) })
    await expect.poll(names, waits).toEqual(['probe'])
    await scope().transaction(({ db }) => sql`update tenants set deactivated = false`.execute(db))
    await expect.poll(names, waits).toEqual(['probe', 'one'])
    await admin.core.client.call(deleteWebhook, { params: { id } })
    await write('two')
    await write('again', 'test.write', { ...acme, id: await tenantOf(probe) })
    await expect.poll(names, waits).toEqual(['probe', 'one', 'again'])
    expect((await state(off.id)).backlog).toBeGreaterThan(0)
  })

  it('sends a row that is committed late, in its place', async () => {
    await make()
    // Because of it the webhook is due while the transaction is open.
    await write('settled')
    let proceed = () => {}
    const held = new Promise<void>((resolve) => (proceed = resolve))
    let written = () => {}
    const isWritten = new Promise<void>((resolve) => (written = resolve))
    const late = scope().transaction(async (tx) => {
      await record(tx, 'began first')
      written()
      await held
    })
    await isWritten
    await write('committed first')
    startProcess()
    await expect.poll(names, waits).toEqual(['settled'])
    proceed()
    await late
    await expect.poll(names, waits).toEqual(['settled', 'began first', 'committed first'])
  })
})

describe('notices', () => {
  it('are sent once for each stage, in their place among the rows', async () => {
    const notBefore = new Date(server.clock.now() - 86_400_000)
    const notAfter = new Date(server.clock.now() + 20 * 86_400_000)
    const signingCertificate1 = madeCertificate({ commonName: 'idp', notBefore, notAfter }).pem
    const config = { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso', signingCertificate1 }
    const [main] = smallTenant('x')['identityProviders'] as object[]
    const partners = { name: 'Partners', type: 'OPENSAML', config, emailSuffixes: [`partners${count}.example`] }
    const domain = { ...main, emailSuffixes: [`noticed${count}.example`] }
    const tenant = await server.importTenant(smallTenant(`noticed${count}`, { identityProviders: [domain, partners] }))
    await make({ events: ['notices', 'audit'], actions: ['test'] }, tenant)
    const deps = { ...server.deps, log: { warn: () => {} } as unknown as typeof server.deps.log }
    await write('before', 'test.write', tenant)
    await watchExpiries(deps)
    await watchExpiries(deps)
    await write('after', 'test.write', tenant)
    startProcess()
    await expect
      .poll(() => receiver.got.map(({ body }) => body.type), waits)
      .toEqual(['audit.rows', 'notice.expiring', 'audit.rows'])
    const [notice] = (receiver.got[1]?.body.data['notices'] ?? []) as object[]
    expect(notice).toMatchObject({
      kind: 'certificate',
      target: { name: 'Partners' },
      what: 'certificate1',
      warning: 'expires within 30 days',
    })
  })
})

describe('several processes', () => {
  it('send each row once, in order, also ten thousand of them', async () => {
    await make()
    await addAuditRows(server, acme.id, { count: 10_000, endsAtMs: Date.now() })
    for (let started = 0; started < 3; started += 1) startProcess()
    await expect.poll(() => rowsOf().length, { ...waits, timeout: 120_000 }).toBe(10_000)
    const { rows } = await sql<{ id: string }>`
      select id from audit where tenant_id = ${acme.id} and request_id like 'request %' order by position, id`.execute(
      server.database.owner,
    )
    expect(rowsOf().map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })

  it('take over a message of one that stops, at once', async () => {
    const { id } = await make()
    receiver.answers('hang', { status: 204 })
    await write('one')
    const stop = startProcess()
    await expect.poll(() => receiver.got.length, waits).toBe(1)
    await stop()
    expect((await state(id)).failedAttempts).toBe(0)
    startProcess()
    await expect.poll(names, waits).toEqual(['one', 'one'])
    expect(receiver.got[0]?.headers['webhook-id']).toBe(receiver.got[1]?.headers['webhook-id'])
  })

  it('note nothing for a message that another one has taken over', async () => {
    const { id } = await make()
    await write('one')
    let answer = (_: Response) => {}
    const fetch = () => new Promise<Response>((resolve) => (answer = resolve))
    const { signal } = new AbortController()
    const due = { tenantId: acme.id, id }
    let slow = Promise.resolve(false)
    await expect
      .poll(async () => {
        slow = sendNext(server.deps, due, { fetch, signal })
        return (await state(id)).failedAttempts === 0 && Promise.race([slow.then(() => false), taken(id)])
      }, waits)
      .toBe(true)
    await change(id, sql`taken_until = now()`)
    receiver.answers({ status: 500 })
    startProcess()
    await expect.poll(async () => (await state(id)).failedAttempts, waits).toBe(1)
    answer(new Response(null, { status: 204 }))
    await slow
    expect(await state(id)).toMatchObject({ failedAttempts: 1, lastDeliveredAt: null })
  })
})

async function taken(id: string): Promise<boolean> {
  const { rows } = await sql`select from webhooks where id = ${id} and taken_by is not null`.execute(
    server.database.owner,
  )
  return rows.length === 1
}

async function tenantOf(webhookId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select tenant_id as id from webhooks where id = ${webhookId}`.execute(
    server.database.owner,
  )
  return rows[0]?.id ?? ''
}
