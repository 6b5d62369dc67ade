import { enterTenant, getLauncher, healthOf, listOperatedTenants, type OperatedTenant } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createOurKeyPair } from '../../kit/keys/key-pair.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  vendorTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let vendor: ImportedTenant
let kofi: Browser

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  vendor = await server.importTenant(vendorTenant())
  const { certificate } = await createOurKeyPair({
    commonName: 'old',
    nowMs: Date.UTC(2020, 0, 1),
    years: 1,
    bits: 2048,
  })
  const saml = {
    name: 'Old SAML',
    type: 'OPENSAML',
    config: { entityId: 'https://old.example', ssoUrl: 'https://old.example/sso', signingCertificate1: certificate },
    emailSuffixes: ['old.example'],
  }
  const small = smallTenant('acme') as { identityProviders: unknown[] }
  acme = await server.importTenant({ ...small, identityProviders: [...small.identityProviders, saml] })
  await server.importTenant({ ...smallTenant('globex'), tenant: { slug: 'globex', name: 'Zürich Globex 10' } })
  await server.importTenant({ ...smallTenant('initech'), tenant: { slug: 'initech', name: 'zurich globex 9' } })
  await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  kofi = await signedIn(server, vendor, { username: 'kofi@vendor.example', groups: ['support'] })
})
afterAll(() => server.close())

async function read(query: Record<string, string> = {}, who = kofi) {
  const outcome = await who.core.client.call(listOperatedTenants, { query: query as never })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}

const slugs = ({ tenants }: { tenants: readonly OperatedTenant[] }) => tenants.map(({ slug }) => slug)
const one = async (slug: string) => (await read({ slug })).tenants[0]

it('support reads every tenant in the order of names, and no one else reads any', async () => {
  expect(slugs(await read())).toEqual(['acme', 'vendor', 'initech', 'globex'])
  const vendorAdmin = await signedIn(server, vendor, { username: 'jana@vendor.example', groups: ['admins'] })
  const otherAdmin = await signedIn(server, acme, { username: 'bo@acme.example', groups: ['admins', 'support'] })
  for (const browser of [vendorAdmin, otherAdmin])
    expect(await browser.core.client.call(listOperatedTenants, {})).toMatchObject({ problem: { status: 403 } })
})

it('a tenant is shown with environments, people, support access, deactivation and banner, and no secret', async () => {
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`update tenants set allow_pros_access = true, deactivated = true, deactivated_message = 'Moving.',
               banner_message = 'Tonight.', banner_type = 'info', banner_until = now() + interval '1 hour'`.execute(db),
  )
  expect(await one('acme')).toMatchObject({
    id: acme.id,
    name: 'acme Inc',
    vendor: false,
    environments: [{ name: 'Production' }, { name: 'Frozen' }, { name: 'Staging' }],
    environmentCount: 3,
    people: expect.any(Number),
    allowProsAccess: true,
    allowProsChange: false,
    deactivated: true,
    deactivatedMessage: 'Moving.',
    banner: { message: 'Tonight.', type: 'info' },
    providerCount: 2,
  })
  expect((await one('vendor'))?.vendor).toBe(true)
  const text = JSON.stringify(await read())
  for (const secret of ['not-a-secret-in-tests', 'BEGIN CERTIFICATE', 'clientSecret', 'ada@acme.example'])
    expect(text).not.toContain(secret)
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`update tenants set deactivated = false, deactivated_message = null, banner_until = now()`.execute(db),
  )
  expect(await one('acme')).toMatchObject({ deactivated: false, banner: null })
})

describe('the health of the sign-in', () => {
  const record = (outcome: string, minutesAgo: number, purpose = 'login') =>
    tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`insert into sign_in_records (tenant_id, id, code, identity_provider_id, purpose, outcome, checks, address, request_id, started_at)
          select ${acme.id}::uuid, gen_random_uuid(), gen_random_uuid()::text, id, ${purpose}, ${outcome}, '[]', '10.0.0.1', 'r',
                 now() - make_interval(mins => ${minutesAgo})
            from identity_providers where is_primary`.execute(db),
    )
  const primary = async () => (await one('acme'))?.providers[0]

  it('counts the failures since the last sign-in, and only sign-ins of people', async () => {
    expect(await primary()).toMatchObject({ name: 'Main', primary: true, lastSignInAt: null, failedSince: 0 })
    await record('failed', 50)
    await record('signed-in', 40)
    await record('failed', 30)
    await record('failed', 20)
    await record('failed', 10, 'test')
    expect(await primary()).toMatchObject({ lastSignInAt: expect.any(String), failedSince: 2 })
  })

  it('an expired certificate is an expiry; of a disabled provider nothing is; failures are worse than expiries', async () => {
    const tenant = await one('acme')
    expect(tenant?.expiries).toMatchObject([{ what: 'certificate1', provider: 'Old SAML', expired: true }])
    expect(healthOf(tenant as OperatedTenant)).toBe('expired')
    await record('failed', 5)
    expect(healthOf((await one('acme')) as OperatedTenant)).toBe('failing')
    await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`update identity_providers set enabled = false where not is_primary`.execute(db),
    )
    expect((await one('acme'))?.expiries).toEqual([])
    await record('signed-in', 1)
    expect(healthOf((await one('acme')) as OperatedTenant)).toBe('working')
    expect(healthOf((await one('globex')) as OperatedTenant)).toBe('unused')
  })
})

