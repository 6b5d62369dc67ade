import {
  ClientConfig,
  createIdentityProvider,
  createServiceAccount,
  endpoints,
  enterTenant,
  idleTimeChoices,
  portalAppId,
  updateIdentityProvider,
  type Endpoint,
} from '@portico/core'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { saveClient } from '../clients/queries.ts'
import { buildSpMetadata } from '../saml/index.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import { csrfTokenOf } from '../http/csrf.ts'
import type { Route } from '../http/route.ts'
import { uuidv7 } from '../identifiers.ts'
import { roleHolders } from '../portal-roles/security-admin-paths.ts'
import { routes } from '../routes.ts'
import { makeCodes } from '../recovery-codes/queries.ts'
import { hashToken, randomToken } from '../secrets/secret-box.ts'
import { createRepairSession } from '../sessions/repair-sessions.ts'
import { createSetupSession } from '../sessions/setup-sessions.ts'
import { changeSetup, makeSetupUrl } from '../setup/queries.ts'
import { createOurKeyPair } from '../keys/key-pair.ts'
import { recordAudit } from '../audit/record.ts'
import { sealAudit } from '../testing/seal-audit.ts'
import {
  createBrowser,
  createTestServer,
  rsaKeys,
  signAssertion,
  signedIn,
  smallTenant,
  vendorTenant,
  type Browser,
  type TestServer,
} from '../testing/test-server.ts'
import { insertRecord } from '../sign-in/records/records.ts'
import { removeWebhooks } from '../testing/remove-webhooks.ts'
import { addEmailDomain } from '../testing/tenant-rows.ts'
import { insertTenantRole } from '../tenant-roles/queries.ts'
import { insertTest } from '../sign-in/test-logins/rows.ts'
import type { ImportedTenant } from '../tenant-import/import.ts'
import { insertTokenRow } from '../scim-tokens/queries.ts'
import { insertToken } from '../api-tokens/queries.ts'
import { insertWebhook } from '../webhooks/queries.ts'
import { newWebhookSecret, webhookSecretContext } from '../webhooks/secrets.ts'
import { keepProvider } from '../testing/keep-provider.ts'
import { saveSupportAccess } from '../support-access/queries.ts'
import { createSupportSession } from '../sessions/support-sessions.ts'
import { listOpenSessions } from '../sessions/list-queries.ts'
import { makePng } from '../testing/make-png.ts'
import { mintToken } from '../testing/mint-token.ts'
import {
  actors,
  actorsNotBuilt,
  belongsTo,
  expectedStatus,
  idKinds,
  namesObjects,
  type ActorName,
  type IdKind,
} from './cells.ts'

const keys = rsaKeys()
const otherKeys = rsaKeys()

/** So that each call changes something. */
let saves = 0
const nextIdleTime = () => idleTimeChoices[(saves += 1) % idleTimeChoices.length]

type World = {
  acme: ImportedTenant
  globex: ImportedTenant
  vendor: ImportedTenant
  environments: Map<string, string>
  foreignEnvironment: string
  /** Expired, so that it can be authorised for longer. */
  expiredCertificate: { pem: string; fingerprint: string }
  /** The group of acme's primary provider that administers. */
  admins: { idp: string; group: string }
}

let server: TestServer
let world: World

beforeAll(async () => {
  server = await createTestServer()
  const serviceAccounts = [
    { environment: 'production', name: 'plain', key1: keys.publicPem, applications: ['billing:viewer'] },
    { environment: 'production', name: 'administrator', key1: keys.publicPem, applications: ['portal:security-admin'] },
  ]
  const acme = await server.importTenant(smallTenant('acme', { serviceAccounts }))
  const globex = await server.importTenant(smallTenant('globex'))
  const vendor = await server.importTenant(vendorTenant())
  const environmentsOf = (tenant: ImportedTenant) =>
    tenantScope(server.database, tenant.id).transaction((tx) =>
      tx.db.selectFrom('environments').select(['id', 'slug']).where('tenant_id', '=', tenant.id).execute(),
    )
  const environments = new Map((await environmentsOf(acme)).map((row) => [row.slug, row.id]))
  const foreignEnvironment = (await environmentsOf(globex)).find((row) => row.slug === 'production')?.id ?? ''
  const { certificate, fingerprint } = await createOurKeyPair({
    commonName: 'expired',
    nowMs: Date.UTC(2020, 0, 1),
    years: 1,
    bits: 2048,
  })
  const expiredCertificate = { pem: certificate, fingerprint }
  const admins = await tenantScope(server.database, acme.id).transaction(async (tx) => {
    const [path] = await roleHolders(tx)
    return { idp: path?.providerId ?? '', group: path?.groupId ?? '' }
  })
  // An administrator reads the end of what is sealed.
  await sealAudit(server, [acme.id, globex.id])
  world = { acme, globex, vendor, environments, foreignEnvironment, expiredCertificate, admins }
})
afterAll(() => server.close())

const guarded = routes.filter((route) => route.allow !== 'anyone')

