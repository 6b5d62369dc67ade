import { createTenantRole, getLauncherApplications, getPrincipalInfo, getSession, listTenantRoles } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { csrfTokenOf } from '../../kit/http/csrf.ts'
import { routes } from '../../app/routes.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { askForToken, mintToken } from '../../testing/mint-token.ts'
import {
  createTestServer,
  rsaKeys,
  signAssertion,
  signedIn,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

const keys = rsaKeys()
const message = 'Moving to another data centre until Monday.'
let server: TestServer
let tenant: ImportedTenant
let admin: Browser

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  const account = {
    environment: 'production',
    name: 'robot',
    key1: keys.publicPem,
    applications: ['portal:security-admin', 'billing:viewer'],
  }
  tenant = await server.importTenant(smallTenant('acme', { serviceAccounts: [account] }))
  admin = await signedIn(server, tenant, { username: 'ada@acme.example', groups: ['admins', 'staff'] })
})
afterEach(() => activate())
afterAll(() => server.close())

const set = (change: Record<string, unknown>) =>
  tenantScope(server.database, tenant.id).transaction((tx) =>
    tx.db.updateTable('tenants').set(change).where('tenant_id', '=', tenant.id).execute(),
  )
const deactivate = () => set({ deactivated: true, deactivated_message: message })
const activate = () => set({ deactivated: false, deactivated_message: null })

const assertionForm = (resource: string) => ({
  grant_type: 'client_credentials',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: signAssertion(keys.privateKey, tenant.serviceAccountIds.get('robot') ?? ''),
  resource,
})

it('every session of a deactivated tenant says so, with the words of the operator, and no other tenant does', async () => {
  await deactivate()
  const session = await admin.core.client.call(getSession)
  expect(session).toMatchObject({
    value: {
      deactivated: true,
      systemBanner: {
        type: 'warning',
        message:
          'Portico is deactivated for your company: applications do not open, and nothing can be changed. Ask your administrator or support.',
        errCode: 'TENANT_DEACTIVATED',
        errMsg: message,
      },
    },
  })
  const other = await server.importTenant(smallTenant('globex'))
  const theirs = await signedIn(server, other, { username: 'gus@globex.example', groups: ['admins'] })
  expect(await theirs.core.client.call(getSession)).toMatchObject({ value: { deactivated: false, systemBanner: null } })
  await activate()
  expect(await admin.core.client.call(getSession)).toMatchObject({ value: { deactivated: false, systemBanner: null } })
})

it('it can be read and not changed, by people and programs, and the refusal is one clear sentence', async () => {
  const bearer = await mintToken(server, signAssertion(keys.privateKey, tenant.serviceAccountIds.get('robot') ?? ''))
  await deactivate()
  expect(await admin.core.client.call(listTenantRoles)).toMatchObject({ ok: true })
  expect(await admin.core.client.call(createTenantRole, { body: { label: 'Auditors' } })).toMatchObject({
    problem: {
      status: 403,
      code: 'TENANT_DEACTIVATED',
      errorMessage:
        'Portico is deactivated for your company, so nothing can be changed. Ask your administrator or support.',
    },
  })
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const ask = (method: string, body: string | null) =>
    server.fetch(new Request(`${server.deps.settings.baseUrl}/api/portal/admin/roles`, { method, headers, body }))
  const read = await ask('GET', null)
  expect([read.status, decodeURIComponent(read.headers.get('x-portico-notice') ?? '')]).toEqual([
    200,
    expect.stringMatching(/^warning; Portico is deactivated for your company.*until Monday\.$/),
  ])
  const refused = await ask('POST', '{"label":"Auditors"}')
  expect([refused.status, await refused.json()]).toMatchObject([403, { errorID: 'TENANT_DEACTIVATED' }])
  await activate()
  const answered = await ask('POST', '{"label":"Auditors"}')
  expect([answered.status, answered.headers.get('x-portico-notice')]).toEqual([201, null])
})

/** A body of the type that the call takes; its content is read after the sender. */
function bodyOf(kind: string): BodyInit {
  if (kind === 'json') return new Blob(['{}'], { type: 'application/json' })
  if (kind === 'form') return new URLSearchParams({ wanted: 'nothing' })
  const form = new FormData()
  form.set('file', new Blob(['x']), 'x.pem')
  return form
}

