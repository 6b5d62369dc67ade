import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { createBrowser, createTestServer, signedIn, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { createRepairSession } from '../sessions/repair-sessions.ts'
import { createSetupSession } from '../sessions/setup-sessions.ts'
import { makeSetupUrl } from '../setup/queries.ts'

let server: TestServer
let acme: ImportedTenant

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
})
afterAll(() => server?.close())

const browserWith = (cookies: Record<string, string>) =>
  createBrowser(server, server.deps.settings.baseUrl, { session: '', csrf: '', ...cookies })

it.each<[string, () => Promise<{ send: (path: string) => Promise<Response> }>, boolean]>([
  ['a session', () => signedIn(server, acme, { username: 'ada@acme.example', groups: ['staff'] }), true],
  ['no cookie', () => Promise.resolve(createBrowser(server, server.deps.settings.baseUrl)), false],
  ['only the CSRF cookie', () => Promise.resolve(browserWith({ csrf: 'left' })), false],
  [
    'the cookie of an unknown session',
    () => Promise.resolve(browserWith({ session: 'x'.repeat(43), csrf: 'left' })),
    false,
  ],
])('%s is answered without an error, and without anything about the person', async (_, open, has) => {
  const response = await (await open()).send('/api/login/session')
  expect([response.status, await response.json()]).toEqual([200, { signedIn: has }])
  expect(response.headers.get('cache-control')).toContain('no-store')
})

it.each(['repair', 'setup'])('a %s session is answered like any other, until it ends', async (kind) => {
  const token = randomToken()
  const hash = hashToken(token)
  const nowMs = Date.now()
  await tenantScope(server.database, acme.id).transaction(async (tx) => {
    if (kind === 'repair') return createRepairSession(tx, hash, nowMs)
    return createSetupSession(tx, {
      hash,
      nowMs,
      urlEndsAt: await makeSetupUrl(tx, { token: randomToken(), by: 'test' }),
    })
  })
  const browser = browserWith({ session: token })
  const has = async () => (await browser.send('/api/login/session')).json()
  expect(await has()).toEqual({ signedIn: true })
  const table = sql.table(kind === 'repair' ? 'repair_sessions' : 'setup_sessions')
  await tenantScope(server.database, acme.id).transaction((tx) => sql`delete from ${table}`.execute(tx.db))
  expect(await has()).toEqual({ signedIn: false })
})

it('a program is not the session of a browser, whether its token is valid or not', async () => {
  const send = (authorization: string) =>
    createBrowser(server, server.deps.settings.baseUrl).send('/api/login/session', { headers: { authorization } })
  for (const authorization of ['Bearer x', 'Basic eDp5', 'DPoP x'])
    expect(await (await send(authorization)).json()).toEqual({ signedIn: false })
})

it('the question does not keep the session alive, and an ended session is none', async () => {
  const browser = await signedIn(server, acme, { username: 'bea@acme.example', groups: ['staff'] })
  const run = (query: ReturnType<typeof sql<{ used: Date }>>) =>
    tenantScope(server.database, acme.id).transaction((tx) => query.execute(tx.db))
  const ofBea = sql`user_id in (select id from users where username = 'bea@acme.example')`
  await run(sql`update sessions set last_used_at = now() - interval '10 minutes' where ${ofBea}`)
  const used = async () => (await run(sql`select last_used_at as used from sessions where ${ofBea}`)).rows[0]?.used
  const before = await used()
  expect(await (await browser.send('/api/login/session')).json()).toEqual({ signedIn: true })
  await server.deps.senders.settled()
  expect(await used()).toEqual(before)
  await run(sql`update sessions set ended_at = now() where ${ofBea}`)
  await expect
    .poll(async () => (await browser.send('/api/login/session')).json(), { timeout: 5000 })
    .toEqual({ signedIn: false })
})
