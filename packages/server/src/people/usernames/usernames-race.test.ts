import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { revertDue } from '../../providers/identity-providers/drafts/revert-unconfirmed.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { proveDraft } from '../../testing/keep-provider.ts'
import { providerChanges, type ProviderChanges } from '../../testing/provider-changes.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  providerEntry,
  startAt,
  whoIs,
} from '../../testing/sign-in-run.ts'
import {
  createTestServer,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let provider: ScriptedProvider
let acme: ImportedTenant
let run: ProviderChanges
let admin: Browser
let slug = ''
let count = 0

/** Stops a transaction that writes a row of the trigger below. */
const gate = 4_713

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
  await sql`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.lit(gate)}); return new; end $$`.execute(server.database.owner)
  // The last thing of a sign-in, and of a change of formats.
  await sql`
    create trigger gate before insert on audit for each row
      when (new.target_name = 'dana' or new.action in (
        'identity-provider.keep', 'identity-provider.revert-unconfirmed', 'tenant.import'))
      execute function wait_at_gate()`.execute(server.database.owner)
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})
beforeEach(async () => {
  slug = `race${(count += 1)}`
  acme = await server.importTenant(file([]))
  run = providerChanges(server, acme, provider)
  admin = (await run.signIn({ username: `ada@${slug}.example`, groups: ['admins'] })).browser
})

/** Two providers; the people of a part of the domain become those of the second one. */
const file = (more: readonly string[], first = [providerEntry(provider.issuer, { suffixes: [`${slug}.example`] })]) =>
  smallTenant(slug, {
    identityProviders: [
      ...first,
      providerEntry(provider.issuer, { name: 'Second', primary: false, suffixes: [`${slug}-b.example`, ...more] }),
    ],
  })
const moved = () => `eng.${slug}.example`
const second = () => run.idOf('Second')

async function draftFormats(suffixes: readonly string[]): Promise<void> {
  expect(await run.draftFormats(admin, second(), suffixes)).toMatchObject({ ok: true })
  await proveDraft(server, acme.id, second())
}
const keep = async (more: object = {}) => expect(await run.keep(admin, second(), more)).toMatchObject({ ok: true })

/** The second provider had the domain, and waits for the confirmation that it no longer has it. */
async function giveUpForNow(): Promise<void> {
  await server.importTenant(file([moved()]))
  await draftFormats([`${slug}-b.example`])
  await keep({ confirmWithinSecs: 600 })
}

type Door = { readonly prepare: () => Promise<void>; readonly move: () => Promise<unknown> }
const doors: readonly (readonly [string, Door])[] = [
  ['Keep', { prepare: () => draftFormats([`${slug}-b.example`, moved()]), move: () => keep() }],
  // A file that names the first provider ends the sign-ins that are under way there.
  ['a tenant file', { prepare: async () => {}, move: () => server.importTenant(file([moved()], [])) }],
  [
    'taking back an unconfirmed change',
    {
      prepare: giveUpForNow,
      move: async () => expect(await run.revert(admin, second(), 'unconfirmed')).toMatchObject({ ok: true }),
    },
  ],
  [
    'the end of the time to confirm',
    {
      prepare: async () => {
        await giveUpForNow()
        await change(server, acme, sql`update unconfirmed_changes set reverts_at = now()`)
      },
      move: async () => expect(await revertDue(server.deps)).toBe(1),
    },
  ],
]

/** A new person, whose name is the first provider's until the change. */
async function beginSignIn() {
  const browser = newBrowser(server)
  const username = `dana@${moved()}`
  provider.plays({ person: { sub: 'dana', preferred_username: username, name: 'dana', groups: ['staff'] } })
  const redirectUrl = await startAt(browser, username)
  const answer = provider.authorize(redirectUrl)
  return { browser, end: async () => landing(await comeBack(browser, redirectUrl, answer)).error }
}

/** How many transactions of this database wait for another one. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
     where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(server.database.owner)
  return rows[0]?.n ?? 0
}

/** `first` stops at the gate, before it commits; then `second` has its answer or waits too, and the gate opens. */
async function during<A, B>(first: () => Promise<A>, then: () => Promise<B>): Promise<[A, B]> {
  const running = await tenantScope(server.database, acme.id).transaction(async ({ db }) => {
    await sql`select pg_advisory_xact_lock(${gate})`.execute(db)
    const one = first()
    await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toBe(1)
    let isAnswered = false
    const two = then().finally(() => (isAnswered = true))
    while (!isAnswered && (await waiting()) < 2) await delay(10)
    return { one, two }
  })
  return Promise.all([running.one, running.two])
}

const marked = async () => {
  const { rows } = await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql<{ isForeign: boolean }>`
      select username_foreign_since is not null as "isForeign" from users where name = 'dana'`.execute(db),
  )
  return rows.map(({ isForeign }) => isForeign)
}

describe.each(doors)('a new person who signs in while the name moves to another provider by %s', (_, door) => {
  it('is found by the change, and the session ends, where the sign-in is first', async () => {
    await door.prepare()
    const { browser, end } = await beginSignIn()
    const [error] = await during(end, door.move)
    expect(error).toBeNull()
    expect(await marked()).toEqual([true])
    expect(await whoIs(browser)).toBeUndefined()
  })

  it('is refused where the change is first', async () => {
    await door.prepare()
    const { browser, end } = await beginSignIn()
    const [, error] = await during(door.move, end)
    expect(error).toBe('AUTH-001001')
    expect((await lastRecord(server, acme)).finding).toBe('username-foreign')
    expect(await marked()).toEqual([])
    expect(await whoIs(browser)).toBeUndefined()
  })
})