describe('every route has its rule', () => {
  it('the route table is the contract, each endpoint once', () => {
    expect(routes.map((route) => route.endpoint.name).toSorted()).toEqual(
      endpoints.map((endpoint) => endpoint.name).toSorted(),
    )
  })

  it('only the sign-in and what its page shows are open to anyone', () => {
    const open = routes.filter((route) => route.allow === 'anyone').map((route) => route.endpoint.name)
    expect(open.toSorted()).toEqual([
      // What an application reads about us, its requests, which are verified, and their answers, which look for the session.
      'applicationSamlContinue',
      'applicationSamlLaunch',
      'applicationSamlLogoutPost',
      'applicationSamlLogoutRedirect',
      'applicationSamlMetadata',
      'applicationSamlPost',
      'applicationSamlRedirect',
      // Its credential is the single-use access token of a sign-in.
      'beginCliSession',
      // Its credential is a recovery code.
      'beginRepair',
      // Its credential is the token of a setup URL.
      'beginSetup',
      'getBranding',
      // Its credential is the key of a tenant in the address.
      'getLogo',
      'getWords',
      'initiateLogin',
      'login',
      // A provider's signed statement that sessions ended.
      'oidcBackChannelLogout',
      'oidcCallback',
      'oidcFormCallback',
      // Its credential is the id of the session that it ends.
      'oidcFrontChannelLogout',
      // Public keys, for providers.
      'oidcKeySet',
      'oidcSignedOut',
      // Its credential is the token in the address, which works once; it ends without a session.
      'openTestLogin',
      // A provider's signed messages, the answers to them, and what a provider reads about us.
      'samlConsume',
      'samlFinish',
      'samlLogoutPost',
      'samlLogoutRedirect',
      'samlMetadata',
      'samlRequest',
    ])
  })

  it('only administrators can call the administration endpoints', () => {
    const others = routes.filter(
      ({ endpoint, allow }) => endpoint.path.startsWith('/portal/admin/') && allow !== 'admin',
    )
    const ofSetup = others.filter(({ endpoint, allow }) => endpoint.path.includes('/admin/setup/') && allow === 'setup')
    expect(others).toEqual(ofSetup)
  })

  it.each(actorsNotBuilt)('%s is open: the feature is not built yet', (actor) => {
    expect(actors).not.toContain(actor)
  })
})

describe.each(guarded.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const))(
  '%s',
  (_, route) => {
    it.each(actors)('%s', async (actor) => {
      const answers = new Map<IdKind, { status: number; body: string }>()
      for (const ids of namesObjects(route.endpoint) ? idKinds : (["acme's"] as const)) {
        if (ids === "other environment's" && !isOfOneEnvironment(route.endpoint)) continue
        // Support users know this tenant too; it does not let them in (support-access.test.ts).
        if (ids === "globex's" && actor === 'vendor support' && route.endpoint.path.includes('{tenantId}')) continue
        const answer = await send(route, await sender(actor, route.endpoint), ids)
        answers.set(ids, answer)
        const wanted = expectedStatus({ endpoint: route.endpoint, allow: route.allow, actor, ids })
        expect(answer.status, `${actor}, ${ids} ids: ${answer.body}`).toBe(wanted)
      }
      // Foreign, misplaced and random ids get the same answer.
      const hidden = [...answers]
        .filter(([ids]) => !belongsTo(actor, ids, route.endpoint) && ids !== 'wrong type')
        .map(([, answer]) => answer)
      expect(new Set(hidden.map((one) => one.body)).size, 'byte for byte alike').toBeLessThanOrEqual(1)
    })
  },
)

/** Calls that succeeded and may have changed something: the name of the endpoint by the id of the request. */
const changes = new Map<string, string>()

/** Calls without a row in the audit log, and why. */
const unrecorded: Readonly<Record<string, string>> = {
  extractPublicKey: 'changes nothing',
  findDeviceRequest: 'changes nothing',
  importProviderMetadata: 'changes nothing',
  readApplicationMetadata: 'changes nothing',
  lintIdentityProviderDraft: 'changes nothing',
  previewTransforms: 'changes nothing',
  renewSession: 'extends a session, as each call does',
  selectEnvironment: 'changes what one session shows',
  putLauncherPreferences: 'changes what one person sees',
  answerIdpSwitch: 'Not Now is sent here; primary-idp.test.ts accepts',
  answerDeviceRequest: 'no command line waits here; see cli-sign-in.test.ts',
  endOtherSessions: 'there are none here; see session-list.test.ts',
  putPrimaryIdp: 'it is primary already; see primary-idp.test.ts',
  rejectPrimaryIdp: 'nothing is pending here; see primary-idp.test.ts',
  reactivatePerson: 'the person is active here; see people.test.ts',
  saveSetup: 'the values are the same here; see setup.test.ts',
}

