import {
  answerDeviceRequest,
  deviceText,
  endOtherSessions,
  endSession,
  endSessionOfPerson,
  getLauncher,
  listSessions,
  listSessionsOfPerson,
  selectEnvironment,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startCommandLine, type CommandLine } from '../cli-sign-in/testing/command-line.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, newBrowser, postForm, providerEntry, startAt } from '../../testing/sign-in-run.ts'
import {
  createTestServer,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

let server: TestServer
let cli: CommandLine
let provider: ScriptedProvider
let acme: ImportedTenant
let slug = ''
let count = 0

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
  cli = await startCommandLine(server)
})
afterAll(async () => {
  await cli?.close()
  await server?.close()
  await provider?.stop()
})
beforeEach(async () => {
  slug = `sessions${(count += 1)}`
  const main = providerEntry(provider.issuer, { suffixes: [`${slug}.example`] })
  acme = await server.importTenant(smallTenant(slug, { identityProviders: [main] }))
})

/** A real sign-in at the provider, in another browser. */
async function signIn(name: string, { groups = ['staff'], userAgent = firefox } = {}): Promise<Browser> {
  const username = `${name}@${slug}.example`
  provider.plays({ person: { sub: `${name} ${slug}`, preferred_username: username, name, groups } })
  const browser = newBrowser(server)
  const said: Browser = {
    ...browser,
    send: (path, init) =>
      browser.send(path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), 'user-agent': userAgent },
      }),
  }
  const redirectUrl = await startAt(said, username)
  await comeBack(said, redirectUrl, provider.authorize(redirectUrl))
  return browser
}
const own = async (browser: Browser) => {
  const outcome = await browser.core.client.call(listSessions)
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value.sessions
}
const isIn = async (browser: Browser) => (await browser.core.client.call(getLauncher)).ok
const idOf = (name: string) =>
  tenantScope(server.database, acme.id).transaction(async ({ db }) => {
    const query = db.selectFrom('users').select('id').where('username', '=', `${name}@${slug}.example`)
    return (await query.executeTakeFirstOrThrow()).id
  })
/** A session of the command line in the name of the browser's person, and a token that could still become one. */
async function commandLineOf(browser: Browser) {
  const [used, kept] = [await cli.startDevice(), await cli.startDevice()]
  for (const { userCode } of [used, kept])
    await browser.core.client.call(answerDeviceRequest, { body: { userCode, decision: 'allow' } })
  const tokenOf = async ({ deviceCode }: { deviceCode: string }) =>
    String((await cli.poll(deviceCode)).body['access_token'])
  const session = await cli.exchange(await tokenOf(used))
  if (typeof session === 'number') throw new Error(`no session: ${session}`)
  return { session, token: await tokenOf(kept) }
}
/** The code of a device that the browser allowed and that has not asked since. */
async function allowedBy(browser: Browser): Promise<string> {
  const { deviceCode, userCode } = await cli.startDevice()
  const outcome = await browser.core.client.call(answerDeviceRequest, { body: { userCode, decision: 'allow' } })
  expect(outcome).toMatchObject({ value: { answered: true } })
  return deviceCode
}
const hashOf = (browser: Browser) => hashToken(browser.cookies.get('portico-session') ?? '')
const endOwn = (browser: Browser, id = '') => browser.core.client.call(endSession, { params: { id } })

