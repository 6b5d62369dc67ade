import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  webhooksMax,
  type WebhookInput,
} from '@portico/core'
import { createHmac } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditRows } from '../../testing/audit-rows.ts'
import { startReceiver, type Receiver } from '../../testing/webhook-receiver.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let receiver: Receiver
let count = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  acme = await server.importTenant(smallTenant(`acme${(count += 1)}`))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

async function ok<T>(
  call: Promise<{ ok: true; value: T } | { ok: false; problem: { errorMessage: string } }>,
): Promise<T> {
  const outcome = await call
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}
async function refused(call: Promise<{ ok: boolean; problem?: unknown }>): Promise<unknown> {
  const outcome = await call
  expect(outcome.ok).toBe(false)
  const { errorID, details = [] } = outcome.problem as {
    errorID: string
    details?: { errorID: string; fieldID: string }[]
  }
  return details.length === 0 ? errorID : details.map((one) => `${one.fieldID}: ${one.errorID}`).join()
}
const change = (id: string, values: ReturnType<typeof sql>) =>
  tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`update webhooks set ${values} where id = ${id}`.execute(db),
  )
const make = (body: object = {}) =>
  ok(
    admin.core.client.call(createWebhook, {
      body: { url: receiver.url, events: ['audit'], ...body } as WebhookInput,
    }),
  )