describe('the audit log', () => {
  it('has a row of each call that changes something', async () => {
    const { rows } = await sql<{ id: string }>`select distinct request_id as id from audit`.execute(
      server.database.owner,
    )
    const recorded = new Set(rows.map(({ id }) => changes.get(id)))
    const silent = new Set([...changes.values()].filter((name) => !recorded.has(name)))
    expect([...silent].toSorted()).toEqual(Object.keys(unrecorded).toSorted())
  })
})

/** A custom role belongs to all environments. */
function isOfOneEnvironment({ path }: Endpoint): boolean {
  return /\{envId\}.*\{\w+\}/.test(path) && !path.includes('{envId}/roles/')
}

const shared = new Map<string, Promise<unknown>>()

/** What a call that only reads is made with, is made once for all of them: it stays as it is. Other calls get a new one. */
function forReading<T>({ method }: Endpoint, name: string, make: () => Promise<T>): Promise<T> {
  if (method !== 'GET') return make()
  const made = (shared.get(name) as Promise<T> | undefined) ?? make()
  shared.set(name, made)
  return made
}

type Sender = { send(path: string, init: RequestInit): Promise<Response>; csrf: string }

async function sender(actor: ActorName, endpoint: Endpoint): Promise<Sender> {
  const { acme, globex } = world
  const withSession = (browser: Browser): Sender => ({
    send: (path, init) => browser.send(path, init),
    csrf: browser.cookies.get('csrf') ?? '',
  })
  const person = (tenant: ImportedTenant, groups: string[]) =>
    forReading(endpoint, `${actor} of ${tenant.slug}`, () =>
      signedIn(server, tenant, { username: `${uuidv7(Date.now())}@${tenant.slug}.example`, groups }),
    )
  switch (actor) {
    case 'no session':
      return withSession(createBrowser(server, server.deps.settings.baseUrl))
    case 'ended session':
      return withSession(await (endedSession ??= signedOut()))
    case 'plain user':
      return withSession(await person(acme, ['staff']))
    case 'admin':
      if (endpoint.name === 'drillRecoveryCode') recoveryCode = await makeRecoveryCode()
      return withSession(await person(acme, ['admins', 'staff']))
    case "globex's admin":
      return withSession(await person(globex, ['admins', 'staff']))
    case 'vendor support':
      await allowSupport({ access: true, change: false })
      return withSession(await person(world.vendor, ['support']))
    case 'service account':
      return bearer(await token('plain', endpoint.name))
    case 'admin service account':
      return bearer(await token('administrator', endpoint.name))
    case 'recovery code':
      return withSession(await repairer())
    case 'setup URL':
      return withSession(await setupHolder())
    case 'support with toggle off':
      return withSession(await supporter({ access: false, change: false }))
    case 'support with toggle on':
      return withSession(await supporter({ access: true, change: false }))
    case 'support that may change':
      return withSession(await supporter({ access: true, change: true }))
    case 'revoked token': {
      revokedToken ??= await revoked()
      return bearer(revokedToken)
    }
  }
}

/** A repair session of acme. Each cell gets a new one, because some cells end it. */
async function repairer(): Promise<Browser> {
  const token = randomToken()
  await tenantScope(server.database, world.acme.id).transaction((tx) =>
    createRepairSession(tx, hashToken(token), Date.now()),
  )
  const { secrets, settings } = server.deps
  return createBrowser(server, settings.baseUrl, { session: token, csrf: csrfTokenOf(secrets, token) })
}

/** A support session in acme, which then allows this. Each cell gets a new one, because some cells end it. */
async function supporter(allowed: { access: boolean; change: boolean }): Promise<Browser> {
  await allowSupport({ access: true, change: true })
  const username = `${uuidv7(Date.now())}@vendor.example`
  const browser = await signedIn(server, world.vendor, { username, groups: ['support'] })
  const params = { tenantId: world.acme.id }
  const outcome = await browser.core.client.call(enterTenant, { params, body: { reason: 'test' } })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  await allowSupport(allowed)
  return browser
}

async function allowSupport({ access, change }: { access: boolean; change: boolean }): Promise<void> {
  await tenantScope(server.database, world.acme.id).transaction((tx) =>
    saveSupportAccess(tx, { allowProsAccess: access, allowProsChange: change }),
  )
}

/** A support session of the tenant that is named, in the path of its administrators. */
async function supportSessionPath(path: string, ids: IdKind): Promise<string> {
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined)
    await tenantScope(server.database, tenant.id).transaction((tx) =>
      createSupportSession(tx, {
        id,
        hash: hashToken(id),
        hours: 1,
        reason: 'test',
        address: '',
        vendor: { tenantId: world.vendor.id, name: 'Vendor', sessionId: id },
        person: { id, name: 'Kofi', username: 'kofi@vendor.example' },
      }),
    )
  return path.replace('{id}', id)
}

