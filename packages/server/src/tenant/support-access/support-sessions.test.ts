import {
  endSupportSession,
  enterTenant,
  getIdentityProvider,
  getLauncher,
  getOwnSupportSession,
  getSupportTranscript,
  getVisitTranscript,
  getSession,
  leaveTenant,
  listIdentityProviders,
  listSupportSessions,
  listSupportVisits,
  putIdleTime,
  putSupportAccess,
  renewSession,
  updateIdentityProvider,
  type Endpoint,
} from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { createApp } from '../../app/app.ts'
import { openDatabase, type Database } from '../../kit/database/connect.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createDeps } from '../../app/open.ts'
import type { Also } from '../../kit/http/route.ts'
import { routes } from '../../app/routes.ts'
import { endEarlierSession } from '../../sign-in/sessions/end-earlier-session.ts'
import { sweep } from '../../app/sweep.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { whoIs } from '../../testing/sign-in-run.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  vendorTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let vendor: ImportedTenant
let acme: ImportedTenant
let admin: Browser
let kofi: Browser
let round = 0

/** Another server process on the same database. */
let elsewhere: ReturnType<typeof createApp>['fetch']
let otherDatabase: Database

beforeAll(async () => {
  server = await createTestServer()
  otherDatabase = await openDatabase({
    dataDir: '',
    databaseUrl: server.database.url,
    appDatabaseUrl: server.database.appUrl,
    secretKey: Buffer.alloc(32),
    log: silentLog,
  })
  const { secrets, settings, log, clock } = server.deps
  const { deps } = await createDeps({ database: otherDatabase, secrets }, { settings, log, clock })
  elsewhere = createApp(deps).fetch
})
afterAll(async () => {
  await otherDatabase.close()
  await server.close()
})

beforeEach(async () => {
  round += 1
  vendor = await server.importTenant(vendorTenant())
  acme = await server.importTenant({
    ...smallTenant(`acme${round}`),
    tenant: { slug: `acme${round}`, name: 'Acme', allowProsAccess: true },
  })
  admin = await signedIn(server, acme, { username: `ada@acme${round}.example`, groups: ['admins'] })
  kofi = await supportUser(`kofi${round}`)
})

const supportUser = (name: string) =>
  signedIn(server, vendor, { username: `${name}@vendor.example`, groups: ['support'] })
const inTenant = <Row>(tenant: ImportedTenant, statement: RawBuilder<Row>) =>
  tenantScope(server.database, tenant.id).transaction(async (tx) => (await statement.execute(tx.db)).rows)

const enter = (by: Browser, more: { reason?: string; hours?: number } = {}, tenantId = acme.id) =>
  by.core.client.call(enterTenant, { params: { tenantId }, body: { reason: 'Ticket 4711', ...more } })
const allow = (allowProsAccess: boolean, allowProsChange = false) =>
  admin.core.client.call(putSupportAccess, { body: { allowProsAccess, allowProsChange }, ifMatch: undefined })

async function entered(more: { reason?: string; hours?: number } = {}): Promise<Browser> {
  const outcome = await enter(kofi, more)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return kofi
}

const statusOf = async (browser: Browser, path = '/api/portal/admin/tenant/idps') => (await browser.send(path)).status
const ends = async () => {
  const outcome = await admin.core.client.call(listSupportSessions)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value.supportSessions.map(({ end }) => end?.how ?? 'runs')
}
/** The same browser with the cookies that it has now, kept. */
function copyOf(browser: Browser): Browser {
  return createBrowser(server, server.deps.settings.baseUrl, {
    session: browser.cookies.get('portico-session') ?? '',
    csrf: browser.cookies.get('portico-csrf') ?? browser.cookies.get('csrf') ?? '',
  })
}

