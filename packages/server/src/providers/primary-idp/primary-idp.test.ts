import { randomUUID } from 'node:crypto'

import {
  deleteIdentityProvider,
  flashCookieName,
  forgetGroups,
  getIdentityProvider,
  getIdpSwitch,
  getPrimaryIdp,
  listIdentityProviders,
  putPrimaryIdp,
  rehearsePrimaryIdp,
  rejectPrimaryIdp,
  securityAdminRole,
  setPortalRoleGroups,
  startTestLogin,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { startScriptedProvider, type Play, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  postForm,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type Browser, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let main: ScriptedProvider
let next: ScriptedProvider
let acme: ImportedTenant
let admin: Browser
let round = 0
let domain = ''

beforeAll(async () => {
  ;[main, next] = await Promise.all([startScriptedProvider(), startScriptedProvider()])
  server = await createTestServer()
})
afterAll(async () => {
  await server?.close()
  await Promise.all([main, next].map((one) => one?.stop()))
})

beforeEach(async () => {
  domain = `acme${++round}.example`
  acme = await server.importTenant({
    ...tenantWith(`acme${round}`, [
      providerEntry(main.issuer, { suffixes: [domain] }),
      providerEntry(next.issuer, { name: 'Next', primary: false, suffixes: [`next.${domain}`] }),
    ]),
  })
  admin = await signIn(main, 'ada', ['admins'])
})

const idOf = (name: string) => acme.identityProviderIds.get(name) ?? ''

/** A real sign-in at one of the two providers. */
async function signIn(
  provider: ScriptedProvider,
  person: string,
  groups: string[],
  browser = newBrowser(server),
  play: Partial<Play> = {},
) {
  const username = plays(provider, person, groups, play)
  const redirectUrl = await startAt(browser, username)
  place = landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl)))
  return browser
}
function plays(provider: ScriptedProvider, person: string, groups: string[], play: Partial<Play> = {}): string {
  const username = usernameAt(provider, person)
  provider.plays({ ...play, person: { sub: person, preferred_username: username, name: person, groups } })
  return username
}
const usernameAt = (provider: ScriptedProvider, person: string) =>
  `${person}@${provider === main ? domain : `next.${domain}`}`
/** Where the last sign-in led. */
let place: ReturnType<typeof landing>

async function groupId(claim: string, provider = 'Next'): Promise<string> {
  const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
    sql<{
      id: string
    }>`select id from groups where claim = ${claim} and identity_provider_id = ${idOf(provider)}`.execute(tx.db),
  )
  return rows[0]?.id ?? ''
}

/** Next's group `chiefs` is seen by a sign-in and chosen. */
async function choose(graceSecs = 0, by = admin): Promise<void> {
  if ((await groupId('chiefs')) === '') await signIn(next, 'first', ['chiefs'])
  const body = { idp: idOf('Next'), group: await groupId('chiefs'), graceSecs }
  expect(await by.core.client.call(putPrimaryIdp, { body })).toMatchObject({ ok: true })
}

/** Changes the mapping of the primary provider directly. */
async function setAdministrators(by: Browser, provider: string, claims: readonly string[]): Promise<void> {
  const groups = await Promise.all(claims.map((claim) => groupId(claim, provider)))
  const params = { id: securityAdminRole }
  expect(
    await by.core.client.call(setPortalRoleGroups, { params, body: { idp: idOf(provider), groups } }),
  ).toMatchObject({ ok: true })
}

