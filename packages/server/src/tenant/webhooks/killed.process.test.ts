import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import { readSecretKeys } from '../../kit/secrets/secret-keys.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { killableServers, type KillableServers } from '../../testing/killable-server.ts'
import { startReceiver, type Receiver } from '../../testing/webhook-receiver.ts'
import { createTestServer, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { insertWebhook } from './queries.ts'
import { newWebhookSecret, webhookSecretContext } from './secrets.ts'

const timeout = 300_000
const waits = { timeout: 120_000, interval: 50 }

let server: TestServer
let processes: KillableServers
let receiver: Receiver
let acme: ImportedTenant

beforeAll(async () => {
  const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')
  server = await createTestServer({}, { secrets: createSecretBox(readSecretKeys('', { PORTICO_SECRET_KEY })) })
  const { url, appUrl } = server.database
  processes = await killableServers({ DATABASE_URL: url, PORTICO_APP_DATABASE_URL: appUrl, PORTICO_SECRET_KEY })
  acme = await server.importTenant(smallTenant('acme'))
  receiver = await startReceiver()
}, timeout)
afterAll(async () => {
  await processes?.remove()
  await server?.close()
  await receiver?.close()
})

const write = (name: string) =>
  tenantScope(server.database, acme.id).transaction((tx) => {
    const by = { actor: { kind: 'system', name: 'Portico' }, requestId: 'r', nowMs: server.clock.now() } as const
    return recordAudit(tx, by, { action: 'test.write', target: { kind: 'test', name } })
  })
const sent = () =>
  receiver.got.map(({ body }) => (body.data['rows'] as { target: { name: string } }[]).map(({ target }) => target.name))

it(
  'a server that is killed during a delivery is continued by another one: the same message once more, then the next',
  async () => {
    const id = uuidv7(Date.now())
    const secret = newWebhookSecret()
    const values = { url: receiver.url, events: ['audit'], actions: ['test'], enabled: true } as const
    const sealed = server.deps.secrets.seal(secret, webhookSecretContext(id))
    await tenantScope(server.database, acme.id).transaction((tx) => insertWebhook(tx, { id, values, sealed }))
    receiver.answers('hang', { status: 204 })
    await write('one')
    const first = await processes.start()
    await expect.poll(sent, waits).toEqual([['one']])
    await first.kill()
    await write('two')
    // Its lease ends after a minute.
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`update webhooks set taken_until = now()`.execute(db),
    )
    const others = await Promise.all([processes.start(), processes.start()])
    await expect.poll(sent, waits).toEqual([['one'], ['one'], ['two']])
    const [before, again, next] = receiver.got
    expect(again?.headers['webhook-id']).toBe(before?.headers['webhook-id'])
    expect(next?.headers['webhook-id']).not.toBe(before?.headers['webhook-id'])
    expect(receiver.got.every((one) => one.isSignedBy(secret))).toBe(true)
    await Promise.all(others.map((one) => one.kill()))
  },
  timeout,
)