describe('entering a tenant', () => {
  it('begins a session there that sees what a Security Admin sees, with the banner of a support user', async () => {
    const before = copyOf(kofi)
    expect(await enter(kofi)).toMatchObject({
      value: { tenant: { id: acme.id, name: 'Acme' }, reason: 'Ticket 4711', mayChange: false },
    })
    const listed = await kofi.core.client.call(listIdentityProviders, {})
    expect(listed.ok && listed.value.idps.map(({ id }) => id)).toEqual([...acme.identityProviderIds.values()])
    const launcher = await kofi.core.client.call(getLauncher)
    expect(launcher).toMatchObject({ value: { tenantName: 'Acme', banner: { title: 'Support session in Acme' } } })
    expect(await whoIs(kofi)).toMatchObject({ kind: 'support', portalRoles: ['security-admin'] })
    const own = await admin.core.client.call(getLauncher)
    expect(own.ok && own.value.banner).toBeUndefined()
    // The session of the vendor's tenant waits: its cookie is dead.
    expect(await statusOf(before, '/api/portal/launcher')).toBe(401)
  })

  it('is refused where the tenant does not allow it, is deactivated, is the vendor’s own or does not exist', async () => {
    await allow(false)
    expect(await enter(kofi)).toMatchObject({ problem: { status: 403, errorID: 'SUPPORT_ACCESS_OFF' } })
    await allow(true)
    await inTenant(acme, sql`update tenants set deactivated = true`)
    expect(await enter(kofi)).toMatchObject({ problem: { status: 403, errorID: 'SUPPORT_TENANT_DEACTIVATED' } })
    expect(await enter(kofi, {}, vendor.id)).toMatchObject({ problem: { status: 403, errorID: 'SUPPORT_OWN_TENANT' } })
    expect(await enter(kofi, {}, '018f4f2e-0000-7000-8000-000000000000')).toMatchObject({ problem: { status: 404 } })
    expect(await rolesOf(kofi)).toEqual(['support'])
    expect(await ends()).toEqual([])
  })

  it('is for people with the Support role, in a session of the vendor’s tenant', async () => {
    const jana = await signedIn(server, vendor, { username: `jana${round}@vendor.example`, groups: ['admins'] })
    expect(await enter(jana)).toMatchObject({ problem: { status: 403 } })
    expect(await enter(admin)).toMatchObject({ problem: { status: 403 } })
    // Not from one customer into the next.
    await entered()
    expect(await enter(kofi)).toMatchObject({ problem: { status: 403 } })
  })

  it.each([
    [{ reason: '  ' }, 'SUPPORT_REASON_REQUIRED', 'reason'],
    [{ reason: 'x'.repeat(501) }, 'TOO_LONG', 'reason'],
    [{ hours: 9 }, 'SUPPORT_HOURS', 'hours'],
    [{ hours: 0 }, 'SUPPORT_HOURS', 'hours'],
    [{ hours: 1.5 }, 'SUPPORT_HOURS', 'hours'],
  ])('needs a reason and a time box: %j is %s', async (more, errorID, fieldID) => {
    expect(await enter(kofi, more)).toMatchObject({ problem: { status: 400, details: [{ errorID, fieldID }] } })
  })

  it('ends at once where the right is lost after the tenant has learned of it', async () => {
    const lose = sql`
      create function lose_right() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        update sessions set ended_at = now() where tenant_id = new.vendor_tenant_id;
        return null;
      end $$`
    await lose.execute(server.database.owner)
    await sql`create trigger lose_right after insert on support_sessions for each row execute function lose_right()`.execute(
      server.database.owner,
    )
    onTestFinished(async () => void (await sql`drop function lose_right cascade`.execute(server.database.owner)))
    const visits = () => inTenant(vendor, sql`select id from support_visits order by id`)
    const before = await visits()
    expect(await enter(kofi)).toMatchObject({ ok: false, problem: { kind: 'session-ended' } })
    expect(await statusOf(kofi)).toBe(401)
    expect(await ends()).toEqual(['vendor'])
    expect(await visits()).toEqual(before)
  })

  it('needs the CSRF token', async () => {
    const response = await kofi.send(`/api/operations/tenants/${acme.id}/support-sessions`, {
      method: 'POST',
      body: JSON.stringify({ reason: 'x' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(403)
    expect(await ends()).toEqual([])
  })
})

const rolesOf = async (browser: Browser) => (await whoIs(browser))?.portalRoles

describe('a support session', () => {
  it('ends with the switch of the tenant at the next request, on another server process too, for good', async () => {
    await entered()
    const cookie = `portico-session=${kofi.cookies.get('portico-session')}`
    const askElsewhere = (path = '/api/portal/launcher') =>
      elsewhere(new Request(server.deps.settings.baseUrl + path, { headers: { cookie } }), { address: '127.0.0.1' })
    expect((await askElsewhere()).status).toBe(200)
    expect(await allow(false)).toMatchObject({ ok: true })
    expect((await askElsewhere()).status).toBe(401)
    expect(await statusOf(kofi)).toBe(401)
    await allow(true)
    expect((await askElsewhere()).status).toBe(401)
    expect(await statusOf(kofi)).toBe(401)
    expect(await ends()).toEqual(['access-off'])
  })

  it('ends also where the switch was changed past the portal, on another process first', async () => {
    await entered()
    const cookie = `portico-session=${kofi.cookies.get('portico-session')}`
    const askElsewhere = () =>
      elsewhere(new Request(`${server.deps.settings.baseUrl}/api/portal/launcher`, { headers: { cookie } }))
    expect((await askElsewhere()).status).toBe(200)
    await inTenant(acme, sql`update tenants set allow_pros_access = false`)
    expect((await askElsewhere()).status).toBe(401)
    await inTenant(acme, sql`update tenants set allow_pros_access = true`)
    expect(await statusOf(kofi)).toBe(401)
    expect(await ends()).toEqual(['access-off'])
  })

  it('cannot hold off the administrator who ends it by sending changes without a pause', async () => {
    await allow(true, true)
    await entered()
    const cookie = [...kofi.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const credential = await server.deps.senders.credentialOf(new Request('http://x/', { headers: { cookie } }))
    const change = (idletime: string) => kofi.core.client.call(putIdleTime, { body: { idletime } })
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.datname = current_database()`.execute(server.database.owner)
      return rows[0]?.count
    }

    let commit = () => {}
    const held = new Promise<void>((done) => (commit = done))
    let isHeld = () => {}
    const holding = new Promise<void>((done) => (isHeld = done))
    const running = tenantScope(server.database, acme.id).transaction(async (tx) => {
      await server.deps.senders.readSender(tx, credential)
      isHeld()
      await held
    })
    await holding
    const denied = allow(false)
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1)
    // A later change waits behind the administrator.
    let isAnswered = false
    const later = change('02:00').finally(() => (isAnswered = true))
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(2)
    expect(isAnswered).toBe(false)
    commit()
    await running
    expect(await denied).toMatchObject({ ok: true })
    expect(await later).toMatchObject({ problem: { status: 401 } })
  })

  it('has the connections of visitors, and leaves the other half to the people of the tenant', async () => {
    await allow(true, true)
    await entered()
    const take = vi.spyOn(server.database.tenantShares, 'take')
    onTestFinished(() => take.mockRestore())
    const askers = () => take.mock.calls.filter(([id]) => id === acme.id).map(([, asker]) => asker)
    expect(await statusOf(kofi)).toBe(200)
    expect(await kofi.core.client.call(putIdleTime, { body: { idletime: '02:00' } })).toMatchObject({ ok: true })
    expect(await kofi.core.client.call(renewSession, {})).toMatchObject({ ok: true })
    expect((await kofi.send('/api/portal/admin/audit/export')).status).toBe(200)
    expect([askers().length > 5, new Set(askers())]).toEqual([true, new Set(['visitors'])])
    take.mockClear()
    expect(await statusOf(admin)).toBe(200)
    expect(new Set(askers())).toEqual(new Set(['members']))
  })

  const losses: [string, string, () => Promise<unknown>][] = [
    [
      'the tenant is deactivated',
      'tenant-deactivated',
      () => inTenant(acme, sql`update tenants set deactivated = true`),
    ],
    ['its time is over', 'expired', () => inTenant(acme, sql`update support_sessions set expires_at = now()`)],
    [
      'it is idle',
      'idle',
      () => inTenant(acme, sql`update support_sessions set last_used_at = now() - interval '31 minutes'`),
    ],
    [
      'the Support role is taken from the group',
      'vendor',
      () => inTenant(vendor, sql`delete from portal_role_groups where role = 'support'`),
    ],
    [
      'the person leaves the group',
      'vendor',
      () =>
        inTenant(
          vendor,
          sql`delete from user_groups ug using users u
        where u.id = ug.user_id and u.username = ${`kofi${round}@vendor.example`}`,
        ),
    ],
    [
      'the person is deactivated',
      'vendor',
      () => inTenant(vendor, sql`update users set active = false where username = ${`kofi${round}@vendor.example`}`),
    ],
    [
      'their session of the vendor’s tenant ends',
      'vendor',
      () => inTenant(vendor, sql`update sessions set ended_at = now() where ended_at is null`),
    ],
    [
      'their session of the vendor’s tenant is idle',
      'vendor',
      () => inTenant(vendor, sql`update sessions set last_used_at = now() - interval '31 minutes'`),
    ],
    [
      'the tenant of the vendor loses its mark',
      'vendor',
      () => inTenant(vendor, sql`update tenants set vendor = false`),
    ],
  ]
  it.each(losses)('ends when %s, and does not come back (%s)', async (_, how, lose) => {
    await entered()
    expect(await statusOf(kofi)).toBe(200)
    await lose()
    const kept = copyOf(kofi)
    expect(await statusOf(kofi)).toBe(401)
    await inTenant(acme, sql`update tenants set deactivated = false`)
    await inTenant(acme, sql`update support_sessions set expires_at = now() + interval '1 hour', last_used_at = now()`)
    await inTenant(vendor, sql`update users set active = true`)
    await inTenant(
      vendor,
      sql`insert into portal_role_groups (tenant_id, role, group_id)
      select tenant_id, 'support', id from groups where claim = 'support' on conflict do nothing`,
    )
    await inTenant(vendor, sql`update tenants set vendor = true`)
    expect(await statusOf(kept)).toBe(401)
    expect(await ends()).toEqual([how])
  })

  it('refuses a change in the transaction of the change, also from a client that reads nothing before', async () => {
    await allow(true, true)
    await entered()
    await inTenant(acme, sql`update tenants set allow_pros_access = false`)
    const answer = await kofi.core.client.call(putIdleTime, { body: { idletime: '08:00' }, ifMatch: undefined })
    expect(answer).toMatchObject({ problem: { kind: 'session-ended' } })
    expect(await inTenant(acme, sql<{ idle_secs: number }>`select idle_secs from tenants`)).toEqual([
      { idle_secs: 1800 },
    ])
  })

  it('lasts as long as was asked, however it is used', async () => {
    const outcome = await enter(kofi, { hours: 8 })
    if (!outcome.ok) throw new Error('not entered')
    const hours = (Date.parse(outcome.value.until) - Date.parse(outcome.value.since)) / 3_600_000
    expect(hours).toBe(8)
    expect(await kofi.core.client.call(renewSession)).toMatchObject({ ok: true })
    const own = await kofi.core.client.call(getOwnSupportSession)
    // The session of the vendor's tenant expires after at most 12 hours, so this expiry is the earlier one.
    expect(own).toMatchObject({ value: { until: outcome.value.until } })
  })

  it('has the idle time of the tenant, and its use keeps the session of the vendor’s tenant alive', async () => {
    await allow(true)
    await admin.core.client.call(putIdleTime, { body: { idletime: '00:15' }, ifMatch: undefined })
    await entered()
    expect(await kofi.core.client.call(getSession)).toMatchObject({ value: { sessionIdleSecs: 900 } })
    const age = sql`update sessions set last_used_at = now() - interval '10 minutes' where ended_at is null`
    await inTenant(vendor, age)
    await inTenant(acme, sql`update support_sessions set last_used_at = now() - interval '10 minutes'`)
    expect(await statusOf(kofi)).toBe(200)
    const [used] = await inTenant(
      acme,
      sql<{ fresh: boolean }>`
      select last_used_at > now() - interval '1 minute' as fresh from support_sessions`,
    )
    const [waiting] = await inTenant(
      vendor,
      sql<{ fresh: boolean }>`
      select s.last_used_at > now() - interval '1 minute' as fresh
        from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
       where u.username = ${`kofi${round}@vendor.example`}`,
    )
    expect([used?.fresh, waiting?.fresh]).toEqual([true, true])
  })

  it('reads only, unless the tenant allows changes; that counts at the next request', async () => {
    await entered()
    const set = (idletime: string) => kofi.core.client.call(putIdleTime, { body: { idletime }, ifMatch: undefined })
    expect(await set('01:00')).toMatchObject({ problem: { status: 403, errorID: 'SUPPORT_READ_ONLY' } })
    await allow(true, true)
    expect(await set('01:00')).toMatchObject({ ok: true })
    const row = (await auditRows(server, acme)).findLast(({ action }) => action === 'idle-time.update')
    expect(row).toMatchObject({ actor_kind: 'support' })
    expect(row?.actor_name).toBe(await nameOf(`kofi${round}@vendor.example`))
    await allow(true, false)
    expect(await set('02:00')).toMatchObject({ problem: { status: 403, errorID: 'SUPPORT_READ_ONLY' } })
  })

  it('never configures a provider whose groups administer, whatever the tenant allows', async () => {
    await allow(true, true)
    await entered()
    const params = { id: acme.identityProviderIds.get('Main') ?? '' }
    const read = await kofi.core.client.call(getIdentityProvider, { params })
    if (!read.ok) throw new Error(read.problem.errorMessage)
    const body = { type: 'OIDC', name: 'Mine', config: { issuer: 'https://mine.example', clientId: 'x' } } as const
    const put = () => kofi.core.client.call(updateIdentityProvider, { params, body, ifMatch: undefined })
    expect(await put()).toMatchObject({ problem: { status: 403, errorID: 'SUPPORT_NEVER' } })
    await inTenant(acme, sql`update identity_providers set is_primary = false, admin_until = now() + interval '1 hour'`)
    expect(await put()).toMatchObject({ problem: { status: 403, errorID: 'SUPPORT_NEVER' } })
    await inTenant(acme, sql`update identity_providers set admin_until = null`)
    await inTenant(
      acme,
      sql`insert into primary_switches (tenant_id, id, identity_provider_id, group_id, grace_secs, chosen_by)
      select tenant_id, gen_random_uuid(), identity_provider_id, id, 0, 'test' from groups where claim = 'admins'`,
    )
    expect(await put()).toMatchObject({ problem: { status: 403, errorID: 'SUPPORT_NEVER' } })
  })

  it('has the answers of its pages asked for one by one, so that the transcript has them', async () => {
    await entered()
    const { personalPages } = await import('../../app/first-answers.ts')
    const { settings } = server.deps
    const cookie = `portico-session=${kofi.cookies.get('portico-session')}`
    const request = new Request(`${settings.baseUrl}/portal`, { headers: { cookie } })
    expect(await personalPages(server.deps).firstAnswers('/launcher.html', request)).toBeUndefined()
  })

  it('opens no route by accident: every other change is closed, and the only ones of a reader leave or extend', () => {
    const open = (also: Also) =>
      routes.flatMap((route) => (route.allow !== 'anyone' && route.also.includes(also) ? [route.endpoint] : []))
    const isChange = ({ method }: Endpoint) => method !== 'GET'
    expect(
      open('support-reading')
        .filter(isChange)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['renewSession', 'signOut'])
    expect(open('support-changing').every(isChange)).toBe(true)
    const names = open('support-changing').map(({ name }) => name)
    for (const never of [
      'createRecoveryCodes',
      'drillRecoveryCode',
      'putSupportAccess',
      'endSupportSession',
      'setPortalRoleGroups',
      'putPrimaryIdp',
      'rejectPrimaryIdp',
      'createServiceAccount',
      'updateServiceAccount',
      'saveDependencies',
      'endSessionOfPerson',
      'signOutPerson',
      'deactivatePerson',
      'reactivatePerson',
      'rollOurKeys',
      'selectEnvironment',
      'recordLaunch',
      'answerDeviceRequest',
      'answerLoopbackRequest',
    ])
      expect(names).not.toContain(never)
  })
})

describe('the administrators of the tenant', () => {
  it('see who is there, why and until when, as news too, and end the session', async () => {
    await entered({ reason: 'Printing fails' })
    const listed = await admin.core.client.call(listSupportSessions)
    if (!listed.ok) throw new Error(listed.problem.errorMessage)
    const [session] = listed.value.supportSessions
    expect(session).toMatchObject({
      username: `kofi${round}@vendor.example`,
      vendor: 'Vendor Inc',
      reason: 'Printing fails',
      mayChange: false,
      end: null,
    })
    const news = await admin.core.client.call(getSession)
    expect(news.ok && news.value.systemBanner?.message).toContain('is in your tenant as support until')
    // The same session, asked in another language.
    const german = await admin.send('/api/portal/cloudsession', { headers: { 'accept-language': 'de' } })
    const { systemBanner } = (await german.json()) as { systemBanner: { message: string } }
    expect(systemBanner.message).toContain('Support')
    expect(systemBanner.message).not.toContain('is in your tenant')
    expect(await admin.core.client.call(endSupportSession, { params: { id: session?.id ?? '' } })).toMatchObject({
      ok: true,
    })
    expect(await statusOf(kofi)).toBe(401)
    expect(await ends()).toEqual(['ended'])
    const after = await admin.core.client.call(getSession)
    expect(after.ok && after.value.systemBanner).toBeNull()
    expect(await admin.core.client.call(endSupportSession, { params: { id: session?.id ?? '' } })).toMatchObject({
      problem: { status: 404 },
    })
    // The session of the vendor's tenant has ended with it.
    expect(
      await inTenant(
        vendor,
        sql`select from sessions s join users u on u.id = s.user_id
      where u.username = ${`kofi${round}@vendor.example`} and s.ended_at is null`,
      ),
    ).toEqual([])
  })
})

describe('leaving', () => {
  it('brings the support user back to their session, under a new id', async () => {
    const before = copyOf(kofi)
    await entered()
    const inside = copyOf(kofi)
    expect(await kofi.core.client.call(leaveTenant)).toMatchObject({ value: { isSignedIn: true } })
    expect(await rolesOf(kofi)).toEqual(['support'])
    expect(await statusOf(inside)).toBe(401)
    expect(await statusOf(before, '/api/portal/launcher')).toBe(401)
    expect(await ends()).toEqual(['left'])
    expect(await enter(kofi)).toMatchObject({ ok: true })
  })

  it('and signing out ends both sessions', async () => {
    await entered()
    const body = new URLSearchParams({ 'X-CSRFToken': kofi.cookies.get('csrf') ?? '' })
    expect((await kofi.send('/api/login/signout', { method: 'POST', body })).status).toBe(303)
    expect(await ends()).toEqual(['left'])
    expect(
      await inTenant(
        vendor,
        sql`select from sessions s join users u on u.id = s.user_id
      where u.username = ${`kofi${round}@vendor.example`} and s.ended_at is null`,
      ),
    ).toEqual([])
  })
})

describe('what is kept', () => {
  it('is every request with its answer, in both tenants, without query and body, and entry and leave', async () => {
    await allow(true)
    await entered()
    await kofi.send('/api/portal/admin/people?search=secret')
    await kofi.core.client.call(putIdleTime, { body: { idletime: '08:00' }, ifMatch: undefined })
    const headers = { 'content-type': 'application/json' }
    await kofi.send('/api/portal/admin/settings/idletime', { method: 'PUT', body: '{}', headers })
    await kofi.send('/api/portal/admin/groups/018f4f2e-0000-7000-8000-000000000000/mappings')
    await kofi.core.client.call(leaveTenant)
    const rows = (tenant: ImportedTenant, sessions: 'support_sessions' | 'support_visits') =>
      inTenant(
        tenant,
        sql<{ line: string }>`select method || ' ' || path || ' ' || status as line from support_requests
          where session_id = (select id from ${sql.table(sessions)} order by began_at desc limit 1) order by id`,
      )
    const lines = (await rows(acme, 'support_sessions')).map(({ line }) => line)
    expect(lines).toEqual([
      'GET /api/portal/admin/people 200',
      'PUT /api/portal/admin/settings/idletime 403',
      // Without the CSRF token.
      'PUT /api/portal/admin/settings/idletime 403',
      'GET /api/portal/admin/groups/018f4f2e-0000-7000-8000-000000000000/mappings 404',
      'DELETE /api/operations/support-session 200',
    ])
    expect((await rows(vendor, 'support_visits')).map(({ line }) => line)).toEqual(lines)
    for (const tenant of [acme, vendor])
      expect((await auditRows(server, tenant)).map(({ action }) => action)).toEqual(
        expect.arrayContaining(['support.enter', 'support.leave']),
      )
  })

  const signOut = () =>
    kofi.send('/api/login/signout', {
      method: 'POST',
      body: new URLSearchParams({ 'X-CSRFToken': kofi.cookies.get('csrf') ?? '' }),
    })
  const anotherSignIn = () => {
    const cookie = `portico-session=${kofi.cookies.get('portico-session')}`
    return endEarlierSession(server.deps, new Request('http://x/', { headers: { cookie } }))
  }
  it.each<[string, string, () => Promise<unknown>]>([
    ['the administrators deny access', 'support.end', () => allow(false)],
    [
      'an administrator ends it',
      'support.end',
      async () => {
        const listed = await admin.core.client.call(listSupportSessions)
        const id = listed.ok ? (listed.value.supportSessions[0]?.id ?? '') : ''
        return admin.core.client.call(endSupportSession, { params: { id } })
      },
    ],
    ['the support user signs out', 'support.leave', signOut],
    ['another sign-in replaces it', 'support.end', anotherSignIn],
  ])('is its end in the audit log of both tenants, when %s', async (_, action, end) => {
    await entered()
    await end()
    const [session] = await inTenant(acme, sql<{ id: string }>`select id from support_sessions`)
    const [here] = await inTenant(acme, sql`select action from audit where action in ('support.end', 'support.leave')`)
    expect(here).toEqual({ action })
    const there = sql`select action, after->>'how' is not null as says from audit where target_id = ${session?.id}`
    expect(await inTenant(vendor, there)).toEqual([{ action: 'support.end', says: true }])
  })

  it('is read by the administrators of the tenant and by the vendor’s support, page by page', async () => {
    await entered()
    await statusOf(kofi)
    const own = await kofi.core.client.call(getOwnSupportSession)
    const id = own.ok ? own.value.id : ''
    await inTenant(
      acme,
      sql`insert into support_requests (tenant_id, session_id, id, method, path, status, request_id)
      select tenant_id, id, ('018f4f2e-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'GET', '/' || n, 200, ''
        from support_sessions, generate_series(1, 500) n`,
    )
    const read = (query: { cursor?: string }) => admin.core.client.call(getSupportTranscript, { params: { id }, query })
    const first = await read({})
    if (!first.ok || first.value.next === null) throw new Error('one page')
    const rest = await read({ cursor: first.value.next })
    expect(first.value.requests).toHaveLength(500)
    expect(rest).toMatchObject({ value: { next: null, requests: [{ method: 'GET' }, { status: 200 }] } })
    expect(await kofi.core.client.call(getSupportTranscript, { params: { id }, query: {} })).toMatchObject({
      problem: { status: 403 },
    })
    // Open to anyone, and yet a request of this session.
    expect(await (await kofi.send('/api/login/session')).json()).toEqual({ signedIn: true })
    await kofi.core.client.call(leaveTenant)
    const visits = await kofi.core.client.call(listSupportVisits)
    expect(visits.ok && visits.value.supportSessions[0]).toMatchObject({
      id,
      tenant: { id: acme.id, name: 'Acme' },
      reason: 'Ticket 4711',
      endedAt: expect.any(String) as string,
    })
    const kept = await kofi.core.client.call(getVisitTranscript, { params: { id }, query: {} })
    expect(kept.ok && kept.value.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/portal/admin/tenant/idps',
      'GET /api/operations/support-session',
      'GET /api/portal/admin/support-sessions/' + id + '/transcript',
      'GET /api/login/session',
      'DELETE /api/operations/support-session',
    ])
  })

  it('says what a request changed, as the audit log does, and nothing of one that only read', async () => {
    await allow(true, true)
    await entered()
    const own = await kofi.core.client.call(getOwnSupportSession)
    const id = own.ok ? own.value.id : ''
    await kofi.core.client.call(putIdleTime, { body: { idletime: '03:00' } })
    const read = await admin.core.client.call(getSupportTranscript, { params: { id }, query: {} })
    expect(read.ok && read.value.requests.map(({ method, action }) => [method, action])).toEqual([
      ['GET', null],
      ['PUT', 'idle-time.update'],
    ])
  })

  it('is removed in both tenants after the time of the audit log, and not before', async () => {
    await entered()
    await kofi.core.client.call(leaveTenant)
    await entered()
    await statusOf(kofi)
    const own = await kofi.core.client.call(getOwnSupportSession)
    const id = own.ok ? own.value.id : ''
    await kofi.core.client.call(leaveTenant)
    const ended = sql`now() - interval '10 days'`
    await inTenant(acme, sql`update support_sessions set expires_at = ${ended} where id = ${id}`)
    await inTenant(vendor, sql`update support_visits set expires_at = ${ended} where id = ${id}`)
    const left = async (tenant: ImportedTenant, sessions: 'support_sessions' | 'support_visits') =>
      inTenant(
        tenant,
        sql<{ own: number; others: boolean; requests: number }>`
          select (select count(*)::int from ${sql.table(sessions)} where id = ${id}) as own,
                 exists (select from ${sql.table(sessions)} where id <> ${id}) as others,
                 (select count(*)::int from support_requests where session_id = ${id}) as requests`,
      )
    const sweepWith = (auditDays: number) => sweep({ ...server.deps, settings: { ...server.deps.settings, auditDays } })
    await sweepWith(11)
    const [before] = await left(acme, 'support_sessions')
    expect(before).toMatchObject({ own: 1, others: true })
    expect(before?.requests).toBeGreaterThan(0)
    await sweepWith(9)
    expect(await left(acme, 'support_sessions')).toEqual([{ own: 0, others: true, requests: 0 }])
    expect(await left(vendor, 'support_visits')).toEqual([{ own: 0, others: true, requests: 0 }])
  })

  it('is announced to programs with each answer of the session', async () => {
    await entered()
    const notice = async () =>
      decodeURIComponent((await kofi.send('/api/portal/admin/modules')).headers.get('x-portico-notice') ?? '')
    expect(await notice()).toMatch(/^warning; Support session in Acme\. .* cannot change anything/)
    await kofi.core.client.call(leaveTenant)
    expect((await kofi.send('/api/portal/launcher')).headers.get('x-portico-notice')).toBeNull()
  })

  it('cannot be changed or removed by the server', async () => {
    await entered()
    await statusOf(kofi)
    for (const statement of [sql`delete from support_requests`, sql`update support_requests set status = 1`])
      await expect(inTenant(acme, statement)).rejects.toThrow('permission denied')
  })
})

async function nameOf(username: string): Promise<string | undefined> {
  const [row] = await inTenant(vendor, sql<{ name: string }>`select name from users where username = ${username}`)
  return row?.name
}