const accept = (browser: Browser) => postForm(browser, '/api/portal/idp-switch', { action: 'accept' })
/** Accepts with a sign-in that is too old. Answers the provider's address to which that leads. */
async function acceptOld(browser: Browser): Promise<string> {
  await age(6)
  return /url=([^"]+)"/.exec(await (await accept(browser)).text())?.[1]?.replaceAll('&amp;', '&') ?? ''
}
/** While the work runs, removing rows of the table fails, as it does where another transaction holds a lock for too long. */
async function failing(table: string, work: () => Promise<void>): Promise<void> {
  const { owner } = server.database
  await sql`create function fail_now() returns trigger language plpgsql as $$ begin raise sqlstate '55P03'; end $$`.execute(
    owner,
  )
  await sql`create trigger fail_now before delete on ${sql.table(table)} for each row execute function fail_now()`.execute(
    owner,
  )
  try {
    await work()
  } finally {
    await sql`drop function fail_now cascade`.execute(owner)
  }
}
const signOut = () =>
  change(server, acme, sql`delete from sessions s using users u where u.id = s.user_id and u.name = 'mia'`)
const skip = (browser: Browser) => postForm(browser, '/api/portal/idp-switch', { action: 'skip' })
const administers = async (browser: Browser) => (await browser.core.client.call(listIdentityProviders, {})).ok
const refusalOf = async (browser: Browser) => {
  const outcome = await browser.core.client.call(getIdpSwitch, {})
  return outcome.ok ? outcome.value.refusal : outcome.problem
}
const state = async (by = admin) => {
  const outcome = await by.core.client.call(getPrimaryIdp, {})
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}
const primaryNow = async () => {
  const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
    sql<{ name: string }>`select name from identity_providers where is_primary`.execute(tx.db),
  )
  return rows.map((row) => row.name)
}
const age = (minutes: number) =>
  change(server, acme, sql`update sessions set credentials_at = credentials_at - make_interval(mins => ${minutes})`)

describe('choosing the next primary provider', () => {
  it('keeps the switch pending, says so wherever the provider is shown, and is audited', async () => {
    await choose(3600)
    expect(await state()).toMatchObject({
      idp: idOf('Next'),
      graceSecs: 3600,
      pending: { idpName: 'Next', groupName: 'chiefs', chosenBy: 'ada' },
      primary: { name: 'Main' },
      graces: [],
      setup: null,
    })
    const list = await admin.core.client.call(listIdentityProviders, {})
    expect(list.ok && list.value.idps.map((one) => [one.name, one.pendingSwitch])).toEqual([
      ['Main', false],
      ['Next', true],
    ])
    expect(await admin.core.client.call(getIdentityProvider, { params: { id: idOf('Next') } })).toMatchObject({
      value: { pendingSwitch: true },
    })
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'primary-switch.choose',
      target_name: 'Next',
      after: { graceSecs: 3600 },
    })
    expect(await primaryNow()).toEqual(['Main'])
  })

  it.each<[string, string, () => Promise<{ idp: string; group: string }>]>([
    ['a group that was not seen', 'IDP_SWITCH_GROUP', async () => ({ idp: idOf('Next'), group: acme.id })],
    [
      'a group of another provider',
      'IDP_SWITCH_GROUP',
      async () => ({ idp: idOf('Next'), group: await groupId('admins', 'Main') }),
    ],
    [
      'the primary provider',
      'IDP_SWITCH_IS_PRIMARY',
      async () => ({ idp: idOf('Main'), group: await groupId('admins', 'Main') }),
    ],
    [
      'a provider that is switched off',
      'IDP_SWITCH_DISABLED',
      async () => {
        await change(server, acme, sql`update identity_providers set enabled = false where name = 'Next'`)
        return { idp: idOf('Next'), group: await groupId('chiefs') }
      },
    ],
    [
      'a provider without username formats',
      'FORMATS_PRIMARY',
      async () => {
        await change(server, acme, sql`delete from username_formats where value like 'next.%'`)
        return { idp: idOf('Next'), group: await groupId('chiefs') }
      },
    ],
    ['an unknown provider', 'IDP_SWITCH_PROVIDER', async () => ({ idp: acme.id, group: await groupId('chiefs') })],
  ])('refuses %s by name', async (_, errorID, wanted) => {
    await signIn(next, 'first', ['chiefs'])
    const body = { ...(await wanted()), graceSecs: 0 }
    expect(await admin.core.client.call(putPrimaryIdp, { body })).toMatchObject({ problem: { status: 409, errorID } })
    expect((await state()).pending).toBeNull()
  })

  it('ends in one state for two administrators at once: the later one gets an error', async () => {
    await signIn(next, 'first', ['chiefs', 'deputies'])
    const etag = (await admin.send('/api/portal/admin/tenant/primary-idp')).headers.get('etag') ?? ''
    const put = (group: string) =>
      admin.send('/api/portal/admin/tenant/primary-idp', {
        method: 'PUT',
        body: JSON.stringify({ idp: idOf('Next'), group }),
        headers: {
          'content-type': 'application/json',
          'x-csrftoken': admin.cookies.get('csrf') ?? '',
          'if-match': etag,
        },
      })
    const groups = [await groupId('chiefs'), await groupId('deputies')]
    const statuses = (await Promise.all(groups.map(put))).map((response) => response.status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await state()).group).toBe(groups[statuses.indexOf(200)])
  })

  it('is taken back by rejecting it, once, and audited', async () => {
    await choose()
    expect(await admin.core.client.call(rejectPrimaryIdp, {})).toMatchObject({ ok: true })
    expect((await state()).pending).toBeNull()
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({ action: 'primary-switch.reject' })
    const before = (await auditRows(server, acme)).length
    expect(await admin.core.client.call(rejectPrimaryIdp, {})).toMatchObject({ ok: true })
    expect((await auditRows(server, acme)).length).toBe(before)
    const member = await signIn(next, 'mia', ['chiefs'])
    expect(landing(await accept(member))).toEqual(refusedWith('IDP_SWITCH_NONE'))
  })

  it.each<[string, () => Promise<unknown>]>([
    ['its provider is deleted', () => admin.core.client.call(deleteIdentityProvider, { params: { id: idOf('Next') } })],
    ['its groups are forgotten', () => admin.core.client.call(forgetGroups, { params: { id: idOf('Next') } })],
    [
      'its provider is switched off',
      async () => {
        await change(server, acme, sql`update identity_providers set enabled = false where name = 'Next'`)
        return { ok: true }
      },
    ],
  ])('ends when %s, and does not come back', async (_, end) => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    expect(await end()).toMatchObject({ ok: true })
    expect(await state()).toMatchObject({ idp: null, group: null, pending: null })
    await change(server, acme, sql`update identity_providers set enabled = true where name = 'Next'`)
    expect((await state()).pending).toBeNull()
    expect((await accept(member)).status).not.toBe(200)
    expect(await primaryNow()).toEqual(['Main'])
  })
})

