import { getLauncher, getSession, renewSession } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { change } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { readPerson } from './read-sender.ts'

let server: TestServer
let acme: ImportedTenant

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
})
afterAll(() => server.close())

let count = 0
const person = () => signedIn(server, acme, { username: `p${++count}@acme.example`, groups: ['staff'] })

const hashOf = (browser: Browser) => hashToken(browser.cookies.get('portico-session') ?? '')

/** Makes a session older in the database, because only the clock of the database counts. */
async function age(browser: Browser, change: { idleSecs?: number; absoluteSecs?: number }): Promise<void> {
  await sql`
    update sessions set last_used_at = last_used_at - make_interval(secs => ${change.idleSecs ?? 0}),
                        expires_at = expires_at - make_interval(secs => ${change.absoluteSecs ?? 0})
     where id_hash = ${hashOf(browser)}`.execute(server.database.owner)
}

const endOf = async (browser: Browser) => {
  const outcome = await browser.core.client.call(getSession)
  return outcome.ok ? Date.parse(outcome.value.expiresOn) : undefined
}

describe('a session ends', () => {
  it('after its idle time', async () => {
    const browser = await person()
    await age(browser, { idleSecs: 1799 })
    expect(await endOf(browser)).toBeDefined()
    await age(browser, { idleSecs: 2 })
    expect(await browser.core.client.call(getLauncher)).toMatchObject({ ok: false, problem: { kind: 'session-ended' } })
  })

  it('at its absolute end, regardless of renewals', async () => {
    const browser = await person()
    await age(browser, { absoluteSecs: 43_190 })
    const before = await endOf(browser)
    await browser.core.client.call(renewSession)
    expect(await endOf(browser)).toBe(before)
    await age(browser, { absoluteSecs: 20 })
    expect(await endOf(browser)).toBeUndefined()
  })

  it.each([
    ['idle time', { idleSecs: 1_801 }],
    ['absolute end', { absoluteSecs: 43_201 }],
  ])('at its %s also for a change that found the session just before', async (_, older) => {
    const browser = await person()
    const read = () => tenantScope(server.database, acme.id).transaction((tx) => readPerson(tx, hashOf(browser)))
    expect(await read()).toBeDefined()
    await age(browser, older)
    expect(await read()).toBeUndefined()
  })
})

it('the idle time of the tenant is given in seconds, beside the end (spec section 9)', async () => {
  const patient = await server.importTenant(smallTenant('patient'))
  await change(server, patient, sql`update tenants set idle_secs = 4321 where tenant_id = ${patient.id}`)
  const browser = await signedIn(server, patient, { username: 'pat@patient.example', groups: ['staff'] })
  const outcome = await browser.core.client.call(getSession)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  const { expiresOn, sessionIdleSecs } = outcome.value
  expect(sessionIdleSecs).toBe(4321)
  expect(Math.abs(Date.parse(expiresOn) - Date.now() - 4321_000)).toBeLessThan(60_000)
})

describe('what extends a session', () => {
  it('reading its clock does not, renewing does', async () => {
    const browser = await person()
    await age(browser, { idleSecs: 600 })
    const before = await endOf(browser)
    expect(await endOf(browser)).toBe(before)
    await browser.core.client.call(renewSession)
    expect(await endOf(browser)).toBeGreaterThan((before ?? 0) + 590_000)
  })

  it('a request does, unless it runs in the background', async () => {
    const browser = await person()
    await age(browser, { idleSecs: 600 })
    const before = (await endOf(browser)) ?? 0
    await browser.core.client.call(getLauncher, { background: true })
    expect(await endOf(browser)).toBe(before)
    await browser.core.client.call(getLauncher)
    expect(await endOf(browser)).toBeGreaterThan(before + 590_000)
  })

  it('is written outside of the request, and at the latest when the server stops', async () => {
    const [used, ended] = [await person(), await person()]
    for (const browser of [used, ended]) await age(browser, { idleSecs: 600 })
    const idleSecs = async (browser: Browser) => {
      const hash = hashToken(browser.cookies.get('portico-session') ?? '')
      const { rows } = await sql<{ secs: number }>`
        select extract(epoch from now() - last_used_at)::float8 as secs from sessions where id_hash = ${hash}`.execute(
        server.database.owner,
      )
      return rows[0]?.secs
    }
    for (const browser of [used, ended]) await browser.core.client.call(getLauncher)
    await sql`update sessions set ended_at = now()
               where id_hash = ${hashToken(ended.cookies.get('portico-session') ?? '')}`.execute(server.database.owner)
    await server.deps.senders.settled()
    expect(await idleSecs(used)).toBeLessThan(60)
    expect(await idleSecs(ended)).toBeGreaterThan(590)
  })

  it('is written before the answer when the session is about to end', async () => {
    const browser = await person()
    await age(browser, { idleSecs: 1_790 })
    await browser.core.client.call(getLauncher)
    const hash = hashToken(browser.cookies.get('portico-session') ?? '')
    const { rows } = await sql`
      select from sessions where id_hash = ${hash} and last_used_at > now() - interval '60 s'`.execute(
      server.database.owner,
    )
    expect(rows).toHaveLength(1)
  })

  it('is written at most once in thirty seconds', async () => {
    const browser = await person()
    const before = await endOf(browser)
    await browser.core.client.call(getLauncher)
    expect(await endOf(browser)).toBe(before)
  })
})

it('the database keeps the hash of a session id, never the id', async () => {
  const browser = await person()
  const token = browser.cookies.get('portico-session') ?? ''
  const found = await sql<{ text: string }>`select sessions::text as text from sessions`.execute(server.database.owner)
  expect(found.rows.length).toBeGreaterThan(0)
  for (const row of found.rows) expect(row.text).not.toContain(token)
})