describe('a person', () => {
  it('sees their sessions with device, address and times, this one marked, and not those of another person', async () => {
    const [first, second] = [await signIn('ada'), await signIn('ada', { userAgent: 'curl/8.0' })]
    await signIn('bob')
    const sessions = await own(second)
    expect(sessions).toHaveLength(2)
    const other = sessions.find(({ isThis }) => !isThis)
    expect(other).toMatchObject({
      kind: 'browser',
      userAgent: firefox,
      address: expect.stringMatching(/^[\da-f-]{36}$/),
      identityProvider: expect.any(String),
      environment: null,
    })
    expect(other && deviceText(other)).toBe('Firefox, Linux')
    expect(sessions.find(({ isThis }) => isThis)?.userAgent).toBe('curl/8.0')
    const { beganAt = '', lastUsedAt = '', expiresAt = '' } = other ?? {}
    expect(Date.parse(expiresAt) - Date.parse(lastUsedAt)).toBe(1_800_000)
    expect(Date.parse(beganAt)).toBeLessThanOrEqual(Date.parse(lastUsedAt))
    expect((await own(first)).find(({ isThis }) => isThis)?.id).toBe(other?.id)
    expect(JSON.stringify(sessions)).not.toContain(second.cookies.get('portico-session'))
  })

  it('ends one of them, which is out at once, and stays in with the others', async () => {
    const [here, there] = [await signIn('ada'), await signIn('ada')]
    const other = (await own(here)).find(({ isThis }) => !isThis)
    expect([await isIn(here), await isIn(there)]).toEqual([true, true])
    expect(await endOwn(here, other?.id)).toMatchObject({ ok: true })
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect(await own(here)).toHaveLength(1)
    expect(await endOwn(here, other?.id)).toMatchObject({ problem: { status: 404 } })
    const rows = await auditRows(server, acme)
    expect(rows.filter(({ action }) => action === 'session.end')).toHaveLength(1)
  })

  it('ends all others with one call', async () => {
    const [here, one, two, bob] = [await signIn('ada'), await signIn('ada'), await signIn('ada'), await signIn('bob')]
    expect(await here.core.client.call(endOtherSessions)).toMatchObject({ value: { endedSessions: 2 } })
    expect(await Promise.all([here, one, two, bob].map(isIn))).toEqual([true, false, false, true])
  })

  it('ends no session of another person', async () => {
    const [ada, bob] = [await signIn('ada'), await signIn('bob')]
    const [session] = await own(bob)
    expect(await endOwn(ada, session?.id)).toMatchObject({ problem: { status: 404 } })
    expect(await isIn(bob)).toBe(true)
  })

  it('finds a session under the same id after it got a new token', async () => {
    const [here, there] = [await signIn('ada', { groups: ['admins', 'staff'] }), await signIn('ada')]
    const id = (await own(there)).find(({ isThis }) => isThis)?.id
    const environments = await tenantScope(server.database, acme.id).transaction(({ db }) =>
      db.selectFrom('environments').select('id').where('slug', '=', 'staging').execute(),
    )
    const chosen = await there.core.client.call(selectEnvironment, {
      body: { env_id: environments[0]?.id ?? '', 'X-CSRFToken': there.cookies.get('csrf') ?? '' },
    })
    expect(chosen.ok).toBe(true)
    expect((await own(here)).find((one) => one.id === id)?.environment).toBe('Staging')
    expect(await endOwn(here, id)).toMatchObject({ ok: true })
    expect(await isIn(there)).toBe(false)
  })

  it('does not see sessions that are over', async () => {
    const [here] = [await signIn('ada'), await signIn('ada'), await signIn('ada')]
    const [second, third] = (await own(here)).filter(({ isThis }) => !isThis)
    await tenantScope(server.database, acme.id).transaction(async ({ db }) => {
      await sql`update sessions set last_used_at = now() - interval '31 minutes' where id = ${second?.id}`.execute(db)
      await sql`update sessions set expires_at = now() where id = ${third?.id}`.execute(db)
    })
    expect((await own(here)).map(({ id }) => id)).not.toContain(second?.id)
    expect((await own(here)).map(({ id }) => id)).not.toContain(third?.id)
  })
})