describe('accepting', () => {
  it('by a member who signed in with the new provider makes it primary, at once and in running sessions', async () => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    expect(await refusalOf(member)).toBeNull()
    expect([await administers(admin), await administers(member)]).toEqual([true, false])
    expect(landing(await accept(member))).toMatchObject({ status: 303, path: '/portal/environments' })
    expect(member.cookies.get(flashCookieName)).toBe('idp-switch')
    expect(await primaryNow()).toEqual(['Next'])
    expect([await administers(admin), await administers(member)]).toEqual([false, true])
    expect(await state(member)).toMatchObject({ pending: null, primary: { name: 'Next' }, graces: [] })
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'primary-switch.accept',
      target_name: 'Next',
    })
  })

  it.each<[string, string, () => Promise<Browser>]>([
    [
      'a person of the new provider who is not in the group',
      'IDP_SWITCH_NOT_MEMBER',
      () => signIn(next, 'pat', ['staff']),
    ],
    ["the old provider's administrator", 'IDP_SWITCH_OTHER_PROVIDER', async () => admin],
    [
      "the old provider's member of a group of that name",
      'IDP_SWITCH_OTHER_PROVIDER',
      () => signIn(main, 'eve', ['chiefs']),
    ],
  ])('is refused to %s, by name and without saying what is asked', async (_, errorID, who) => {
    await choose()
    const browser = await who()
    const asked = await browser.core.client.call(getIdpSwitch, {})
    expect(asked).toMatchObject({ value: { refusal: errorID, pending: null } })
    expect(landing(await accept(browser))).toEqual(refusedWith(errorID))
    expect([await primaryNow(), (await state()).pending?.idpName]).toEqual([['Main'], 'Next'])
  })

  it('with a sign-in older than five minutes leads to a forced login at the new provider, after which it counts', async () => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    const to = await acceptOld(member)
    expect(new URL(to).origin).toBe(next.issuer)
    expect(new URL(to).searchParams.get('prompt')).toBe('login')
    expect(await primaryNow()).toEqual(['Main'])
    expect(landing(await comeBack(member, to, next.authorize(to)))).toMatchObject({ path: '/portal/environments' })
    expect(await lastRecord(server, acme)).toMatchObject({ purpose: 'idp-switch', outcome: 'signed-in' })
    expect(member.cookies.get(flashCookieName)).toBe('idp-switch')
    expect(await primaryNow()).toEqual(['Next'])
    expect((await auditRows(server, acme)).at(-1)).toMatchObject({
      action: 'primary-switch.accept',
      actor_name: 'mia',
    })
  })

  it.each<[string, (member: Browser) => Promise<unknown>]>([
    ['another member signs in at the provider', async () => plays(next, 'noa', ['chiefs'])],
    ['the person has left the group', async () => plays(next, 'mia', ['staff'])],
    ['the switch was chosen anew', () => choose(60)],
    ['the switch was taken back', () => admin.core.client.call(rejectPrimaryIdp, {})],
    ['the tenant is deactivated', () => change(server, acme, sql`update tenants set deactivated = true`)],
    ['the person has said Not Now since', (member) => skip(member)],
    ['the session in which it was given has ended', signOut],
  ])('that waits for a sign-in does not count where %s', async (_, meanwhile) => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    const to = await acceptOld(member)
    await meanwhile(member)
    expect(landing(await comeBack(member, to, next.authorize(to)))).toMatchObject({ status: 303 })
    expect(await primaryNow()).toEqual(['Main'])
    expect(member.cookies.get(flashCookieName)).toBeUndefined()
  })

  it('that fails behind the sign-in does not undo it: the person is signed in, and is asked again', async () => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    const to = await acceptOld(member)
    await failing('primary_switches', async () => {
      expect(landing(await comeBack(member, to, next.authorize(to)))).toMatchObject({ status: 303 })
    })
    expect(await refusalOf(member)).toBeNull()
    expect(await primaryNow()).toEqual(['Main'])
    expect(landing(await accept(member))).toMatchObject({ status: 303 })
    expect(await primaryNow()).toEqual(['Next'])
  })

  it('is not in a link: another browser that follows the address of the sign-in accepts nothing', async () => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    const to = await acceptOld(member)
    const victim = await signIn(next, 'noa', ['chiefs'])
    expect(landing(await comeBack(victim, to, next.authorize(to)))).toEqual(refusedWith('SIGN_IN_OTHER_BROWSER'))
    expect(await primaryNow()).toEqual(['Main'])
    // Nor does a sign-in of their own take it over.
    plays(next, 'noa', ['chiefs'])
    const linked = await startAt(victim, usernameAt(next, 'noa'))
    await comeBack(victim, linked, next.authorize(linked))
    expect(await primaryNow()).toEqual(['Main'])
  })

  it('with a new session on an old sign-in at the provider leads there first, and is refused if it does not ask again', async () => {
    await choose()
    const old: Partial<Play> = { claims: (claims) => ({ ...claims, auth_time: Number(claims['iat']) - 3600 }) }
    const member = await signIn(next, 'mia', ['chiefs'], newBrowser(server), old)
    expect(await member.core.client.call(getIdpSwitch, {})).toMatchObject({ value: { refusal: null, isFresh: false } })
    const again = async () =>
      /url=([^"]+)"/.exec(await (await accept(member)).text())?.[1]?.replaceAll('&amp;', '&') ?? ''
    const to = await again()
    expect([new URL(to).searchParams.get('prompt'), new URL(to).searchParams.get('max_age')]).toEqual(['login', '0'])
    expect(landing(await comeBack(member, to, next.authorize(to)))).toEqual(refusedWith('SIGN_IN_NOT_FRESH'))
    expect(await lastRecord(server, acme)).toMatchObject({ purpose: 'idp-switch', finding: 'authentication-old' })
    expect(await primaryNow()).toEqual(['Main'])
    // The earlier session goes on, and so does the way to a new sign-in.
    const honest = await again()
    plays(next, 'mia', ['chiefs'])
    expect(landing(await comeBack(member, honest, next.authorize(honest)))).toMatchObject({
      path: '/portal/environments',
    })
    expect(await primaryNow()).toEqual(['Next'])
  })

  it('at a provider that does not say when a person signed in, counts only after a sign-in that was asked for', async () => {
    await choose()
    const silent: Partial<Play> = { claims: (claims) => ({ ...claims, auth_time: undefined }) }
    const member = await signIn(next, 'mia', ['chiefs'], newBrowser(server), silent)
    const sentAway = await accept(member)
    const to = /url=([^"]+)"/.exec(await sentAway.text())?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(await primaryNow()).toEqual(['Main'])
    expect(landing(await comeBack(member, to, next.authorize(to)))).toMatchObject({ path: '/portal/environments' })
    expect((await lastRecord(server, acme)).checks.map(({ finding }) => finding)).toContain('authentication-unknown')
    expect(await primaryNow()).toEqual(['Next'])
  })

  it('by a program with a stale sign-in is refused by name', async () => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    await age(6)
    const response = await member.send('/api/portal/idp-switch', {
      method: 'POST',
      body: new URLSearchParams({ action: 'accept', 'X-CSRFToken': member.cookies.get('csrf') ?? '' }),
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ errorID: 'IDP_SWITCH_STALE' })
  })

  it('needs the CSRF token', async () => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    const body = { action: 'accept', 'X-CSRFToken': 'another' }
    expect(landing(await postForm(member, '/api/portal/idp-switch', body))).toEqual(refusedWith('CSRF'))
    expect(await primaryNow()).toEqual(['Main'])
  })

  it('twice at once happens once', async () => {
    await choose(60)
    const members = [await signIn(next, 'mia', ['chiefs']), await signIn(next, 'noa', ['chiefs'])]
    const places = (await Promise.all(members.map(accept))).map(landing)
    expect(places.filter(({ error }) => error === null)).toHaveLength(1)
    expect(places.filter(({ error }) => error === 'IDP_SWITCH_NONE')).toHaveLength(1)
    expect(await primaryNow()).toEqual(['Next'])
  })

  it('while an administrator rejects ends in one of the two states', async () => {
    await choose()
    const member = await signIn(next, 'mia', ['chiefs'])
    await Promise.all([accept(member), admin.core.client.call(rejectPrimaryIdp, {})])
    const [name] = await primaryNow()
    expect([await administers(admin), await administers(member)]).toEqual([name === 'Main', name === 'Next'])
  })

  it('gives the role only to the chosen group: earlier mappings do not come back', async () => {
    await signIn(next, 'old', ['former'])
    await change(
      server,
      acme,
      sql`insert into portal_role_groups (tenant_id, role, group_id)
        select tenant_id, 'security-admin', id from groups where claim = 'former'`,
    )
    await choose()
    const former = await signIn(next, 'old', ['former'])
    const member = await signIn(next, 'mia', ['chiefs'])
    await accept(member)
    expect([await administers(former), await administers(member)]).toEqual([false, true])
  })

  it('replaces a mapping that was changed directly meanwhile; until then the choice stays pending', async () => {
    const boss = await signIn(main, 'bob', ['bosses'])
    await choose(600)
    const before = await state()
    await setAdministrators(admin, 'Main', ['bosses'])
    expect([await administers(admin), await administers(boss)]).toEqual([false, true])
    expect(await state(boss)).toEqual(before)
    const member = await signIn(next, 'mia', ['chiefs'])
    await accept(member)
    // The window is that of those who administered at this moment.
    expect([await administers(admin), await administers(boss), await administers(member)]).toEqual([false, true, true])
  })

  it.each(['identity_providers', 'portal_role_groups', 'primary_switches', 'audit'])(
    'that fails while it writes %s leaves everything as it was',
    async (table) => {
      await choose(600)
      const member = await signIn(next, 'mia', ['chiefs'])
      const name = sql.id(`break_${table}`)
      await sql`create or replace function break_here() returns trigger language plpgsql as
        $$ begin raise exception 'power cut' using errcode = '57P01'; end $$`.execute(server.database.owner)
      await sql`create trigger ${name} before insert or update or delete on ${sql.table(table)}
        for each row execute function break_here()`.execute(server.database.owner)
      try {
        expect((await accept(member)).status).not.toBe(200)
      } finally {
        await sql`drop trigger ${name} on ${sql.table(table)}`.execute(server.database.owner)
      }
      expect([await primaryNow(), await administers(admin), await administers(member)]).toEqual([['Main'], true, false])
      expect(await state()).toMatchObject({ pending: { idpName: 'Next' }, graces: [] })
      await accept(member)
      expect(await primaryNow()).toEqual(['Next'])
    },
  )
})

