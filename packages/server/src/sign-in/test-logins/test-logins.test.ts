import {
  getIdentityProvider,
  getTestLogin,
  keepIdentityProvider,
  listProviderGroups,
  startTestLogin,
  updateIdentityProvider,
  type IdentityProviderInput,
  type TestLogin,
} from '@portico/core/contract'
import { startSimulator, type Simulator } from '@portico/simulator'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { createApp } from '../../app/app.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { change, landing, newBrowser, postAcross, startAt, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { visitSimulator } from '../../testing/simulator-visit.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  testBaseUrl,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { samlAddresses } from '../addresses/saml.ts'
import { formOf } from '../saml/testing/saml-run.ts'
import { createTour } from '../saml/testing/tour.ts'

const password = 'a password'
const clientSecret = 'a secret of the client that is long enough'
const tids = { v1: '11111111-1111-4111-8111-111111111111', v2: '22222222-2222-4222-8222-222222222222' }
const ada = (domain: string) => ({
  username: `ada@${domain}`,
  password,
  name: 'Ada Byron',
  givenName: 'Ada',
  familyName: 'Byron',
  email: `ada@${domain}`,
  groups: ['admins', 'staff'],
})

const samlTypes = [
  { name: 'Plain', id: 'plain', flavour: 'plain', type: 'OPENSAML', sso: '/sso' },
  { name: 'Adfs', id: 'adfs', flavour: 'adfs', type: 'ADFS_SAML', sso: '/adfs/ls/' },
  { name: 'Sales', id: 'sales', flavour: 'salesforce', type: 'SFDC_SAML', sso: '/idp/endpoint/HttpPost' },
] as const

let server: TestServer
let simulator: Simulator
let acme: ImportedTenant
let admin: Browser

beforeAll(async () => {
  const clients = [{ clientId: 'portico', clientSecret, redirectUris: [] }]
  const directory = (id: 'v1' | 'v2') => ({
    id,
    kind: 'azure' as const,
    version: id === 'v1' ? (1 as const) : (2 as const),
    tenantId: tids[id],
    domains: [`${id}.example`],
    name: id,
    people: [ada(`${id}.example`)],
    clients,
    groups: [{ name: 'admins' }, { name: 'staff' }],
  })
  simulator = await startSimulator(
    {
      host: '127.0.0.2',
      providers: [
        { id: 'oidc', kind: 'oidc', name: 'oidc', people: [ada('oidc.example'), ada('other.example')], clients },
        directory('v1'),
        directory('v2'),
        ...samlTypes.map(({ id, flavour, name }) => ({
          id,
          kind: 'saml' as const,
          name,
          flavour,
          people: [ada(`${id}.example`)],
          serviceProviders: [],
        })),
      ],
    },
    { log: () => undefined },
  )
  const { authority, graph } = simulator.azure
  server = await createTestServer({ azureAuthorityUrl: authority, graphUrl: graph, ...withoutRateLimits() })
  acme = await server.importTenant(tenantWith('acme', await entries()))
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
  for (const id of ['oidc', 'v1', 'v2'])
    simulator.addRedirectUris(id, {
      clientId: 'portico',
      redirectUris: [`${testBaseUrl}/api/login/idps/${idOf(id)}/oidc/callback`],
    })
  for (const { id, name } of samlTypes) simulator.samlControl(id).addServiceProvider(await serviceProvider(name))
})
afterEach(() => {
  for (const { id } of samlTypes) simulator.samlControl(id).reset()
})
afterAll(async () => {
  await server?.close()
  await simulator?.stop()
})

async function entries() {
  const oidc = {
    name: 'oidc',
    type: 'OIDC',
    primary: true,
    config: { issuer: simulator.issuer('oidc'), clientId: 'portico' },
    clientSecret,
    emailSuffixes: ['oidc.example'],
  }
  const azure = (['v1', 'v2'] as const).map((id) => ({
    name: id,
    type: id === 'v1' ? 'AAD' : 'AAD2',
    config: { applicationId: 'portico', domainName: tids[id] },
    applicationSecret: clientSecret,
    emailSuffixes: [`${id}.example`],
  }))
  const saml = await Promise.all(
    samlTypes.map(async ({ id, name, type, sso, flavour }) => {
      const [certificate = ''] = await simulator.samlControl(id).certificates()
      return {
        name,
        type,
        config: {
          entityId: simulator.issuer(id),
          ssoUrl: `${simulator.url}/saml/${id}${sso}`,
          ssoBinding: flavour === 'salesforce' ? 'post' : 'redirect',
          signingCertificate1: certificate.trim(),
          attributes:
            flavour === 'adfs'
              ? {
                  username: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname',
                  group: 'http://schemas.xmlsoap.org/claims/Group',
                }
              : { username: 'username', group: 'groups' },
        },
        emailSuffixes: [`${id}.example`],
        windowsDomains: id === 'adfs' ? ['ADFS'] : [],
      }
    }),
  )
  return [oidc, ...azure, ...saml]
}