describe('a webhook', () => {
  it('is created with a secret that is shown once, changed, listed and deleted, and the audit log says so', async () => {
    const { webhook, secret } = await make({ actions: ['session', 'session'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toMatchObject({ url: receiver.url, enabled: true, actions: ['session'], pausedReason: null })
    const params = { id: webhook.id }
    expect(JSON.stringify(await ok(admin.core.client.call(getWebhook, { params })))).not.toContain('whsec_')
    const body = { url: `${receiver.url}?token=hidden`, events: ['notices' as const], enabled: false }
    expect(await ok(admin.core.client.call(updateWebhook, { params, body }))).toMatchObject({
      enabled: false,
      actions: [],
    })
    expect((await ok(admin.core.client.call(listWebhooks))).webhooks.map(({ id }) => id)).toEqual([webhook.id])
    await ok(admin.core.client.call(deleteWebhook, { params }))
    expect((await ok(admin.core.client.call(listWebhooks))).webhooks).toEqual([])
    const audited = (await auditRows(server, acme)).filter(({ target_kind: kind }) => kind === 'webhook')
    expect(audited.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.update', 'webhook.delete'])
    expect(JSON.stringify(audited)).not.toContain('hidden')
  })

  it('keeps its secret encrypted', async () => {
    const { secret } = await make()
    const { rows } = await sql<{ secret: Buffer }>`select secret from webhooks where tenant_id = ${acme.id}`.execute(
      server.database.owner,
    )
    expect(rows[0]?.secret.toString('latin1')).not.toContain(secret.slice(6))
  })

  it.each<[string, object, string]>([
    ['an address in a private network', { url: 'https://10.0.0.1/' }, 'url: ADDRESS_FORBIDDEN'],
    ['the address of a cloud', { url: 'https://169.254.169.254/latest/meta-data' }, 'url: ADDRESS_FORBIDDEN'],
    ['a private address as a number', { url: 'https://167772161/' }, 'url: ADDRESS_FORBIDDEN'],
    ['an address inside another', { url: 'https://[::ffff:10.0.0.1]/' }, 'url: ADDRESS_FORBIDDEN'],
    ['plain http', { url: 'http://siem.example/' }, 'url: ADDRESS_HTTPS'],
    [
      'plain http to a name that only looks like this machine',
      { url: 'http://localhost.example/' },
      'url: ADDRESS_HTTPS',
    ],
    ['a password in the address', { url: 'https://a:b@siem.example/' }, 'url: ADDRESS_SHAPE'],
    ['a file', { url: 'file:///etc/passwd' }, 'url: ADDRESS_SHAPE'],
    ['no event', { events: [] }, 'events: WEBHOOK_EVENTS_REQUIRED'],
    ['an unknown action', { actions: ['%'] }, 'actions.0: WEBHOOK_ACTION_SHAPE'],
  ])('is refused with %s', async (_, body, problem) => {
    const whole = { url: 'https://siem.example/', events: ['audit'], ...body } as WebhookInput
    expect(await refused(admin.core.client.call(createWebhook, { body: whole }))).toBe(problem)
  })

  it('is one of a few', async () => {
    for (let made = 0; made < webhooksMax; made += 1) await make()
    const body = { url: receiver.url, events: ['audit' as const] }
    expect(await refused(admin.core.client.call(createWebhook, { body }))).toBe('WEBHOOKS_TOO_MANY')
  })

  it('of another tenant does not exist', async () => {
    const globex = await server.importTenant(smallTenant(`globex${count}`))
    const other = await signedIn(server, globex, { username: 'gus@globex.example', groups: ['admins'] })
    const { webhook } = await make()
    const params = { id: webhook.id }
    expect(await refused(other.core.client.call(testWebhook, { params }))).toBe('NOT_FOUND')
    expect((await ok(other.core.client.call(listWebhooks))).webhooks).toEqual([])
    expect(receiver.got).toEqual([])
  })
})

describe('the test of a webhook', () => {
  it('sends a ping that the secret verifies, and another secret does not', async () => {
    const { webhook, secret } = await make()
    const params = { id: webhook.id }
    const answer = await ok(admin.core.client.call(testWebhook, { params }))
    expect(answer).toEqual({ delivered: true, status: 204, failure: null })
    const [ping] = receiver.got
    expect(ping?.body).toMatchObject({
      type: 'ping',
      data: { tenant: { slug: `acme${count}` }, webhookId: webhook.id },
    })
    expect(ping?.isSignedBy(secret)).toBe(true)
    expect(ping?.isSignedBy(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)).toBe(false)
    expect(Math.abs(Number(ping?.headers['webhook-timestamp']) - server.clock.now() / 1000)).toBeLessThan(60)
  })

  it('signs as Standard Webhooks says', async () => {
    const { webhook, secret } = await make()
    await ok(admin.core.client.call(testWebhook, { params: { id: webhook.id } }))
    const { headers = {}, text = '' } = receiver.got[0] ?? {}
    const header = (name: string) => String(headers[name])
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const said = `${header('webhook-id')}.${header('webhook-timestamp')}.${text}`
    expect(header('webhook-signature')).toBe(`v1,${createHmac('sha256', key).update(said).digest('base64')}`)
  })

  it('is signed with both secrets after a rotation, until a day has passed', async () => {
    const { webhook, secret: old } = await make()
    const params = { id: webhook.id }
    const { secret, webhook: rotated } = await ok(admin.core.client.call(rotateWebhookSecret, { params }))
    expect(secret).not.toBe(old)
    expect(rotated.previousSecretUntil).not.toBeNull()
    await ok(admin.core.client.call(testWebhook, { params }))
    expect([receiver.got[0]?.isSignedBy(old), receiver.got[0]?.isSignedBy(secret)]).toEqual([true, true])
    await change(webhook.id, sql`previous_secret_until = now()`)
    await ok(admin.core.client.call(testWebhook, { params }))
    expect([receiver.got[1]?.isSignedBy(old), receiver.got[1]?.isSignedBy(secret)]).toEqual([false, true])
  })

  it.each<[string, Parameters<Receiver['answers']>[0], object]>([
    ['an error', { status: 500 }, { status: 500, failure: { kind: 'status', status: 500 } }],
    ['a redirect', { status: 307, location: 'elsewhere' }, { status: 307, failure: { kind: 'redirect', status: 307 } }],
    ['a closed connection', 'close', { status: null, failure: { kind: 'unreachable', status: null } }],
    ['an answer that is too large', 'flood', { status: null, failure: { kind: 'answer', status: null } }],
  ])('says what a receiver answered: %s', async (_, behaviour, said) => {
    const { webhook } = await make()
    receiver.answers(behaviour)
    const answer = await ok(admin.core.client.call(testWebhook, { params: { id: webhook.id } }))
    expect(answer).toEqual({ delivered: false, ...said })
    expect(receiver.got, 'and a redirect is not followed').toHaveLength(1)
  })

  it('does not reach a private address that is saved', async () => {
    const { webhook } = await make()
    for (const url of [`http://localhost.example:${receiver.port}/`, 'https://10.0.0.1/', 'http://169.254.169.254/']) {
      await change(webhook.id, sql`url = ${url}`)
      const answer = await ok(admin.core.client.call(testWebhook, { params: { id: webhook.id } }))
      expect(answer.failure?.kind, url).toBe('forbidden')
    }
    expect(receiver.got).toEqual([])
  })
})