describe('the grace window', () => {
  it('keeps the role of the old administrators until it ends, and no longer', async () => {
    await choose(86_400)
    const member = await signIn(next, 'mia', ['chiefs'])
    await accept(member)
    expect([await administers(admin), await administers(member)]).toEqual([true, true])
    expect((await state(member)).graces).toMatchObject([{ name: 'Main' }])
    await change(
      server,
      acme,
      sql`update identity_providers set admin_until = now() - interval '1 s' where name = 'Main'`,
    )
    expect([await administers(admin), await administers(member)]).toEqual([false, true])
    expect(await administers(await signIn(main, 'ada', ['admins']))).toBe(false)
    expect((await state(member)).graces).toEqual([])
  })

  it('survives a direct change of the new mapping, and does not count as the last path', async () => {
    await choose(86_400)
    const member = await signIn(next, 'mia', ['chiefs'])
    await accept(member)
    const other = await signIn(next, 'leo', ['leads'])
    const params = { id: securityAdminRole }
    const none = { idp: idOf('Next'), groups: [] }
    expect(await admin.core.client.call(setPortalRoleGroups, { params, body: none })).toMatchObject({
      problem: { status: 409, errorID: 'LAST_ADMIN_PATH' },
    })
    await setAdministrators(member, 'Next', ['leads'])
    expect([await administers(admin), await administers(member), await administers(other)]).toEqual([true, false, true])
    expect((await state(other)).graces).toMatchObject([{ name: 'Main' }])
  })

  it('keeps it for the groups that had it: a plain person of the old provider gains nothing', async () => {
    await choose(86_400)
    await accept(await signIn(next, 'mia', ['chiefs']))
    expect(await administers(await signIn(main, 'bob', ['staff']))).toBe(false)
  })

  it('ends for a provider that becomes primary again', async () => {
    await choose(86_400)
    const member = await signIn(next, 'mia', ['chiefs'])
    await accept(member)
    const body = { idp: idOf('Main'), group: await groupId('admins', 'Main'), graceSecs: 0 }
    expect(await member.core.client.call(putPrimaryIdp, { body })).toMatchObject({ ok: true })
    await accept(await signIn(main, 'ada', ['admins'], admin))
    expect(await state()).toMatchObject({ primary: { name: 'Main' }, graces: [] })
    expect(await administers(member)).toBe(false)
  })
})