it('its people may sign in, choose an environment, check drafts, stay and leave; every other change is refused', async () => {
  await deactivate()
  const token = admin.cookies.get('portico-session') ?? ''
  const headers = {
    cookie: `portico-session=${token}`,
    'x-csrftoken': csrfTokenOf(server.deps.secrets, token),
    origin: new URL(server.deps.settings.baseUrl).origin,
  }
  const refusals = new Set(['TENANT_DEACTIVATED', 'FORBIDDEN', 'SUPPORT_REQUIRED', 'SUPPORT_SESSION_REQUIRED'])
  const open: string[] = []
  for (const { endpoint, allow } of routes) {
    if (allow === 'anyone' || endpoint.method === 'GET') continue
    // Signing out, and calls that end what the next ones need.
    if (['signOut', 'endOtherSessions'].includes(endpoint.name)) continue
    const path = endpoint.path.replace(/\{\w+\}/g, tenant.id)
    const answer = await server.fetch(
      new Request(`${server.deps.settings.baseUrl}/api${path}`, {
        method: endpoint.method,
        headers,
        body: endpoint.method === 'DELETE' ? null : bodyOf(endpoint.bodyKind),
      }),
    )
    const { errorID } = (await answer.json().catch(() => ({}))) as { errorID?: string }
    if (errorID === undefined || !refusals.has(errorID)) open.push(endpoint.name)
  }
  expect(open.toSorted()).toEqual([
    'answerDeviceRequest',
    'answerLoopbackRequest',
    'endSession',
    'extractPublicKey',
    'findDeviceRequest',
    'importProviderMetadata',
    'lintIdentityProviderDraft',
    'previewTransforms',
    'renewSession',
    'selectEnvironment',
  ])
  const leaving = await signedIn(server, tenant, { username: 'leo@acme.example', groups: ['staff'] })
  expect((await leaving.core.client.call(getPrincipalInfo)).ok).toBe(true)
  const form = new URLSearchParams({ 'X-CSRFToken': leaving.cookies.get('csrf') ?? '' })
  expect((await leaving.send('/api/login/signout', { method: 'POST', body: form })).status).toBeLessThan(400)
  expect(await leaving.core.client.call(getPrincipalInfo)).toMatchObject({ problem: { status: 401 } })
})

it('its applications do not open, and programs get tokens only for the portal', async () => {
  const addresses = async () => {
    const outcome = await admin.core.client.call(getLauncherApplications)
    return outcome.ok ? outcome.value.applications.map(({ launchUrl }) => launchUrl) : []
  }
  expect(await addresses()).toContainEqual(expect.stringContaining('https://billing.example/'))
  await deactivate()
  expect([...new Set(await addresses())]).toEqual([null])
  const refused = await askForToken(server, assertionForm('urn:portico:acme:application:billing'))
  expect([refused.status, await refused.json()]).toEqual([
    400,
    {
      error: 'invalid_target',
      error_description: 'The tenant is deactivated: only tokens for the portal are issued.',
    },
  ])
  expect((await askForToken(server, assertionForm('urn:portico:acme:application:portal'))).status).toBe(200)
  await activate()
  expect((await askForToken(server, assertionForm('urn:portico:acme:application:billing'))).status).toBe(200)
})

it('a banner of the operator is in every session until its end, and a deactivation comes before it', async () => {
  const bannerOf = async () => {
    const outcome = await admin.core.client.call(getSession)
    return outcome.ok ? outcome.value.systemBanner : undefined
  }
  const until = new Date(server.clock.now() + 60_000)
  await set({ banner_message: 'Maintenance tonight.', banner_type: 'info', banner_until: until })
  expect(await bannerOf()).toEqual({ type: 'info', message: 'Maintenance tonight.' })
  await deactivate()
  expect(await bannerOf()).toMatchObject({ errCode: 'TENANT_DEACTIVATED' })
  await activate()
  server.clock.advance(61_000)
  expect(await bannerOf()).toBe(null)
  server.clock.advance(-61_000)
  expect(await bannerOf()).toEqual({ type: 'info', message: 'Maintenance tonight.' })
  await set({ banner_message: null, banner_type: null, banner_until: null })
  expect(await bannerOf()).toBe(null)
})

it('the database accepts no type that pages cannot draw', async () => {
  await expect(
    tenantScope(server.database, tenant.id).transaction(({ db }) =>
      sql`update tenants set banner_message = 'x', banner_type = 'loud'`.execute(db),
    ),
  ).rejects.toThrow(/banner_type/)
})