/** An entry about a rename of a custom role that can be taken back. */
async function revertPath(path: string, ids: IdKind): Promise<string> {
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant === undefined) return path.replace('{id}', id)
  const entry = await tenantScope(server.database, tenant.id).transaction(async (tx) => {
    await insertTenantRole(tx, { id, label: id })
    const by = { actor: { kind: 'system', name: 'test' }, requestId: id, nowMs: Date.now() } as const
    const target = { kind: 'tenant-role', id, name: id }
    await recordAudit(tx, by, {
      action: 'tenant-role.update',
      target,
      before: { label: `old ${id}` },
      after: { label: id },
    })
    return tx.db
      .selectFrom('audit')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
  })
  return path.replace('{id}', entry.id)
}

/** A setup session of acme with a provider that is configured. Each cell gets a new one, because some cells end it. */
async function setupHolder(): Promise<Browser> {
  const token = randomToken()
  const providerId = await makeProvider(world.acme)
  await tenantScope(server.database, world.acme.id).transaction(async (tx) => {
    const urlEndsAt = await makeSetupUrl(tx, { token: randomToken(), by: 'test' })
    await changeSetup(tx, { step: 2, type: 'OPENSAML', providerId, isMade: true })
    await addEmailDomain(tx, providerId, `${providerId}.example`)
    await createSetupSession(tx, { hash: hashToken(token), nowMs: Date.now(), urlEndsAt })
  })
  const { secrets, settings } = server.deps
  return createBrowser(server, settings.baseUrl, { session: token, csrf: csrfTokenOf(secrets, token) })
}

let endedSession: Promise<Browser> | undefined

/** Sign-out cleared the cookies; an attacker who copied them sends them again. */
async function signedOut(): Promise<Browser> {
  const kept = createBrowser(server, server.deps.settings.baseUrl)
  const browser = await signedIn(server, world.acme, { username: 'gone@acme.example', groups: ['admins'] })
  for (const [name, value] of browser.cookies) kept.cookies.set(name, value)
  const ended = await browser.send('/api/login/signout', form({ 'X-CSRFToken': browser.cookies.get('csrf') ?? '' }))
  expect(ended.status).toBe(303)
  expect(browser.cookies.has('portico-session')).toBe(false)
  return kept
}

const tokens = new Map<string, string>()
let revokedToken: string | undefined

/** One token per account, but a fresh one for sign-out, which revokes it. */
async function token(account: string, endpointName: string): Promise<string> {
  const known = tokens.get(account)
  if (known !== undefined && endpointName !== 'signOut') return known
  const id = world.acme.serviceAccountIds.get(account) ?? ''
  const minted = await mintToken(server, signAssertion(keys.privateKey, id))
  if (endpointName !== 'signOut') tokens.set(account, minted)
  return minted
}

async function revoked(): Promise<string> {
  const minted = await token('administrator', 'signOut')
  expect((await bearer(minted).send('/api/login/signout', form({}))).status).toBe(303)
  return minted
}