describe('the question', () => {
  it('is asked after signing in of those who can accept only', async () => {
    await choose()
    await signIn(next, 'mia', ['chiefs'])
    expect(place.path).toBe('/portal/idp-switch')
    await signIn(next, 'pat', ['staff'])
    expect(place.path).toBe('/portal/environments')
    await signIn(main, 'eve', ['chiefs'])
    expect(place.path).toBe('/portal/environments')
  })

  it('is not asked twice in a session after Not Now, and again at the next sign-in', async () => {
    await choose()
    await change(
      server,
      acme,
      sql`insert into app_role_groups (tenant_id, role_id, group_id)
        select r.tenant_id, r.id, ${await groupId('chiefs')}::uuid from app_roles r where r.name = 'viewer'`,
    )
    const member = await signIn(next, 'mia', ['chiefs'])
    const { environments } = (await (await member.send('/api/portal/environments')).json()) as {
      environments: { id: string }[]
    }
    const select = () => postForm(member, '/api/portal/environments', { env_id: environments[0]?.id ?? '' })
    expect(landing(await select()).path).toBe('/portal/idp-switch')
    expect(landing(await skip(member)).path).toBe('/portal')
    expect(landing(await select()).path).toBe('/portal')
    expect((await state()).pending).not.toBeNull()
    await signIn(next, 'mia', ['chiefs'], member)
    expect(place.path).toBe('/portal/idp-switch')
  })

  it('says what is asked: which provider and group, chosen by whom and when', async () => {
    await choose(7200)
    const member = await signIn(next, 'mia', ['chiefs'])
    expect(await member.core.client.call(getIdpSwitch, {})).toMatchObject({
      value: {
        refusal: null,
        pending: { idpName: 'Next', groupName: 'chiefs', chosenBy: 'ada', primaryName: 'Main', graceSecs: 7200 },
        isFresh: true,
      },
    })
  })
})