it('tenants are searched, filtered and paged in both directions', async () => {
  expect(slugs(await read({ search: 'zurich' }))).toEqual(['initech', 'globex'])
  expect(slugs(await read({ search: 'GLOBEX 10' }))).toEqual(['globex'])
  expect(slugs(await read({ search: acme.id }))).toEqual(['acme'])
  expect(slugs(await read({ state: 'deactivated' }))).toEqual([])
  expect(slugs(await read({ sort: '-name' }))).toEqual(['globex', 'initech', 'vendor', 'acme'])
  const first = await read({ limit: '2' })
  expect([slugs(first), first.total, first.previous]).toEqual([['acme', 'vendor'], 4, null])
  const second = await read({ limit: '2', cursor: first.next ?? '' })
  expect([slugs(second), second.total, second.next]).toEqual([['initech', 'globex'], undefined, null])
  expect(slugs(await read({ limit: '2', cursor: second.previous ?? '' }))).toEqual(['acme', 'vendor'])
  expect(slugs(await read({ limit: '1', cursor: 'end' }))).toEqual(['globex'])
  const wrong = await kofi.core.client.call(listOperatedTenants, { query: { cursor: 'x' } })
  expect(wrong).toMatchObject({ problem: { status: 400 } })
})

it('tenants of one health are found beyond the tenants that are read at a time, page by page and backwards', async () => {
  for (let at = 0; at < 101; at += 1)
    await server.importTenant({ ...smallTenant(`bulk-${at}`), tenant: { slug: `bulk-${at}`, name: `Aaa ${at}` } })
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`update identity_providers set is_primary = false where is_primary`.execute(db),
  )
  const unused = await read({ health: 'unused', search: 'globex' })
  expect([slugs(unused), unused.total]).toEqual([['initech', 'globex'], 2])
  const found = await read({ health: 'no-primary', limit: '1' })
  expect([slugs(found), found.total, found.next]).toEqual([['acme'], 1, null])
  const first = await read({ health: 'unused', limit: '100' })
  expect([first.tenants.length, first.total]).toEqual([100, undefined])
  const second = await read({ health: 'unused', limit: '100', cursor: first.next ?? '' })
  expect(slugs(second).slice(0, 1)).toEqual(['bulk-100'])
  expect(slugs(second)).not.toContain('acme')
  expect(slugs(await read({ health: 'unused', limit: '100', cursor: second.previous ?? '' }))).toEqual(slugs(first))
  expect(slugs(await read({ health: 'unused', limit: '1', cursor: 'end' }))).toEqual(['globex'])
  const wrong = await kofi.core.client.call(listOperatedTenants, { query: { health: 'fine' as never } })
  expect(wrong).toMatchObject({ problem: { status: 400 } })
})

it('support sessions that run are counted, until the company no longer allows them', async () => {
  const allow = (isAllowed: boolean) =>
    tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql`update tenants set allow_pros_access = ${isAllowed}`.execute(db),
    )
  const running = async () => (await one('acme'))?.supportSessions
  expect(await running()).toBe(0)
  await allow(true)
  const visitor = await signedIn(server, vendor, { username: 'vera@vendor.example', groups: ['support'] })
  const entered = await visitor.core.client.call(enterTenant, {
    params: { tenantId: acme.id },
    body: { reason: 'Case 4711', hours: 1 },
  })
  expect(entered.ok).toBe(true)
  expect([await running(), (await one('globex'))?.supportSessions]).toEqual([1, 0])
  await allow(false)
  expect(await running()).toBe(0)
})

it('a support user finds the operations area at home, and the banner only in another company', async () => {
  const places = async ({ core }: Browser) => {
    const outcome = await core.client.call(getLauncher)
    if (!outcome.ok) throw new Error('The portal user is missing.')
    const { routes, banner, environmentName } = outcome.value
    return { tabs: routes.map(({ path }) => path), isMarked: banner !== undefined, environmentName }
  }
  expect(await places(kofi)).toEqual({
    tabs: ['/portal', '/operations'],
    isMarked: false,
    environmentName: expect.any(String),
  })
  const ordinary = await signedIn(server, vendor, { username: 'uma@vendor.example', groups: ['staff'] })
  expect((await places(ordinary)).tabs).not.toContain('/operations')
  await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql`update tenants set allow_pros_access = true`.execute(db),
  )
  const visitor = await signedIn(server, vendor, { username: 'vito@vendor.example', groups: ['support'] })
  const params = { tenantId: acme.id }
  await visitor.core.client.call(enterTenant, { params, body: { reason: 'Case 4712', hours: 1 } })
  expect(await places(visitor)).toEqual({
    tabs: ['/portal', '/portal/admin', '/operations'],
    isMarked: true,
    environmentName: null,
  })
})