async function serviceProvider(name: string) {
  const { entityId, acsUrl, sloUrl, metadataUrl } = samlAddresses(testBaseUrl, { tenantId: acme.id, id: idOf(name) })
  const xml = await (await server.fetch(new Request(metadataUrl))).text()
  const base64 = /use="signing"[\s\S]*?<ds:X509Certificate>([^<]+)</.exec(xml)?.[1] ?? ''
  const pem = `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----`
  return { entityId, acsUrl, sloUrl, sloBinding: 'redirect' as const, signingCertificates: [pem] }
}

const idOf = (name: string) => acme.identityProviderIds.get(name) ?? ''

async function begin(id: string, query: { fresh?: 'true' | 'false' } = {}): Promise<{ id: string; path: string }> {
  const outcome = await admin.core.client.call(startTestLogin, { params: { id }, query })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  const url = new URL(outcome.value.url)
  return { id: outcome.value.id, path: url.pathname + url.search }
}

async function read(id: string, testId: string): Promise<TestLogin> {
  const outcome = await admin.core.client.call(getTestLogin, { params: { id, testId } })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}

const html = { headers: { accept: 'text/html' } }

/** Opens the address of a test, signs in at an OpenID provider, and returns the last page. */
async function visitOidc(path: string, username: string, browser = newBrowser(server)): Promise<string> {
  const begun = await browser.send(path, html)
  const back = await visitSimulator(begun.headers.get('location') ?? '', { username, password })
  return (await arrive(browser, back)).text()
}

async function arrive(browser: Browser, back: Awaited<ReturnType<typeof visitSimulator>>): Promise<Response> {
  if (!back.byForm) return browser.send(`${back.path}?${back.answer.toString()}`, html)
  const kept = await postAcross(browser, back.path, back.answer)
  return browser.send(kept.headers.get('location') ?? '', html)
}

async function visitSaml(path: string, username: string, browser = newBrowser(server)): Promise<string> {
  const tour = createTour(browser, testBaseUrl)
  const login = await tour.travel({ url: testBaseUrl + path })
  const { action } = formOf(login.page)
  return (await tour.travel({ url: new URL(action, login.url).href, form: { username, password } })).page
}

/** Everything that a sign-in would leave behind. */
async function traces(): Promise<unknown> {
  return tenantScope(server.database, acme.id).transaction(async (tx) => {
    const { rows } = await sql`
      select (select count(*)::int from sessions) as sessions, (select count(*)::int from users) as users,
             (select count(*)::int from groups) as groups, (select count(*)::int from user_groups) as memberships,
             (select max(last_sign_in_at) from users) as last_sign_in,
             (select count(*)::int from certificate_uses) as certificates`.execute(tx.db)
    return rows[0]
  })
}

const outcomes = ({ checks }: TestLogin) =>
  checks.filter(({ outcome }) => outcome !== 'passed').map(({ finding }) => finding)