function bearer(accessToken: string): Sender {
  return {
    csrf: '',
    send: (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${accessToken}`)
      return server.fetch(new Request(server.deps.settings.baseUrl + path, { ...init, headers, redirect: 'manual' }))
    },
  }
}

function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}

async function send(route: Route, from: Sender, ids: IdKind): Promise<{ status: number; body: string }> {
  const { endpoint } = route
  const response = await from.send(`/api${await pathFor(endpoint, ids)}`, await initFor(endpoint, from.csrf))
  if (endpoint.method !== 'GET' && response.status < 400)
    changes.set(response.headers.get('x-request-id') ?? '', endpoint.name)
  const text = await response.text()
  // The id of the resource comes from the sender's path (bodies.test.ts).
  return { status: response.status, body: text.replace(/"(?:requestID|resourceID)":"[^"]*"/g, '') }
}

/** A path with ids of the given kind; each gets a new service account, because some cells delete it. */
async function pathFor(endpoint: Endpoint, ids: IdKind): Promise<string> {
  if (!namesObjects(endpoint))
    return endpoint.path.replace('{type}', 'saml2').replace('{id}', 'security-admin') + (queries[endpoint.name] ?? '')
  if (endpoint.path.includes('{tenantId}')) {
    const known = ids === "acme's" ? world.acme.id : ids === "globex's" ? world.globex.id : uuidv7(Date.now())
    return endpoint.path.replace('{tenantId}', ids === 'wrong type' ? '1' : known)
  }
  if (endpoint.path.startsWith('/portal/apitoken/applications/'))
    return endpoint.path.replace('{appId}', await openApplicationOf(ids))
  if (/\/(?:apitoken\/tokens|api-tokens)\/\{id\}/.test(endpoint.path))
    return endpoint.path.replace('{id}', await apiTokenIdOf(ids))
  if (endpoint.path.includes('/webhooks/{id}')) return endpoint.path.replace('{id}', await webhookIdOf(ids))
  if (endpoint.path.includes('/audit/{id}')) return revertPath(endpoint.path, ids)
  if (endpoint.path.includes('/support-sessions/{id}')) return supportSessionPath(endpoint.path, ids)
  if (endpoint.path.endsWith('/{testId}')) return testPath(endpoint.path, ids)
  if (['keepIdentityProvider', 'revertIdentityProvider'].includes(endpoint.name))
    return endpoint.path.replace('{id}', await providerIdOf(ids, withDraft))
  if (endpoint.path.endsWith('/{tokenId}')) return scimTokenPath(endpoint.path, ids)
  if (endpoint.name === 'startTestLogin') return endpoint.path.replace('{id}', await providerIdOf(ids, withFormat))
  if (/\/idps\/\{id\}/.test(endpoint.path))
    return endpoint.path.replace('{id}', await forReading(endpoint, `provider, ${ids}`, () => providerIdOf(ids)))
  if (endpoint.path.includes('{sessionId}') || endpoint.name === 'endSession') return sessionPath(endpoint.path, ids)
  if (endpoint.path.startsWith('/portal/admin/people/'))
    return endpoint.path.replace('{id}', await forReading(endpoint, `person, ${ids}`, () => personIdOf(ids)))
  if (endpoint.path.includes('{appId}/sign-in') && (ids === "acme's" || ids === "globex's"))
    return signInPath(endpoint, ids === "acme's" ? world.acme : world.globex)
  if (/\/groups\/\{id\}\/|\{roleId\}|\/admin\/roles\/|\{appId\}\/groups/.test(endpoint.path))
    return mappingPath(endpoint, ids)
  if (endpoint.path.endsWith('/{code}')) return endpoint.path.replace('{code}', await signInCodeOf(ids))
  if (endpoint.path.endsWith('/{hash}'))
    return endpoint.path.replace('{hash}', 'a'.repeat(ids === 'wrong type' ? 101 : 64))
  const production = world.environments.get('production') ?? ''
  const staging = world.environments.get('staging') ?? ''
  const random = () => uuidv7(Date.now())
  const account = (tenant: ImportedTenant, envId: string) =>
    forReading(endpoint, `account in ${envId}`, () => makeAccount(tenant, envId))
  const isEnvironmentItself = endpoint.path.endsWith('/environments/{id}')
  const values: Record<IdKind, () => Promise<Record<string, string>>> = {
    "acme's": async () => ({
      envId: production,
      id: isEnvironmentItself ? staging : await account(world.acme, production),
      appId: portalAppId,
    }),
    "globex's": async () => ({
      envId: world.foreignEnvironment,
      id: isEnvironmentItself ? world.foreignEnvironment : await account(world.globex, world.foreignEnvironment),
      appId: portalAppId,
    }),
    // The account and the application exist, in another environment of the same tenant.
    "other environment's": async () => ({
      envId: staging,
      id: await account(world.acme, production),
      appId: await applicationId('vault'),
    }),
    random: async () => ({
      envId: ids === 'random' && endpoint.path.includes('{id}') ? production : random(),
      id: random(),
      appId: random(),
    }),
    'wrong type': async () => ({ envId: 'production', id: '1', appId: 'x'.repeat(101) }),
  }
  const filled = await values[ids]()
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '')
}

/** Required query parameters of a call. */
const queries: Readonly<Record<string, string>> = {
  whereIs: '?username=ada@acme.example',
  explainAccess: '?user=ada@acme.example',
  rehearsePrimaryIdp: `?idp=${uuidv7(0)}&group=${uuidv7(0)}`,
}

/** Each cell gets a new provider, because some cells delete it. */
async function providerIdOf(ids: IdKind, made = async (_: ImportedTenant, id: string) => id): Promise<string> {
  if (ids === "acme's") return made(world.acme, await makeProvider(world.acme))
  if (ids === "globex's") return made(world.globex, await makeProvider(world.globex))
  return ids === 'wrong type' ? '1' : uuidv7(Date.now())
}

/** A provider without a username format cannot be tested. */
async function withFormat({ id: tenantId }: ImportedTenant, id: string): Promise<string> {
  await tenantScope(server.database, tenantId).transaction((tx) => addEmailDomain(tx, id, `${id}.example`))
  return id
}

/** A provider whose draft needs no test: it is renamed and disabled. */
async function withDraft(tenant: ImportedTenant, id: string): Promise<string> {
  const body = { ...providerBody(), enabled: false }
  const admin = await makerOf(tenant)
  const outcome = await admin.core.client.call(updateIdentityProvider, {
    params: { id },
    body,
  })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return id
}

/** No one listens there. */
const webhookBody = { url: 'http://127.0.0.1:9/', events: ['audit'] }

/** Each cell gets a new webhook, because some cells delete it. */
async function webhookIdOf(ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return '1'
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = uuidv7(Date.now())
  if (tenant === undefined) return id
  const sealed = server.deps.secrets.seal(newWebhookSecret(), webhookSecretContext(id))
  const values = { url: webhookBody.url, events: ['audit'], actions: [], enabled: true } as const
  await tenantScope(server.database, tenant.id).transaction((tx) => insertWebhook(tx, { id, values, sealed }))
  return id
}

/** A token of a provider. */
async function scimTokenPath(path: string, ids: IdKind): Promise<string> {
  const providerId = await providerIdOf(ids)
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined) {
    const token = { id, providerId, beginning: 'scim_test', hash: hashToken(id), dryRun: false, days: 1 }
    await tenantScope(server.database, tenant.id).transaction((tx) => insertTokenRow(tx, token))
  }
  return path.replace('{id}', providerId).replace('{tokenId}', id)
}

/** An application that everyone in the group `staff` can open, or one that the person cannot open there. */
async function openApplicationOf(ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return 'x'.repeat(101)
  if (ids === 'random') return uuidv7(Date.now())
  return applicationId(
    ids === "other environment's" ? 'vault' : 'billing',
    ids === "globex's" ? world.globex : world.acme,
  )
}

/** Each cell gets a new token, because some cells revoke it. It belongs to the maker of the objects of these cells. */
async function apiTokenIdOf(ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return '1'
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = uuidv7(Date.now())
  if (tenant === undefined) return id
  await makerOf(tenant)
  const applicationIdOfBilling = await applicationId('billing', tenant)
  await tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const { db } = tx
    const username = `maker@${tenant.slug}.example`
    const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
    const environment = await db
      .selectFrom('environments')
      .select('id')
      .where('slug', '=', 'production')
      .executeTakeFirstOrThrow()
    await insertToken(tx, {
      id,
      userId: user.id,
      environmentId: environment.id,
      applicationId: applicationIdOfBilling,
      name: id,
      beginning: 'pat_test',
      hash: hashToken(id),
      roleIds: [],
      tenantRoleIds: [],
      expiresAt: new Date(Date.now() + 86_400_000),
    })
  })
  return id
}

/** A test login of a provider. */
async function testPath(path: string, ids: IdKind): Promise<string> {
  const providerId = await providerIdOf(ids)
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined) {
    const test = { id, token: id, providerId, fingerprint: '', startedBy: 'maker' }
    await tenantScope(server.database, tenant.id).transaction((tx) => insertTest(tx, test))
  }
  return path.replace('{id}', providerId).replace('{testId}', id)
}

/** Each cell gets a new person, because some cells deactivate them. */
async function personIdOf(ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return '1'
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  if (tenant === undefined) return uuidv7(Date.now())
  const username = `${uuidv7(Date.now())}@${tenant.slug}.example`
  await signedIn(server, tenant, { username, groups: [] })
  return tenantScope(server.database, tenant.id).transaction(async ({ db }) => {
    const row = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
    return row.id
  })
}

/** A session of a new person; `/portal/sessions/{id}` is then one of another person. */
async function sessionPath(path: string, ids: IdKind): Promise<string> {
  const personId = await personIdOf(ids)
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  let id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined) {
    const [session] = await tenantScope(server.database, tenant.id).transaction((tx) => listOpenSessions(tx, personId))
    id = session?.id ?? id
  }
  return path.includes('{sessionId}')
    ? path.replace('{id}', personId).replace('{sessionId}', id)
    : path.replace('{id}', id)
}

/** A recorded sign-in of the tenant. */
async function signInCodeOf(ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return 'x'.repeat(101)
  if (ids === 'random') return 'BBBB-BBBB'
  const tenant = ids === "globex's" ? world.globex : world.acme
  const start = {
    identityProviderId: null,
    purpose: 'login',
    username: null,
    address: '',
    requestId: '',
    lines: [],
  } as const
  const record = await tenantScope(server.database, tenant.id).transaction((tx) => insertRecord(tx, start, Date.now()))
  return record.code
}

/** Restores the state before the first step of a rollover, because each cell performs it. */
async function forgetNextKeys(): Promise<void> {
  for (const { id } of [world.acme, world.globex])
    await tenantScope(server.database, id).transaction((tx) =>
      tx.db.deleteFrom('federation_keys').where('tenant_id', '=', id).where('state', '=', 'next').execute(),
    )
}

let recoveryCode = ''

/** A current code of acme, for the cell that may drill it alone: making codes replaces those of other cells and ends a repair session. */
async function makeRecoveryCode(): Promise<string> {
  const codes = await tenantScope(server.database, world.acme.id).transaction((tx) =>
    makeCodes(tx, { by: 'test', days: 1 }),
  )
  return codes[0] ?? ''
}

async function makeProvider(tenant: ImportedTenant): Promise<string> {
  const admin = await makerOf(tenant)
  const outcome = await admin.core.client.call(createIdentityProvider, { body: providerBody() })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  await keepProvider(server, tenant.id, outcome.value.id)
  return outcome.value.id
}

function providerBody() {
  return {
    type: 'OPENSAML' as const,
    name: `provider ${uuidv7(Date.now())}`,
    config: {
      entityId: 'https://idp.example',
      ssoUrl: 'https://idp.example/sso',
      signingCertificate1: world.expiredCertificate.pem,
    },
  }
}

const makers = new Map<string, Promise<Browser>>()

/** One administrator of each tenant creates the objects of the cells. */
function makerOf(tenant: ImportedTenant): Promise<Browser> {
  const username = `maker@${tenant.slug}.example`
  const maker = makers.get(tenant.id) ?? signedIn(server, tenant, { username, groups: ['admins'] })
  makers.set(tenant.id, maker)
  return maker
}

async function makeAccount(tenant: ImportedTenant, environmentId: string): Promise<string> {
  const admin = await makerOf(tenant)
  const body = { name: `account ${uuidv7(Date.now())}`, key1: otherKeys.publicPem, key1Algorithm: 'RSA' as const }
  const outcome = await admin.core.client.call(createServiceAccount, { params: { envId: environmentId }, body })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value.id
}

/** A group, a role or an application that groups are mapped to. Each cell gets a new custom role, because some delete it. */
async function mappingPath(endpoint: Endpoint, ids: IdKind): Promise<string> {
  const { path } = endpoint
  const filled =
    ids === 'wrong type'
      ? { envId: 'production', id: '1', appId: 'x'.repeat(101), roleId: '1' }
      : ids === 'random'
        ? Object.fromEntries(['envId', 'id', 'appId', 'roleId'].map((name) => [name, uuidv7(Date.now())]))
        : await mappedIds(ids === "globex's" ? world.globex : world.acme, path)
  // The role of production does not belong to staging, nor does the application.
  const envId = ids === "other environment's" ? (world.environments.get('staging') ?? '') : filled['envId']
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...filled, envId })[name] ?? '')
}

/** An application that signs people in: each cell gets another registration, because some cells remove it. */
async function signInPath(endpoint: Endpoint, tenant: ImportedTenant): Promise<string> {
  const { envId = '', appId = '' } = await mappedIds(tenant, endpoint.path)
  const id = uuidv7(Date.now())
  const config = v.parse(ClientConfig, { protocol: 'openid', redirectUris: [`https://billing.example/${id}`] })
  await tenantScope(server.database, tenant.id).transaction((tx) =>
    saveClient(tx, { id, environmentId: envId, applicationId: appId, config }),
  )
  return endpoint.path.replace('{envId}', envId).replace('{appId}', appId)
}

async function mappedIds(tenant: ImportedTenant, path: string): Promise<Record<string, string>> {
  const slug = path.includes('{appId}/groups') ? 'vault' : 'billing'
  return tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const { rows } = await sql<Record<'envId' | 'appId' | 'roleId' | 'group', string>>`
      select e.id as "envId", a.id as "appId", r.id as "roleId", g.id as "group"
        from environments e join applications a on a.slug = ${slug}
        left join app_roles r on r.environment_id = e.id and r.application_id = a.id and r.name = 'viewer'
        join groups g on g.claim = 'admins'
       where e.slug = 'production'`.execute(tx.db)
    const [row] = rows
    const role = uuidv7(Date.now())
    await insertTenantRole(tx, { id: role, label: `role ${role}` })
    const roleId = path.includes('/applications/') ? (row?.roleId ?? '') : role
    return {
      envId: row?.envId ?? '',
      appId: row?.appId ?? '',
      roleId,
      id: path.includes('/groups/{id}') ? (row?.group ?? '') : role,
    }
  })
}

