import {
  beginSetup,
  completeSetup,
  endpoints,
  fillPath,
  getIdentityProvider,
  getLauncher,
  getPortalRoleGroups,
  getPrimaryIdp,
  getSession,
  getSetup,
  getSetupFormats,
  getSetupMetadata,
  getTestLogin,
  listIdentityProviders,
  listSetupGroups,
  readSetupUrl,
  saveSetup,
  saveSetupFormats,
  startTestLogin,
  type Setup,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createApp } from '../../app/app.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { lockProviderList } from '../../providers/identity-providers/rows.ts'
import { securityAdminPaths } from '../../providers/identity-providers/security-admin-paths.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import {
  scriptedClient,
  scriptedSecret,
  startScriptedProvider,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import { comeBack, landing, newBrowser, postForm, startAt, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { endSetup, makeSetupUrl } from './queries.ts'

let server: TestServer
let provider: ScriptedProvider
let tenant: ImportedTenant
let round = 0
let token: string
let holder: Browser

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

beforeEach(async () => {
  round += 1
  tenant = await server.importTenant({
    tenant: { slug: `new${round}`, name: `New ${round}` },
    environments: [{ slug: 'production', name: 'Production', type: 'PROD' }],
  })
  token = await makeUrl()
  holder = await opened(token)
  provider.plays({ person: { sub: 'ada', preferred_username: username(), groups: ['admins', 'staff'] } })
})

const domain = () => `new${round}.example`
const username = () => `ada@${domain()}`
const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>, of = tenant) =>
  tenantScope(server.database, of.id).transaction(work)

async function makeUrl(of = tenant): Promise<string> {
  const made = `${uuidv7(Date.now())}-token`
  await inTenant((tx) => makeSetupUrl(tx, { token: made, by: 'operator test' }), of)
  return made
}

const stranger = () => createBrowser(server, server.deps.settings.baseUrl)
const use = (text: string, browser = stranger()) => browser.core.client.call(beginSetup, { body: { token: text } })

async function opened(text: string): Promise<Browser> {
  const browser = stranger()
  valueOf(await use(text, browser))
  return browser
}

type Outcome<T> = { ok: true; value: T } | { ok: false; problem: unknown }
function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}
const idOf = (outcome: Outcome<unknown>): unknown =>
  outcome.ok ? 'ok' : ((outcome.problem as { errorID?: string; status?: number }).errorID ?? outcome.problem)
const statusOf = (outcome: Outcome<unknown>): unknown =>
  outcome.ok ? 200 : (outcome.problem as { status?: number; kind: string }).status

const read = async (by = holder): Promise<Setup> => valueOf(await by.core.client.call(getSetup))
const choose = (type: Setup['type'], more: Partial<Setup> = {}, by = holder) =>
  by.core.client.call(saveSetup, { body: { step: 2, product: null, type, ...more } as never })
const values = (config: Record<string, unknown> = {}) => ({
  type: 'OIDC' as const,
  name: 'My Identity Provider',
  config: { issuer: provider.issuer, clientId: scriptedClient, groupClaim: 'groups', ...config },
  clientSecret: scriptedSecret,
})
const configure = (config: Record<string, unknown> = {}) =>
  holder.core.client.call(saveSetup, {
    body: { step: 3, product: null, type: 'OIDC', values: values(config) } as never,
  })
const format = (suffix = domain()) =>
  holder.core.client.call(saveSetupFormats, { body: { prefixes: [], suffixes: [suffix] } })
const groups = async (by = holder) => valueOf(await by.core.client.call(listSetupGroups))
const complete = (group: string, by = holder) => by.core.client.call(completeSetup, { body: { group } })

async function test(): Promise<string> {
  const { idp } = await read()
  const id = idp ?? ''
  const { url, id: testId } = valueOf(await holder.core.client.call(startTestLogin, { params: { id } }))
  const browser = newBrowser(server)
  const to = (await browser.send(new URL(url).pathname + new URL(url).search)).headers.get('location') ?? ''
  await comeBack(browser, to, provider.authorize(to))
  return valueOf(await holder.core.client.call(getTestLogin, { params: { id, testId } })).state
}

async function ready(): Promise<void> {
  valueOf(await choose('OIDC'))
  valueOf(await configure())
  valueOf(await format())
  expect(await test()).toBe('passed')
}

async function signIn(): Promise<Browser> {
  const browser = newBrowser(server)
  const to = await startAt(browser, username())
  await comeBack(browser, to, provider.authorize(to))
  return browser
}