describe('a test login', () => {
  /** OpenID Connect Core 1.0 section 3.1.2.1: prompt=login "SHOULD prompt the End-User for reauthentication". */
  describe('at a provider that asks for credentials in a loop', () => {
    const requested = async (path: string) => {
      const begun = await newBrowser(server).send(path, html)
      const { searchParams } = new URL(begun.headers.get('location') ?? '')
      return [searchParams.get('prompt'), searchParams.get('max_age')]
    }

    it('requests a new check of the credentials by default, whatever its address says', async () => {
      for (const query of [{}, { fresh: 'true' }] as const) {
        const { path } = await begin(idOf('oidc'), query)
        expect(await requested(`${path}&fresh=false`)).toEqual(['login', '0'])
      }
    })

    it.each(['oidc', 'v2'])('passes if it was started with fresh=false: %s', async (name) => {
      const { id, path } = await begin(idOf(name), { fresh: 'false' })
      expect(await visitOidc(path, `ada@${name}.example`)).toContain('The test login passed')
      const test = await read(idOf(name), id)
      expect(test).toMatchObject({ state: 'passed', fresh: false })
      expect(outcomes(test)).toContain('authentication-not-requested')
      expect(await proofOf(idOf(name))).toBe(false)
      const again = await begin(idOf(name))
      await visitOidc(again.path, `ada@${name}.example`)
      expect(await read(idOf(name), again.id)).toMatchObject({ state: 'passed', fresh: true })
      expect(await proofOf(idOf(name))).toBe(true)
      expect(await requested((await begin(idOf(name), { fresh: 'false' })).path)).toEqual([null, null])
    })

    it('leaves ForceAuthn out at a SAML provider', async () => {
      const { id, path } = await begin(idOf('Plain'), { fresh: 'false' })
      expect(await visitSaml(path, 'ada@plain.example')).toContain('The test login passed')
      const test = await read(idOf('Plain'), id)
      expect(outcomes(test)).toContain('authentication-not-requested')
      expect(await proofOf(idOf('Plain'))).toBe(false)
    })

    /** `fresh` of the latest proof by a test login. */
    async function proofOf(providerId: string): Promise<boolean | null | undefined> {
      return tenantScope(server.database, acme.id).transaction(async (tx) => {
        const { rows } = await sql<{ is_fresh: boolean | null }>`
          select is_fresh from identity_provider_proofs where identity_provider_id = ${providerId} and purpose = 'test'
           order by proved_at desc limit 1`.execute(tx.db)
        return rows[0]?.is_fresh
      })
    }
  })

  it('runs OpenID Connect and shows raw claims, mapped ones and the resulting roles', async () => {
    await change(
      server,
      acme,
      sql`with made as (
            insert into tenant_roles (tenant_id, id, label)
            select tenant_id, gen_random_uuid(), 'Approver' from tenants where tenant_id = ${acme.id} returning id)
          insert into tenant_role_groups (tenant_id, environment_id, role_id, group_id)
          select e.tenant_id, e.id, m.id, g.id from made m, environments e, groups g
           where e.slug = 'production' and g.claim = 'staff' and g.identity_provider_id = ${idOf('oidc')}`,
    )
    const before = await traces()
    const { id, path } = await begin(idOf('oidc'))
    expect(await read(idOf('oidc'), id)).toMatchObject({ state: 'waiting', current: true, checks: [], result: null })
    const browser = newBrowser(server)
    const page = await visitOidc(path, 'ada@oidc.example', browser)
    expect(page).toContain('The test login passed')
    const test = await read(idOf('oidc'), id)
    expect(test).toMatchObject({
      state: 'passed',
      current: true,
      result: {
        claims: { preferred_username: 'ada@oidc.example', groups: ['admins', 'staff'] },
        mapped: {
          username: 'ada@oidc.example',
          name: 'Ada Byron',
          format: '@oidc.example',
          groups: [
            { claim: 'admins', name: 'admins' },
            { claim: 'staff', name: 'staff' },
          ],
          securityAdmin: true,
        },
      },
    })
    const { roles } = test.result?.mapped ?? {}
    expect(roles?.[0]).toEqual({ label: 'Security Admin', application: null, environment: null })
    expect(roles).toContainEqual({ label: 'Viewer', application: 'Billing', environment: 'Production' })
    expect(roles).toContainEqual({ label: 'Approver', application: null, environment: 'Production' })
    expect(test.result?.mapped?.today).toBeNull()
    expect(Math.abs(test.result?.clockSecs ?? 99)).toBeLessThan(60)
    const names = [
      'discovery',
      'id-token-signature',
      'id-token-claims',
      'username',
      'groups',
      'username-format',
      'roles',
    ]
    expect(test.checks.map(({ check }) => check).filter((check) => names.includes(check))).toEqual([
      'discovery',
      'discovery',
      ...names.slice(1),
    ])
    expect(await whoIs(browser)).toBeUndefined()
    expect(await traces()).toEqual(before)
  })

  it('shows names as the provider wrote them beside what the transforms make of them', async () => {
    await configure('oidc', {
      usernameTransforms: [
        { kind: 'strip-prefix', text: 'ada@' },
        { kind: 'replace', pattern: '^', replacement: 'a@' },
      ],
      groupTransforms: [{ kind: 'replace', pattern: '^admins$', replacement: 'staff' }],
    })
    const { id, path } = await begin(idOf('oidc'))
    await visitOidc(path, 'ada@oidc.example')
    await configure('oidc', { usernameTransforms: [], groupTransforms: [] })
    const { mapped } = (await read(idOf('oidc'), id)).result ?? {}
    expect(mapped).toMatchObject({
      username: 'a@oidc.example',
      names: {
        username: { before: 'ada@oidc.example', after: 'a@oidc.example' },
        groups: [
          { before: 'admins', after: 'staff' },
          { before: 'staff', after: 'staff' },
        ],
      },
    })
    expect(mapped?.roles).toContainEqual({ label: 'Viewer', application: 'Billing', environment: 'Production' })
  })

  it('asks the provider for the password again', async () => {
    const { path } = await begin(idOf('oidc'))
    const begun = await newBrowser(server).send(path, html)
    expect(new URL(begun.headers.get('location') ?? '').searchParams.get('prompt')).toBe('login')
  })

  it.each(['v1', 'v2'])('runs Azure AD, with groups by their names in Microsoft Graph: %s', async (name) => {
    const before = await traces()
    const { id, path } = await begin(idOf(name))
    await visitOidc(path, `ada@${name}.example`)
    const test = await read(idOf(name), id)
    expect(test.state).toBe('passed')
    expect(test.result?.mapped).toMatchObject({ username: `ada@${name}.example`, securityAdmin: false, roles: [] })
    expect(test.result?.mapped?.groups.map((group) => group.name).toSorted()).toEqual(['admins', 'staff'])
    expect(test.result?.claims).toMatchObject({ tid: tids[name as 'v1' | 'v2'] })
    expect(await traces()).toEqual(before)
  })

  it.each(samlTypes)('runs $type', async ({ id: name, name: idp }) => {
    const before = await traces()
    const { id, path } = await begin(idOf(idp))
    expect(await visitSaml(path, `ada@${name}.example`)).toContain('The test login passed')
    const test = await read(idOf(idp), id)
    expect(test.state).toBe('passed')
    expect(test.result?.mapped).toMatchObject({ username: name === 'adfs' ? 'ADFS\\ada' : `ada@${name}.example` })
    expect(test.result?.mapped?.format).toBe(name === 'adfs' ? 'ADFS\\' : `@${name}.example`)
    expect(Object.keys(test.result?.claims ?? {})).toContain('NameID')
    expect(test.result?.clockSecs).toEqual(expect.any(Number))
    expect(test.checks.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['signature', 'certificate', 'issuer', 'audience', 'time', 'replay', 'subject']),
    )
    expect(await traces()).toEqual(before)
  })

  it('shows what the provider sent when the person cannot be mapped', async () => {
    const { id, path } = await begin(idOf('oidc'))
    const page = await visitOidc(path, 'ada@other.example')
    expect(page).toContain('The test login failed')
    const test = await read(idOf('oidc'), id)
    expect(test).toMatchObject({ state: 'failed', result: { claims: { sub: expect.any(String) }, mapped: null } })
    expect(outcomes(test)).toEqual(['username-foreign'])
    expect(page).toContain(test.code)
  })

  it('says which check failed at the provider, with the measured difference of the clocks', async () => {
    simulator.samlControl('plain').set({ clockOffsetSecs: 600 })
    const { id, path } = await begin(idOf('Plain'))
    expect(await visitSaml(path, 'ada@plain.example')).toContain('The test login failed')
    const test = await read(idOf('Plain'), id)
    expect(outcomes(test)).toEqual(['saml-too-early'])
    expect(test.checks.at(-1)?.evidence['clockOffSecs']).toBeGreaterThan(590)
  })

  it('names a provider that cannot be reached, before the browser leaves', async () => {
    await configure('oidc', { issuer: 'http://127.0.0.2:9' })
    const { id, path } = await begin(idOf('oidc'))
    const page = await (await newBrowser(server).send(path, html)).text()
    expect(page).toContain('The test login failed')
    expect(outcomes(await read(idOf('oidc'), id))).toEqual(['discovery-failed'])
    await configure('oidc', { issuer: simulator.issuer('oidc') })
  })

  it('works with a provider that is disabled', async () => {
    await change(server, acme, sql`update identity_providers set enabled = false where id = ${idOf('v2')}`)
    const oidc = await begin(idOf('v2'))
    await visitOidc(oidc.path, 'ada@v2.example')
    expect((await read(idOf('v2'), oidc.id)).state).toBe('passed')
    await change(server, acme, sql`update identity_providers set enabled = false where id = ${idOf('Sales')}`)
    const saml = await begin(idOf('Sales'))
    await visitSaml(saml.path, 'ada@sales.example')
    expect((await read(idOf('Sales'), saml.id)).state).toBe('passed')
    await change(server, acme, sql`update identity_providers set enabled = true`)
  })

  it('is refused without a username format', async () => {
    await change(server, acme, sql`delete from username_formats where identity_provider_id = ${idOf('v1')}`)
    const outcome = await admin.core.client.call(startTestLogin, { params: { id: idOf('v1') } })
    expect(outcome).toMatchObject({ ok: false, problem: { status: 409, errorID: 'FORMATS_REQUIRED' } })
  })
})