describe('the rehearsal', () => {
  it('names who would administer, who is new, who would lose it, and the roles that would be lost', async () => {
    next.plays({ person: {} })
    await signIn(main, 'bob', ['admins'])
    await signIn(main, 'pat', ['staff'])
    await signIn(next, 'bob', ['chiefs'])
    await signIn(next, 'mia', ['chiefs'])
    // An equal address at both providers proves nothing.
    await change(server, acme, sql`update users set email = 'bob@mail.example' where name = 'bob'`)
    const query = { idp: idOf('Next'), group: await groupId('chiefs') }
    const outcome = await admin.core.client.call(rehearsePrimaryIdp, { query })
    const role = (environment: string, application: string, name: string | null) => ({
      environment,
      application,
      role: name,
    })
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        idpName: 'Next',
        groupName: 'chiefs',
        administrators: {
          count: 2,
          first: [
            { name: 'bob', username: usernameAt(next, 'bob'), isNew: true, isTested: false },
            { name: 'mia', username: usernameAt(next, 'mia'), isNew: true },
          ],
        },
        lost: { count: 2, first: [{ name: 'ada' }, { name: 'bob', username: usernameAt(main, 'bob') }] },
        lostRoles: {
          first: expect.arrayContaining([role('Production', 'Billing', 'Viewer'), role('Production', 'wiki', null)]),
        },
      },
    })
  })

  it('counts the person of a test login that passed with the chosen group and has not signed in yet', async () => {
    await signIn(next, 'mia', ['chiefs'])
    await change(server, acme, sql`delete from users where name = 'mia'`)
    plays(next, 'zoe', ['chiefs'])
    const started = await admin.core.client.call(startTestLogin, { params: { id: idOf('Next') } })
    if (!started.ok) throw new Error('The test login was not started.')
    const browser = newBrowser(server)
    const { pathname, search } = new URL(started.value.url)
    const to = (await browser.send(pathname + search)).headers.get('location') ?? ''
    await comeBack(browser, to, next.authorize(to))
    const rehearsed = async (claim: string) => {
      const query = { idp: idOf('Next'), group: await groupId(claim) }
      const outcome = await admin.core.client.call(rehearsePrimaryIdp, { query })
      return outcome.ok ? outcome.value.administrators : outcome
    }
    expect(await rehearsed('chiefs')).toEqual({
      count: 1,
      first: [{ name: 'zoe', username: usernameAt(next, 'zoe'), isNew: true, isTested: true }],
    })
    await signIn(next, 'max', ['others'])
    expect(await rehearsed('others')).toMatchObject({ count: 1, first: [{ name: 'max', isTested: false }] })
  })

  it('names custom roles that are mapped only to groups of the current provider', async () => {
    await signIn(next, 'mia', ['chiefs'])
    await change(
      server,
      acme,
      sql`with made as (
            insert into tenant_roles (tenant_id, id, label)
            select tenant_id, gen_random_uuid(), 'Approver' from tenants where tenant_id = ${acme.id} returning id)
          insert into tenant_role_groups (tenant_id, environment_id, role_id, group_id)
          select e.tenant_id, e.id, m.id, g.id from made m, environments e, groups g
           where e.slug = 'production' and g.claim = 'staff'`,
    )
    const query = { idp: idOf('Next'), group: await groupId('chiefs') }
    const outcome = await admin.core.client.call(rehearsePrimaryIdp, { query })
    expect(outcome.ok && outcome.value.lostRoles.first).toContainEqual({
      environment: 'Production',
      application: null,
      role: 'Approver',
    })
  })

  it('does not count a role as lost that a group of another provider grants too', async () => {
    await signIn(next, 'mia', ['chiefs'])
    const query = { idp: idOf('Next'), group: await groupId('chiefs') }
    const lost = async () => {
      const outcome = await admin.core.client.call(rehearsePrimaryIdp, { query })
      return outcome.ok ? outcome.value.lostRoles.first.filter((one) => one.role === 'Viewer').length : -1
    }
    expect(await lost()).toBe(3)
    await change(
      server,
      acme,
      sql`insert into app_role_groups (tenant_id, role_id, group_id)
        select r.tenant_id, r.id, ${query.group}::uuid from app_roles r join environments e on e.id = r.environment_id
         where r.name = 'viewer' and e.slug = 'production'`,
    )
    expect(await lost()).toBe(2)
  })

  it("of another tenant's provider answers as one of an unknown id", async () => {
    await signIn(next, 'mia', ['chiefs'])
    const foreign = { idp: idOf('Next'), group: await groupId('chiefs') }
    acme = await server.importTenant(
      tenantWith(`globex${round}`, [providerEntry(main.issuer, { suffixes: [`globex-${domain}`] })]),
    )
    domain = `globex-${domain}`
    const stranger = await signIn(main, 'gus', ['admins'])
    const ask = async (query: typeof foreign) => {
      const { problem } = (await stranger.core.client.call(rehearsePrimaryIdp, { query })) as {
        problem: { status: number; errorMessage: string }
      }
      return [problem.status, problem.errorMessage]
    }
    expect(await ask(foreign)).toEqual(await ask({ idp: randomUUID(), group: randomUUID() }))
    expect((await ask(foreign))[0]).toBe(404)
  })
})
