import { setTimeout as delay } from 'node:timers/promises'

import {
  answerDeviceRequest,
  endOtherSessions,
  getLauncher,
  listSessions,
  signOutPerson,
  type Outcome,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startCommandLine, type CommandLine } from '../cli-sign-in/testing/command-line.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { lockPerson } from './lock-order.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { postForm } from '../../testing/sign-in-run.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { endNamedSessions, endProviderSessions, endSessionsOfPerson } from './end-sessions.ts'

let server: TestServer
let cli: CommandLine
let acme: ImportedTenant
let provider = ''
let count = 0

/** Holds what a grant is exchanged for, when the grant is used and the next row is not there yet. */
const gate = 4_711

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  cli = await startCommandLine(server)
  acme = await server.importTenant(smallTenant('acme'))
  provider = [...acme.identityProviderIds.values()][0] ?? ''
  await sql`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(gate)}); return new; end $$`.execute(server.database.owner)
  for (const [table, kind] of [
    ['cli_grants', 'access'],
    ['sessions', 'cli'],
  ] as const)
    await sql`
      create trigger gate before insert on ${sql.table(table)} for each row when (new.kind = ${sql.lit(kind)})
      execute function wait_at_gate()`.execute(server.database.owner)
})
afterAll(async () => {
  await cli?.close()
  await server?.close()
})

const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  tenantScope(server.database, acme.id).transaction(work)
const newPerson = (groups: readonly string[] = ['staff']) =>
  signedIn(server, acme, { username: `p${(count += 1)}@acme.example`, groups })
const hashOf = (browser: Browser) => hashToken(browser.cookies.get('portico-session') ?? '')
const idOf = (browser: Browser) =>
  inTenant(async ({ db }) => {
    const query = db.selectFrom('sessions').select('user_id').where('id_hash', '=', hashOf(browser))
    return (await query.executeTakeFirstOrThrow()).user_id
  })
const isIn = async (browser: Browser) => (await browser.core.client.call(getLauncher)).ok
const allow = (browser: Browser, userCode: string) =>
  browser.core.client.call(answerDeviceRequest, { body: { userCode, decision: 'allow' } })

async function allowedDevice(browser: Browser): Promise<string> {
  const { deviceCode, userCode } = await cli.startDevice()
  expect(await allow(browser, userCode)).toMatchObject({ ok: true, value: { answered: true } })
  return deviceCode
}
async function accessToken(browser: Browser): Promise<string> {
  const { body } = await cli.poll(await allowedDevice(browser))
  return String(body['access_token'])
}
const endOthers = (browser: Browser) => browser.core.client.call(endOtherSessions)

/** How many transactions of this database wait for another one. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
     where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(server.database.owner)
  return rows[0]?.n ?? 0
}
const oneWaits = () => expect.poll(waiting, { timeout: 4_000, interval: 10 }).toBe(1)

/**
 * Begins `first`, which stops at the gate; then `second`, which has its answer or waits for the first when the gate opens.
 */
async function during<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const running = await inTenant(async ({ db }) => {
    await sql`select pg_advisory_xact_lock(${gate})`.execute(db)
    const one = first()
    await oneWaits()
    let isAnswered = false
    const two = second().finally(() => (isAnswered = true))
    while (!isAnswered && (await waiting()) < 2) await delay(10)
    return { one, two }
  })
  return Promise.all([running.one, running.two])
}

type End = (browser: Browser, admin: Browser) => Promise<unknown>
const ends: readonly (readonly [string, End])[] = [
  ['the end of all others', async (browser) => expect(await endOthers(browser)).toMatchObject({ ok: true })],
  [
    'a sign-out by an administrator',
    async (browser, admin) => {
      const params = { id: await idOf(browser) }
      expect(await admin.core.client.call(signOutPerson, { params })).toMatchObject({ ok: true })
    },
  ],
  [
    'a logout at the provider',
    async (browser) => {
      const subjectHash = Buffer.from(await idOf(browser))
      await inTenant(async (tx) => {
        const query = tx.db.updateTable('sessions').set({ provider_subject_hash: subjectHash })
        await query.where('tenant_id', '=', acme.id).where('id_hash', '=', hashOf(browser)).execute()
      })
      await inTenant((tx) => endNamedSessions(tx, { providerId: provider, session: undefined, subjectHash }))
    },
  ],
]

describe('a session of the command line that begins', () => {
  it.each(ends)('at the same time as %s does not survive it', async (_, end) => {
    const browser = await newPerson()
    const admin = await newPerson(['admins'])
    const token = await accessToken(browser)
    const [session] = await during(
      () => cli.exchange(token),
      () => end(browser, admin),
    )
    if (typeof session === 'number') throw new Error(`no session: ${session}`)
    expect(await isIn(session)).toBe(false)
  })

  it('at the same time as seven others does not survive the end of all others', async () => {
    for (let round = 0; round < 3; round += 1) {
      const browser = await newPerson()
      const tokens: string[] = []
      for (let at = 0; at < 8; at += 1) tokens.push(await accessToken(browser))
      const [ended, ...begun] = await Promise.all([endOthers(browser), ...tokens.map((token) => cli.exchange(token))])
      expect(ended).toMatchObject({ ok: true })
      const sessions = begun.filter((one) => typeof one !== 'number')
      expect(await Promise.all(sessions.map(isIn))).toEqual(sessions.map(() => false))
      expect(await openSessions(browser)).toBe(1)
    }
  })

  it('does not deadlock with the end of the provider’s sessions', async () => {
    const token = await accessToken(await newPerson())
    const [session] = await during(
      () => cli.exchange(token),
      () =>
        inTenant(async (tx) => {
          await sql`select from identity_providers where id = ${provider} for update`.execute(tx.db)
          await endProviderSessions(tx, provider)
        }),
    )
    if (typeof session === 'number') throw new Error(`no session: ${session}`)
    expect(await isIn(session)).toBe(false)
  })
})

async function openSessions(browser: Browser): Promise<number> {
  const outcome: Outcome<{ sessions: readonly unknown[] }> = await browser.core.client.call(listSessions)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value.sessions.length
}

describe('a code that is redeemed', () => {
  const signOut = async (browser: Browser) =>
    expect((await postForm(browser, '/api/login/signout', {})).status).toBe(303)

  it.each([...ends, ['the sign-out', signOut] as const])('at the same time as %s gives no session', async (_, end) => {
    const browser = await newPerson()
    const admin = await newPerson(['admins'])
    const deviceCode = await allowedDevice(browser)
    const [said] = await during(
      () => cli.poll(deviceCode),
      () => end(browser, admin),
    )
    expect(said.status).toBe(200)
    expect(await cli.exchange(String(said.body['access_token']))).toBe(401)
  })
})

describe('a browser that is signed out', () => {
  it('while its answer to a command line is under way allows nothing', async () => {
    const browser = await newPerson()
    const id = await idOf(browser)
    const { deviceCode, userCode } = await cli.startDevice()
    const answer = await inTenant(async (tx) => {
      await lockPerson(tx, id)
      const answered = allow(browser, userCode)
      await oneWaits()
      await endSessionsOfPerson(tx, id)
      return { answered }
    })
    expect(await answer.answered).toMatchObject({ ok: false, problem: { status: 401 } })
    expect((await cli.poll(deviceCode)).body).toMatchObject({ error: 'authorization_pending' })
  })
})
