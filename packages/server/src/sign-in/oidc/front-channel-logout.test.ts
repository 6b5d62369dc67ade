import { randomUUID } from 'node:crypto'

import { startSimulator, type Simulator } from '@portico/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApp } from '../../app/app.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  newBrowser,
  providerEntry,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { visitSimulator } from '../../testing/simulator-visit.ts'
import { createTestServer, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'

let simulator: Simulator
let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
let own: ScriptedProvider
let other: ScriptedProvider

const secret = 'a secret of the application'
const password = 'correct horse'
const tids = { v1: '11111111-1111-4111-8111-111111111111', v2: '22222222-2222-4222-8222-222222222222' }

function directory(id: 'v1' | 'v2') {
  return {
    id,
    kind: 'azure' as const,
    version: id === 'v1' ? (1 as const) : (2 as const),
    tenantId: tids[id],
    domains: [`${id}.example`],
    name: id,
    people: [{ username: `ada@${id}.example`, password, name: 'Ada', groups: [] }],
    clients: [{ clientId: 'application', clientSecret: secret, redirectUris: [] }],
    optionalClaims: ['sid' as const],
  }
}

beforeAll(async () => {
  ;[own, other] = await Promise.all([startScriptedProvider(), startScriptedProvider()])
  simulator = await startSimulator(
    { host: '127.0.0.2', providers: [directory('v1'), directory('v2')] },
    { log: () => undefined },
  )
  const { authority, graph } = simulator.azure
  server = await createTestServer({ azureAuthorityUrl: authority, graphUrl: graph })
  const azure = (name: 'v1' | 'v2') => ({
    name,
    type: name === 'v1' ? 'AAD' : 'AAD2',
    config: { applicationId: 'application', domainName: `${name}.example`, responseMode: 'query' },
    applicationSecret: secret,
    emailSuffixes: [`${name}.example`],
  })
  acme = await server.importTenant(
    tenantWith('acme', [
      providerEntry(own.issuer, { suffixes: ['acme.example'] }),
      providerEntry(other.issuer, { name: 'Second', primary: false, suffixes: ['second.example'] }),
      azure('v1'),
      azure('v2'),
    ]),
  )
  globex = await server.importTenant(
    tenantWith('globex', [providerEntry(own.issuer, { suffixes: ['globex.example'] })]),
  )
  for (const id of ['v1', 'v2'] as const)
    simulator.addRedirectUris(id, { clientId: 'application', redirectUris: [`${addressOf(id)}/callback`] })
})
afterAll(async () => {
  await server?.close()
  await Promise.all([simulator, own, other].map((one) => one?.stop()))
})

const idOf = (name: string, tenant = acme) => tenant.identityProviderIds.get(name) ?? ''
const addressOf = (name: string, tenant = acme) => `${testBaseUrl}/api/login/idps/${idOf(name, tenant)}/oidc`
const isIn = async (browser: Browser) => (await whoIs(browser)) !== undefined

async function signIn(sub: string, sid: string, provider = own, domain = 'acme.example'): Promise<Browser> {
  const username = `${sub}@${domain}`
  provider.plays({ person: { sub, preferred_username: username, sid } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  expect(landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))).error).toBeNull()
  return browser
}

/** What the frame of the provider's page asks for: no cookies. */
async function frame(query: [string, string][], { name = 'Main', tenant = acme, address = randomUUID() } = {}) {
  const url = `${addressOf(name, tenant)}/front-channel-logout?${new URLSearchParams(query).toString()}`
  const response = await createApp(server.deps).fetch(new Request(url, { headers: { accept: 'text/html' } }), {
    address,
  })
  const { status, headers } = response
  return { status, policy: headers.get('content-security-policy'), text: await response.text(), headers }
}

const named = (sid: string, iss = own.issuer): [string, string][] => [
  ['iss', iss],
  ['sid', sid],
]