describe('an administrator', () => {
  it('sees and ends the sessions of each person of the tenant', async () => {
    const [admin, bob] = [await signIn('ada', { groups: ['admins'] }), await signIn('bob')]
    const id = await idOf('bob')
    const listed = await admin.core.client.call(listSessionsOfPerson, { params: { id } })
    const [session] = listed.ok ? listed.value.sessions : []
    expect(session).toMatchObject({ isThis: false, userAgent: firefox })
    const params = { id, sessionId: session?.id ?? '' }
    expect(await admin.core.client.call(endSessionOfPerson, { params })).toMatchObject({ ok: true })
    expect(await isIn(bob)).toBe(false)
    expect(await admin.core.client.call(endSessionOfPerson, { params })).toMatchObject({ problem: { status: 404 } })
    const row = (await auditRows(server, acme)).find(({ action }) => action === 'session.end')
    expect(row).toMatchObject({ actor_name: 'ada', target_id: id })
  })

  it('ends a session only under the person whose it is', async () => {
    const [admin, bob] = [await signIn('ada', { groups: ['admins'] }), await signIn('bob')]
    const [session] = await own(bob)
    const params = { id: await idOf('ada'), sessionId: session?.id ?? '' }
    expect(await admin.core.client.call(endSessionOfPerson, { params })).toMatchObject({ problem: { status: 404 } })
    expect(await isIn(bob)).toBe(true)
  })
})

describe('a command line', () => {
  it('is listed as such, and its session ends like any other', async () => {
    const ada = await signIn('ada')
    const before = new Set((await own(ada)).map(({ id }) => id))
    const { session: terminal, token } = await commandLineOf(ada)
    expect((await own(ada)).filter(({ kind }) => kind === 'cli')).toHaveLength(1)
    const session = (await own(ada)).find(({ id }) => !before.has(id))
    expect(await endOwn(ada, session?.id)).toMatchObject({ ok: true })
    expect([await isIn(terminal), await isIn(ada)]).toEqual([false, true])
    expect(await cli.exchange(token)).not.toBeTypeOf('number')
  })

  it('gets no session from a sign-in whose browser session was ended', async () => {
    const [here, stolen] = [await signIn('ada'), await signIn('ada')]
    const { session: terminal, token } = await commandLineOf(stolen)
    const id = (await own(stolen)).find(({ isThis }) => isThis)?.id
    expect(await endOwn(here, id)).toMatchObject({ ok: true })
    expect(await cli.exchange(token)).toBe(401)
    // It has a separate session, which the list shows separately.
    expect(await isIn(terminal)).toBe(true)
  })

  it('no longer gets a session once the person ended all others, whichever browser had allowed it', async () => {
    const [here, idle] = [await signIn('ada'), await signIn('ada')]
    const allowed = [await allowedBy(here), await allowedBy(idle)]
    const { token } = await commandLineOf(here)
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`update sessions set last_used_at = now() - interval '31 minutes' where id_hash = ${hashOf(idle)}`.execute(db),
    )
    expect(await here.core.client.call(endOtherSessions)).toMatchObject({ value: { endedSessions: 1 } })
    expect(await cli.exchange(token)).toBe(401)
    for (const deviceCode of allowed)
      expect((await cli.poll(deviceCode)).body).toMatchObject({ error: 'expired_token' })
    expect(await isIn(here)).toBe(true)
    expect(await cli.exchange((await commandLineOf(here)).token)).not.toBeTypeOf('number')
  })

  it('no longer gets a session from a browser that signed out, but gets one from another browser of the person', async () => {
    const [here, there] = [await signIn('ada'), await signIn('ada')]
    const [ofHere, ofThere] = [await allowedBy(here), await allowedBy(there)]
    const { session: terminal, token } = await commandLineOf(there)
    expect((await postForm(there, '/api/login/signout', {})).status).toBe(303)
    expect((await cli.poll(ofThere)).body).toMatchObject({ error: 'expired_token' })
    expect(await cli.exchange(token)).toBe(401)
    expect([await isIn(terminal), await isIn(here)]).toEqual([true, true])
    const redeemed = String((await cli.poll(ofHere)).body['access_token'])
    expect(await cli.exchange(redeemed)).not.toBeTypeOf('number')
  })

  it('that signs out leaves what its browser allowed others', async () => {
    const ada = await signIn('ada')
    const { session: terminal, token } = await commandLineOf(ada)
    expect((await postForm(terminal, '/api/login/signout', {})).status).toBe(303)
    expect(await cli.exchange(token)).not.toBeTypeOf('number')
  })
})