async function applicationId(slug: string, tenant = world.acme): Promise<string> {
  const row = await tenantScope(server.database, tenant.id).transaction((tx) =>
    tx.db
      .selectFrom('applications')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow(),
  )
  return row.id
}

const spMetadata = buildSpMetadata({
  entityId: 'https://sp.example',
  acsUrl: 'https://sp.example/acs',
  sloUrl: 'https://sp.example/slo',
  signingCertificates: [],
  encryptionCertificates: [],
})

/** A valid body, so that only the authority check can reject the request. */
async function initFor(endpoint: Endpoint, csrf: string): Promise<RequestInit> {
  const { method } = endpoint
  const headers: Record<string, string> = csrf === '' ? {} : { 'X-CSRFToken': csrf }
  const bodies: Record<string, () => RequestInit['body']> = {
    signOut: () => new URLSearchParams({ 'X-CSRFToken': csrf }),
    findDeviceRequest: () => JSON.stringify({ userCode: 'BCDF-GHJK' }),
    answerDeviceRequest: () => new URLSearchParams({ userCode: 'BCDF-GHJK', decision: 'allow', 'X-CSRFToken': csrf }),
    answerLoopbackRequest: () =>
      new URLSearchParams({
        client_id: 'portico-cli',
        redirect_uri: 'http://127.0.0.1:50000/callback',
        response_type: 'code',
        state: 'state',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
        decision: 'allow',
        'X-CSRFToken': csrf,
      }),
    putPrimaryIdp: () => JSON.stringify({ idp: null, group: null }),
    answerIdpSwitch: () => new URLSearchParams({ action: 'skip', 'X-CSRFToken': csrf }),
    selectEnvironment: () =>
      new URLSearchParams({ env_id: world.environments.get('production') ?? '', 'X-CSRFToken': csrf }),
    updateEnvironment: () => JSON.stringify({ name: `Staging ${uuidv7(Date.now())}` }),
    drillRecoveryCode: () => JSON.stringify({ code: recoveryCode }),
    createServiceAccount: () =>
      JSON.stringify({ name: `made ${uuidv7(Date.now())}`, key1: otherKeys.publicPem, key1Algorithm: 'RSA' }),
    updateServiceAccount: () =>
      JSON.stringify({ name: `changed ${uuidv7(Date.now())}`, key1: otherKeys.publicPem, key1Algorithm: 'RSA' }),
    createIdentityProvider: () => JSON.stringify(providerBody()),
    // Switched off: no username format leads to it.
    updateIdentityProvider: () => JSON.stringify({ ...providerBody(), enabled: false }),
    setPortalRoleGroups: () => JSON.stringify({ idp: world.admins.idp, groups: [world.admins.group] }),
    createTenantRole: () => JSON.stringify({ label: `role ${uuidv7(Date.now())}` }),
    updateTenantRole: () => JSON.stringify({ label: `role ${uuidv7(Date.now())}` }),
    createScimToken: () => JSON.stringify({}),
    updateScimToken: () => JSON.stringify({ active: false }),
    createApiToken: () => JSON.stringify({ name: uuidv7(Date.now()) }),
    createWebhook: () => JSON.stringify(webhookBody),
    updateWebhook: () => JSON.stringify(webhookBody),
    createGroup: () => JSON.stringify({ claim: `group ${uuidv7(Date.now())}` }),
    setAppRoleGroups: () => JSON.stringify({ tenantGroups: [] }),
    setTenantRoleGroups: () => JSON.stringify({ tenantGroups: [] }),
    setApplicationGroups: () => JSON.stringify({ tenantGroups: [] }),
    previewTransforms: () => JSON.stringify({ groups: ['/finance'] }),
    keepIdentityProvider: () => JSON.stringify({ confirmed: true }),
    lintIdentityProviderDraft: () => JSON.stringify(providerBody()),
    importProviderMetadata: () => JSON.stringify({ type: 'OIDC', document: '{"issuer":"https://idp.example"}' }),
    saveSetup: () => JSON.stringify({ step: 2, product: null, type: 'OPENSAML' }),
    saveSetupFormats: () => JSON.stringify({ prefixes: [], suffixes: [`${uuidv7(Date.now())}.example`] }),
    completeSetup: () => JSON.stringify({ group: 'admins' }),
    saveUsernameFormats: () => JSON.stringify({ prefixes: [], suffixes: [`${uuidv7(Date.now())}.example`] }),
    extendCertificate: () => JSON.stringify({ fingerprint: world.expiredCertificate.fingerprint, reason: 'test' }),
    retireCertificate: () => JSON.stringify({ fingerprint: world.expiredCertificate.fingerprint }),
    saveDependencies: () => JSON.stringify({ dependencies: [{ appId: portalAppId, name: 'security-admin' }] }),
    rollOurKeys: () => JSON.stringify({ step: 'publish' }),
    putLauncherPreferences: () => JSON.stringify({ layout: 'list', favourites: [portalAppId], order: [] }),
    putApplicationIcon: imageBody,
    putTenantLogo: imageBody,
    putTenantBranding: () =>
      JSON.stringify({ name: `name ${(saves += 1)}`, primaryColor: null, accentColor: null, privacyPolicyUrl: null }),
    linkApplicationIcon: () => JSON.stringify({ url: 'https://192.0.2.1/icon.png' }),
    enterTenant: () => JSON.stringify({ reason: 'test' }),
    putSupportAccess: () => JSON.stringify({ allowProsAccess: (saves += 1) % 2 === 0 }),
    putIdleTime: () => JSON.stringify({ idletime: nextIdleTime() }),
    putLauncherSettings: () => JSON.stringify({ announcement: null, accessContact: null }),
    putApplicationSignIn: () =>
      JSON.stringify({ config: { protocol: 'openid', redirectUris: ['https://billing.example/callback'] } }),
    replaceApplicationSecret: () => JSON.stringify({ now: true }),
    readApplicationMetadata: () => JSON.stringify({ document: spMetadata }),
    putAccessText: () => JSON.stringify({ text: 'Ask the service desk.' }),
    extractPublicKey: () => {
      const data = new FormData()
      data.append('file', new Blob([otherKeys.publicPem]), 'key.pem')
      return data
    },
  }
  if (endpoint.name === 'rollOurKeys') await forgetNextKeys()
  // A tenant may have so many.
  if (endpoint.name === 'createWebhook') await removeWebhooks(server)
  const make = bodies[endpoint.name]
  if (endpoint.body !== undefined && make === undefined) throw new Error(`The matrix has no body for ${endpoint.name}.`)
  const body = make?.()
  if (body === undefined) return { method, headers }
  return {
    method,
    body: body ?? null,
    headers: { ...headers, ...(endpoint.bodyKind === 'json' ? { 'Content-Type': 'application/json' } : {}) },
  }
}

function imageBody(): FormData {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(makePng(16, 16))]), 'image.png')
  return data
}