describe('the address of a test login', () => {
  const over = 'This address was already used'

  it('works once', async () => {
    const { id, path } = await begin(idOf('oidc'))
    expect((await newBrowser(server).send(path, html)).status).toBe(303)
    expect(await (await newBrowser(server).send(path, html)).text()).toContain(over)
    expect((await read(idOf('oidc'), id)).state).toBe('running')
  })

  it('ends after ten minutes', async () => {
    const { id, path } = await begin(idOf('oidc'))
    await change(server, acme, sql`update identity_provider_tests set expires_at = now() where id = ${id}`)
    expect(await (await newBrowser(server).send(path, html)).text()).toContain(over)
  })

  it('belongs to its provider', async () => {
    const { path } = await begin(idOf('oidc'))
    const other = path.replace(idOf('oidc'), idOf('v2'))
    expect(await (await newBrowser(server).send(other, html)).text()).toContain(over)
  })

  it('leaves no row of a sign-in when it is guessed', async () => {
    const rows = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from sign_in_records`.execute(server.database.owner)).rows
    const before = await rows()
    await newBrowser(server).send(`/api/login/idps/${idOf('oidc')}/test?token=guessed`, html)
    expect(await rows()).toEqual(before)
  })
})

describe('a test login and its surroundings', () => {
  it('leaves a sign-in of the same browser alone', async () => {
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, 'ada@oidc.example')
    const { id, path } = await begin(idOf('oidc'))
    await visitOidc(path, 'ada@oidc.example', browser)
    const back = await visitSimulator(redirectUrl, { username: 'ada@oidc.example', password })
    expect(landing(await arrive(browser, back)).error).toBeNull()
    expect(await whoIs(browser)).toMatchObject({ username: 'ada@oidc.example' })
    expect((await read(idOf('oidc'), id)).state).toBe('passed')
  })

  it('shows what the person has today beside what the draft would give', async () => {
    const browser = newBrowser(server)
    const back = await visitSimulator(await startAt(browser, 'ada@oidc.example'), {
      username: 'ada@oidc.example',
      password,
    })
    await arrive(browser, back)
    await configure('oidc', { groupClaim: 'departments' })
    const { id, path } = await begin(idOf('oidc'))
    await visitOidc(path, 'ada@oidc.example')
    await configure('oidc', { groupClaim: 'groups' })
    const { mapped } = (await read(idOf('oidc'), id)).result ?? {}
    const securityAdmin = { label: 'Security Admin', application: null, environment: null }
    expect(mapped).toMatchObject({ groups: [], roles: [] })
    expect(mapped?.today?.roles).toContainEqual(securityAdmin)
    expect(mapped?.today).toMatchObject({
      username: 'ada@oidc.example',
      groups: [
        { claim: 'admins', name: 'admins' },
        { claim: 'staff', name: 'staff' },
      ],
    })
  })

  it('adds its groups when the configuration is kept', async () => {
    const { client } = admin.core
    const params = { id: idOf('Plain') }
    const groups = async () => {
      const outcome = await client.call(listProviderGroups, { params })
      if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
      return outcome.value.groups.map(({ name }) => name)
    }
    const stored = await client.call(getIdentityProvider, { params })
    if (!stored.ok) throw new Error(stored.problem.errorMessage)
    const { name, type, enabled, config } = stored.value
    const body = { name, type, enabled, config: { ...config, slackSecs: 90 } } as IdentityProviderInput
    expect(await client.call(updateIdentityProvider, { params, body })).toMatchObject({ ok: true })
    const { path } = await begin(params.id)
    expect(await visitSaml(path, 'ada@plain.example')).toContain('The test login passed')
    expect(await groups()).toEqual([])
    const kept = await client.call(keepIdentityProvider, { params, body: { confirmed: true } })
    expect(kept).toMatchObject({ ok: true })
    expect((await groups()).toSorted()).toEqual(['admins', 'staff'])
  })

  it('keeps the session of the browser that opens it', async () => {
    const { path } = await begin(idOf('oidc'))
    await visitOidc(path, 'ada@oidc.example', admin)
    expect(await whoIs(admin)).toMatchObject({ username: 'admin@acme.example' })
  })

  it('runs beside another one of the same provider', async () => {
    const [one, two] = [await begin(idOf('oidc')), await begin(idOf('oidc'))]
    await Promise.all([visitOidc(one.path, 'ada@oidc.example'), visitOidc(two.path, 'ada@other.example')])
    expect((await read(idOf('oidc'), one.id)).state).toBe('passed')
    expect((await read(idOf('oidc'), two.id)).state).toBe('failed')
  })

  it('goes on with another process', async () => {
    const { id, path } = await begin(idOf('oidc'))
    const browser = newBrowser(server)
    const begun = await browser.send(path, html)
    const back = await visitSimulator(begun.headers.get('location') ?? '', { username: 'ada@oidc.example', password })
    const next = createApp(server.deps)
    const later = createBrowser({ fetch: (request) => next.fetch(request, { address: 'next' }) }, testBaseUrl)
    for (const [name, value] of browser.cookies) later.cookies.set(name, value)
    expect(await (await arrive(later, back)).text()).toContain('The test login passed')
    expect((await read(idOf('oidc'), id)).state).toBe('passed')
  })

  it('does not count when the configuration changed meanwhile', async () => {
    const { id, path } = await begin(idOf('oidc'))
    const browser = newBrowser(server)
    const begun = await browser.send(path, html)
    const back = await visitSimulator(begun.headers.get('location') ?? '', { username: 'ada@oidc.example', password })
    await configure('oidc', { groupClaim: 'roles' })
    await arrive(browser, back)
    const test = await read(idOf('oidc'), id)
    expect(test).toMatchObject({ state: 'failed', current: false })
    expect(outcomes(test)).toEqual(['draft-changed'])
    await configure('oidc', { groupClaim: 'groups' })
    const proofs = await sql<{ n: number }>`
      select count(*)::int as n from identity_provider_proofs
       where proved_at >= (select created_at from identity_provider_tests where id = ${id})`.execute(
      server.database.owner,
    )
    expect(proofs.rows[0]?.n).toBe(0)
  })

  it('is about the configuration of now again when a change is taken back', async () => {
    const { id, path } = await begin(idOf('oidc'))
    await visitOidc(path, 'ada@oidc.example')
    await configure('oidc', { scope: 'openid profile' })
    expect((await read(idOf('oidc'), id)).current).toBe(false)
    await configure('oidc', { scope: 'openid profile email' })
    expect((await read(idOf('oidc'), id)).current).toBe(true)
  })

  it('uses the answer of a SAML provider up', async () => {
    const { path } = await begin(idOf('Plain'))
    const rows = async () => (await sql`select from assertion_uses`.execute(server.database.owner)).rows.length
    const before = await rows()
    await visitSaml(path, 'ada@plain.example')
    expect(await rows()).toBe(before + 1)
  })
})

async function configure(name: string, config: Record<string, unknown>): Promise<void> {
  await change(
    server,
    acme,
    sql`update identity_providers set config = config || ${JSON.stringify(config)}::jsonb,
          config_version = config_version + 1, version = version + 1 where id = ${idOf(name)}`,
  )
}