describe('the first-time setup', () => {
  it('leads from a setup URL to a signed-in Security Admin', async () => {
    expect(await read()).toMatchObject({ step: 1, type: null, idp: null, provider: null, replaces: null })
    const chosen = valueOf(await choose('OIDC', { product: 'keycloak' }))
    // Our addresses are known before the provider is saved.
    const ours = valueOf(await holder.core.client.call(getSetupMetadata, { params: { type: 'oidc' } }))
    expect(ours.providers[0]?.values[0]?.value).toContain(`/api/login/idps/${chosen.idp}/oidc/callback`)
    expect(valueOf(await configure()).provider).toMatchObject({
      id: chosen.idp,
      name: 'My Identity Provider',
      live: null,
    })
    expect(await groups()).toEqual({ username: null, groups: [] })
    expect(idOf(await complete('admins'))).toBe('FORMATS_REQUIRED')
    const noFormats = { prefixes: [], suffixes: [] }
    expect(idOf(await holder.core.client.call(saveSetupFormats, { body: noFormats }))).toBe('FORMATS_REQUIRED')
    valueOf(await format())
    expect(idOf(await complete('admins'))).toBe('IDP_NOT_TESTED')
    expect(await inTenant(securityAdminPaths)).toEqual([])
    expect(await test()).toBe('passed')
    expect(await groups()).toEqual({
      username: username(),
      groups: [
        { claim: 'admins', name: 'admins' },
        { claim: 'staff', name: 'staff' },
      ],
    })
    expect(idOf(await complete(''))).toBe('INVALID_REQUEST')
    expect(valueOf(await complete('admins')).signInUrl).toContain(`/api/login/idps/${chosen.idp}/initiate`)
    const admin = await signIn()
    expect(await whoIs(admin)).toMatchObject({ username: username() })
    const [idp] = valueOf(await admin.core.client.call(listIdentityProviders)).idps
    expect(idp).toMatchObject({ id: chosen.idp, primary: true, enabled: true, draft: null, suffixes: [domain()] })
    const role = valueOf(await admin.core.client.call(getPortalRoleGroups, { params: { id: 'security-admin' } }))
    expect(role.groups.map(({ name }) => name)).toEqual(['admins'])
  })

  it('changes nothing of the tenant before it is complete', async () => {
    await ready()
    expect(await inTenant(securityAdminPaths)).toEqual([])
    const refused = await newBrowser(server).send('/api/login', {
      method: 'POST',
      body: JSON.stringify({ username: username() }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await refused.json()).toMatchObject({ redirectUrl: null })
  })

  it('refuses a group that the test login did not have', async () => {
    await ready()
    expect(JSON.stringify(await complete('other'))).toContain('GROUP_UNKNOWN')
  })

  it('asks for another test after a change of the configuration', async () => {
    await ready()
    valueOf(await configure({ groupClaim: 'roles' }))
    expect(await groups()).toEqual({ username: null, groups: [] })
    expect(idOf(await complete('admins'))).toBe('IDP_NOT_TESTED')
  })

  it('maps a group by the claim that was received, with the name that transforms made', async () => {
    provider.plays({ person: { sub: 'ada', preferred_username: username(), groups: ['/Admins'] } })
    valueOf(await choose('OIDC'))
    valueOf(await configure({ groupTransforms: [{ kind: 'strip-prefix', text: '/' }] }))
    valueOf(await format())
    expect(await test()).toBe('passed')
    const { groups: offered } = await groups()
    expect(offered).toEqual([{ claim: '/Admins', name: 'Admins' }])
    valueOf(await complete('/Admins'))
    expect((await (await signIn()).core.client.call(listIdentityProviders)).ok).toBe(true)
  })

  it('keeps what was entered for Go Back, a reload and another browser with the same URL', async () => {
    valueOf(await choose('OIDC', { product: 'okta' }))
    valueOf(await configure())
    valueOf(await choose('OIDC', { step: 1, product: 'okta' }))
    const elsewhere = await opened(token)
    expect(await read(elsewhere)).toMatchObject({
      step: 1,
      product: 'okta',
      type: 'OIDC',
      provider: { name: 'My Identity Provider', config: { clientId: scriptedClient }, secrets: ['clientSecret'] },
    })
    valueOf(await format())
    expect(valueOf(await elsewhere.core.client.call(getSetupFormats)).suffixes).toEqual([domain()])
  })

  it('discards the provider when another type is chosen', async () => {
    valueOf(await choose('OIDC'))
    const before = valueOf(await configure())
    const after = valueOf(await choose('OPENSAML'))
    expect(after).toMatchObject({ type: 'OPENSAML', provider: null })
    expect(after.idp).not.toBe(before.idp)
    const count = await inTenant((tx) =>
      tx.db.selectFrom('identity_providers').select('id').where('tenant_id', '=', tenant.id).execute(),
    )
    expect(count).toEqual([])
  })

  it('has SAML metadata of ours before the provider is saved', async () => {
    await giveFederationKeys(server.database, server.deps.secrets, tenant.id)
    const { idp } = valueOf(await choose('OPENSAML'))
    const ours = valueOf(await holder.core.client.call(getSetupMetadata, { params: { type: 'saml2' } }))
    expect(ours.xml).toContain(`/api/login/idps/${idp}/saml/acs`)
  })

  it('refuses username formats that repeat, are not valid, belong to another company, or were changed meanwhile', async () => {
    valueOf(await choose('OIDC'))
    valueOf(await configure())
    const save = (suffixes: string[], ifMatch?: string) =>
      holder.core.client.call(saveSetupFormats, { body: { prefixes: [], suffixes }, ifMatch })
    expect(idOf(await save([domain(), domain().toUpperCase()]))).toBe('INVALID_REQUEST')
    expect(idOf(await save(['co.uk']))).toBe('INVALID_REQUEST')
    await server.importTenant(
      tenantWith(`${domain().split('.')[0]}other`, [
        {
          name: 'Theirs',
          type: 'OIDC',
          primary: true,
          config: { issuer: provider.issuer, clientId: scriptedClient },
          emailSuffixes: ['theirs.example'],
        },
      ]),
    )
    expect(idOf(await save(['theirs.example']))).toBe('FORMAT_TAKEN_ELSEWHERE')
    const first = await holder.core.client.call(getSetupFormats)
    const etag = first.ok ? first.etag : undefined
    valueOf(await save([domain()], etag))
    expect(statusOf(await save([`other.${domain()}`], etag))).toBe(412)
    expect(valueOf(await holder.core.client.call(getSetupFormats)).suffixes).toEqual([domain()])
  })

  it('refuses steps before the earlier ones are done, and a type that is missing', async () => {
    expect(JSON.stringify(await choose(null))).toContain('Please select a type.')
    expect(idOf(await choose('OIDC', { step: 3 }))).toBe('SETUP_NOT_REACHED')
    expect(idOf(await format())).toBe('SETUP_NOT_REACHED')
    expect(idOf(await complete('admins'))).toBe('SETUP_NOT_REACHED')
  })

  it('refuses a change of what another browser changed since', async () => {
    valueOf(await choose('OIDC'))
    const outcome = await holder.core.client.call(getSetup)
    const etag = outcome.ok ? outcome.etag : undefined
    valueOf(await configure())
    const body = { step: 3, product: null, type: 'OIDC', values: values() } as never
    expect(statusOf(await holder.core.client.call(saveSetup, { body, ifMatch: etag }))).toBe(412)
  })

  it('takes the place of the primary provider in a tenant that is set up again', async () => {
    const other = await server.importTenant(smallTenant(`again${round}`))
    const by = await signedIn(server, other, { username: `bob@again${round}.example`, groups: ['admins'] })
    tenant = other
    token = await makeUrl()
    holder = await opened(token)
    expect((await read()).replaces).toBe('Main')
    await ready()
    // Bob administers until the setup is complete.
    expect((await by.core.client.call(listIdentityProviders)).ok).toBe(true)
    valueOf(await complete('admins'))
    expect(statusOf(await by.core.client.call(listIdentityProviders))).toBe(403)
    expect((await (await signIn()).core.client.call(listIdentityProviders)).ok).toBe(true)
  })
})

describe('a repeated setup', () => {
  it('is announced to administrators while its URL is open: made, opened, and on every process', async () => {
    tenant = await server.importTenant(smallTenant(`again${round}`))
    const admin = await signedIn(server, tenant, { username: `eve@again${round}.example`, groups: ['admins'] })
    const member = await signedIn(server, tenant, { username: `bob@again${round}.example`, groups: ['staff'] })
    const banner = async (by = admin) => valueOf(await by.core.client.call(getSession)).systemBanner
    const setup = async () => valueOf(await admin.core.client.call(getPrimaryIdp)).setup
    expect([await banner(), await setup()]).toEqual([null, null])
    const again = await makeUrl()
    expect(await banner()).toMatchObject({ type: 'warning', message: expect.stringContaining('by operator test') })
    expect(await setup()).toMatchObject({ madeBy: 'operator test', openedAt: null, openedFrom: null })
    holder = await opened(again)
    expect((await banner())?.message).toMatch(/was opened on .* from \S+/)
    expect(await setup()).toMatchObject({ openedAt: expect.any(String), openedFrom: expect.any(String) })
    expect(await banner(member)).toBeNull()
    await inTenant((tx) => endSetup(tx, 'withdrawn'))
    expect([await banner(), await setup()]).toEqual([null, null])
  })
})

describe('a setup URL', () => {
  it('is stored as a hash only, and leaves no trace of its token', async () => {
    const rows = await inTenant((tx) => sql`select s::text as text from setups s`.execute(tx.db))
    expect(JSON.stringify([rows.rows, await auditRows(server, tenant)])).not.toContain(token)
  })

  it('that is unknown, replaced, withdrawn, expired or used gets one and the same answer', async () => {
    const answers: string[] = []
    const ask = async (text: string) =>
      answers.push(JSON.stringify(await use(text)).replace(/"requestID":"[^"]*"/g, ''))
    await ask('unknown')
    const second = await makeUrl()
    await ask(token)
    expect(idOf(await use(second))).toBe('ok')
    await inTenant((tx) => endSetup(tx, 'withdrawn'))
    await ask(second)
    const third = await makeUrl()
    await inTenant((tx) => sql`update setups set expires_at = now() - interval '1 second'`.execute(tx.db))
    await ask(third)
    token = await makeUrl()
    holder = await opened(token)
    await ready()
    valueOf(await complete('admins'))
    await ask(token)
    expect(answers).toHaveLength(5)
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('SETUP_URL_REFUSED')
  })

  it('ends the sessions of the earlier one, and what was entered stays', async () => {
    valueOf(await choose('OIDC'))
    valueOf(await configure())
    const second = await makeUrl()
    expect((await holder.core.client.call(getSetup)).ok).toBe(false)
    holder = await opened(second)
    expect(await read()).toMatchObject({ step: 3, provider: { name: 'My Identity Provider' } })
  })

  it.each<[string, () => Promise<Outcome<unknown>>]>([
    ['completed', () => complete('admins')],
    ['chosen', () => choose('OPENSAML')],
    ['saved', () => configure({ scope: 'openid email' })],
    ['formatted', () => format(`other.${domain()}`)],
  ])('made while an earlier one waits for a lock refuses it, and nothing is %s', async (_, change) => {
    await ready()
    const seen = async () => [await inTenant(securityAdminPaths), { ...(await read()), expiresOn: '' }]
    const before = await seen()
    const waiting = () =>
      sql`select from pg_locks where locktype = 'advisory' and not granted`
        .execute(server.database.owner)
        .then(({ rows }) => rows.length)
    const { late, second } = await inTenant(async (tx) => {
      await lockProviderList(tx)
      const calling = change()
      await vi.waitUntil(async () => (await waiting()) > 0)
      const newer = `${uuidv7(Date.now())}-token`
      await makeSetupUrl(tx, { token: newer, by: 'operator test' })
      // An object, because a promise that is returned would be waited for under the lock.
      return { late: { calling }, second: newer }
    })
    expect(await late.calling).toMatchObject({ ok: false, problem: { kind: 'session-ended' } })
    holder = await opened(second)
    expect(await seen()).toEqual(before)
  })

  it('is valid for 72 hours, and a session of it never lasts longer', async () => {
    const { expiresOn } = await read()
    const hours = (Date.parse(expiresOn) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(71.9)
    expect(hours).toBeLessThanOrEqual(72)
    await inTenant((tx) => sql`update setups set expires_at = now() + interval '1 minute'`.execute(tx.db))
    const late = await opened(token)
    const session = valueOf(await late.core.client.call(getSession))
    expect(session.setup).toBe(true)
    expect(Date.parse(session.expiresOn) - Date.now()).toBeLessThanOrEqual(60_000)
    await inTenant((tx) => sql`update setups set expires_at = now() - interval '1 second'`.execute(tx.db))
    expect(statusOf(await late.core.client.call(getSetup))).toBe(401)
  })

  it('ends with the setup: its sessions are over', async () => {
    const elsewhere = await opened(token)
    await ready()
    valueOf(await complete('staff'))
    for (const browser of [holder, elsewhere]) {
      const response = await browser.send(`/api${getSetup.path}`)
      expect(response.status).toBe(401)
    }
  })

  it('leads to a separate page when it is left, and opens the setup again with what was entered', async () => {
    valueOf(await choose('OIDC'))
    const left = await postForm(holder, '/api/login/signout', {})
    expect(landing(left)).toEqual({ status: 303, path: '/login/setup/left', error: null })
    expect(statusOf(await holder.core.client.call(getSetup))).toBe(401)
    expect((await read(await opened(token))).type).toBe('OIDC')
  })

  it('opens nothing else: no list of the tenant, and no provider but its own', async () => {
    valueOf(await choose('OIDC'))
    valueOf(await configure())
    for (const endpoint of [listIdentityProviders, getLauncher])
      expect(statusOf(await holder.core.client.call(endpoint as typeof getLauncher))).toBe(403)
    const { idp } = await read()
    expect(statusOf(await holder.core.client.call(getIdentityProvider, { params: { id: idp ?? '' } }))).toBe(403)
    const other = await server.importTenant(smallTenant(`other${round}`))
    const foreign = [...other.identityProviderIds.values()][0] ?? ''
    const ids = [foreign, uuidv7(0)]
    for (const id of ids) expect(statusOf(await holder.core.client.call(startTestLogin, { params: { id } }))).toBe(404)
  })

  it('cannot test another provider of the same tenant', async () => {
    tenant = await server.importTenant(smallTenant(`own${round}`))
    holder = await opened(await makeUrl())
    const id = [...tenant.identityProviderIds.values()][0] ?? ''
    expect(statusOf(await holder.core.client.call(startTestLogin, { params: { id } }))).toBe(404)
  })

  it('is read before it is opened: the tenant, and whose session would end, which goes on', async () => {
    const preview = (browser: Browser, text = token) =>
      browser.core.client.call(readSetupUrl, { body: { token: text } })
    expect(valueOf(await preview(stranger()))).toEqual({ tenantName: `New ${round}`, session: null })
    const acme = await server.importTenant(smallTenant(`reader${round}`))
    const reader = await signedIn(server, acme, { username: `eve@reader${round}.example`, groups: ['admins'] })
    expect(valueOf(await preview(reader))).toMatchObject({ session: { tenantName: `reader${round} Inc` } })
    expect((await reader.core.client.call(getSession)).ok).toBe(true)
    expect(valueOf(await preview(holder))).toMatchObject({ session: null })
    const elsewhere = await server.importTenant(smallTenant(`else${round}`))
    const theirs = await opened(await makeUrl(elsewhere))
    const others = { name: null, tenantName: `else${round} Inc` }
    expect(valueOf(await preview(theirs))).toMatchObject({ session: others })
    expect((await holder.core.client.call(getSetup)).ok).toBe(true)
    const openings = (await auditRows(server, tenant)).filter(({ action }) => action === 'setup.open')
    expect(openings).toHaveLength(1)
    await makeUrl()
    for (const text of [token, 'nonsense']) expect(idOf(await preview(reader, text))).toBe('SETUP_URL_REFUSED')
    expect((await reader.core.client.call(getSession)).ok).toBe(true)
  })

  it('is counted by network', async () => {
    const limited = { 'setup-address': { attempts: 2, windowSecs: 600 } }
    const app = createApp({
      ...server.deps,
      rateLimits: {
        ...server.deps.rateLimits,
        take: async (name) => (name === 'setup-address' && --limited['setup-address'].attempts < 0 ? 60 : 0),
      },
    })
    const browser = createBrowser(
      { fetch: (request) => app.fetch(request, { address: '192.0.2.1' }) },
      server.deps.settings.baseUrl,
    )
    expect(idOf(await use('one', browser))).toBe('SETUP_URL_REFUSED')
    expect(idOf(await use('two', browser))).toBe('SETUP_URL_REFUSED')
    expect(statusOf(await use('three', browser))).toBe(429)
  })

  it('is audited from its opening to the assignment', async () => {
    await ready()
    valueOf(await complete('admins'))
    const actions = (await auditRows(server, tenant)).map((row) => row.action)
    for (const action of ['setup.open', 'setup.choose', 'setup.configure', 'setup.formats', 'setup.complete'])
      expect(actions).toContain(action)
  })

  it('has routes that no administrator can call', async () => {
    const other = await server.importTenant(smallTenant(`admin${round}`))
    const admin = await signedIn(server, other, { username: `eve@admin${round}.example`, groups: ['admins'] })
    for (const { path } of endpoints.filter((one) => one.path.includes('/admin/setup/') && one.method === 'GET'))
      expect((await admin.send(`/api${fillPath(path, { type: 'oidc' })}`)).status).toBe(403)
  })
})