describe('a page in a hidden frame ends exactly what it names', () => {
  it('that session, not the other one of the same person', async () => {
    const [first, second] = [await signIn('ada', 'sid-1'), await signIn('ada', 'sid-2')]
    expect((await frame(named('sid-1'))).status).toBe(200)
    expect([await isIn(first), await isIn(second)]).toEqual([false, true])
  })

  it('only at that provider of that tenant, also when others have a session of the same name', async () => {
    const here = await signIn('bob', 'sid-3')
    const next = await signIn('bob', 'sid-3', other, 'second.example')
    const abroad = await signIn('bob', 'sid-3', own, 'globex.example')
    await frame(named('sid-3'))
    expect(await Promise.all([here, next, abroad].map(isIn))).toEqual([false, true, true])
    await frame(named('sid-3'), { tenant: globex })
    expect(await Promise.all([next, abroad].map(isIn))).toEqual([true, false])
  })

  it('of a provider that is disabled by then, so that enabling it restores nothing', async () => {
    const gil = await signIn('gil', 'sid-4', other, 'second.example')
    const enable = (on: boolean) =>
      change(server, acme, sql`update identity_providers set enabled = ${on} where id = ${idOf('Second')}`)
    await enable(false)
    await frame(named('sid-4', other.issuer), { name: 'Second' })
    await enable(true)
    expect(await isIn(gil)).toBe(false)
  })

  it('and leaves a row in the audit log', async () => {
    await signIn('hal', 'sid-5')
    await frame(named('sid-5'))
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql`select action, actor_kind, actor_name, target_name, after from audit order by id desc limit 1`.execute(tx.db),
    )
    expect(rows[0]).toEqual({
      action: 'session.end',
      actor_kind: 'system',
      actor_name: 'Main',
      target_name: 'hal@acme.example',
      after: { by: 'identity provider', sessions: 1 },
    })
  })

  it.each(['v1', 'v2'] as const)('of Azure AD %s by the issuer that its directory publishes', async (id) => {
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, `ada@${id}.example`)
    const back = await visitSimulator(redirectUrl, { username: `ada@${id}.example`, password })
    expect(landing(await comeBack(browser, redirectUrl, back.answer)).error).toBeNull()
    const sid = await sessionNameOf(id)
    await frame(named(sid, simulator.issuer(id === 'v1' ? 'v2' : 'v1')), { name: id })
    expect(await isIn(browser)).toBe(true)
    await frame(named(sid, simulator.issuer(id)), { name: id })
    expect(await isIn(browser)).toBe(false)
  })
})

async function sessionNameOf(name: string): Promise<string> {
  const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
    sql<{ provider_session: string }>`
      select provider_session from sessions
       where identity_provider_id = ${idOf(name)} and ended_at is null`.execute(tx.db),
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.provider_session ?? ''
}

describe('any other request ends nothing, and the page is the same', () => {
  const cases: [string, () => [string, string][]][] = [
    ['another issuer', () => named('sid-6', other.issuer)],
    ['an issuer that only looks alike', () => named('sid-6', `${own.issuer}/`)],
    ['no issuer', () => [['sid', 'sid-6']]],
    ['no session', () => [['iss', own.issuer]]],
    ['an empty session', () => named('')],
    ['part of the session', () => named('sid-')],
    ['two sessions', () => [...named('sid-6'), ['sid', 'sid-7']]],
    ['two issuers', () => [...named('sid-6'), ['iss', own.issuer]]],
    ['control characters', () => named('sid-6\u0000')],
    ['an unknown session', () => named('nothing')],
  ]
  it.each(cases)('%s', async (_, query) => {
    const known = await frame(named('sid-known'))
    const ivy = await signIn('ivy', 'sid-6')
    const { status, text } = await frame(query())
    expect([status, text]).toEqual([200, known.text])
    expect(await isIn(ivy)).toBe(true)
  })

  it('another provider, and one that does not exist', async () => {
    const jim = await signIn('jim', 'sid-8')
    expect((await frame(named('sid-8'), { name: 'Second' })).status).toBe(200)
    const url = `${testBaseUrl}/api/login/idps/01890000-0000-7000-8000-000000000000/oidc/front-channel-logout`
    const answer = await server.fetch(new Request(`${url}?${new URLSearchParams(named('sid-8')).toString()}`))
    expect(answer.status).toBe(200)
    expect(await isIn(jim)).toBe(true)
  })
})

it('the page may be shown in a frame, runs nothing and is not kept', async () => {
  const { policy, headers } = await frame(named('x'))
  expect(policy).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; sandbox")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
})

it('requests of one address are limited', async () => {
  const address = randomUUID()
  const statuses = new Set<number>()
  for (let turn = 0; turn < 241; turn += 1) statuses.add((await frame([], { address })).status)
  expect([...statuses]).toEqual([200, 429])
})
