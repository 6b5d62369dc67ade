import { startSimulator, type Oddity, type ProviderConfig, type Simulator } from '@portico/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { comeBack, landing, newBrowser, postAcross, startAt, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import {
  json,
  scriptedClient,
  scriptedSecret,
  startScriptedProvider,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import { visitSimulator } from '../../testing/simulator-visit.ts'
import { createTestServer, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'

const algorithms = ['RS256', 'RS384', 'RS512', 'HS256', 'HS384', 'HS512'] as const
const modes = ['query', 'form_post'] as const
const clientSecret = 'a secret of more than sixty-four bytes: also long enough for HS512 & odd'

/** One simulated provider for each algorithm, and one Portico provider for each algorithm and way back. */
const cases = algorithms.flatMap((algorithm) => modes.map((mode) => ({ algorithm, mode })))
const domainOf = (algorithm: string, mode: string) => `${algorithm}-${mode.replace('_', '-')}.example`.toLowerCase()

let server: TestServer
let simulator: Simulator
let scripted: ScriptedProvider
let acme: ImportedTenant

beforeAll(async () => {
  const providers = algorithms.map((algorithm): ProviderConfig => {
    const people = modes.map((mode) => personAt(domainOf(algorithm, mode)))
    const clients = [{ clientId: 'portico', clientSecret, redirectUris: [] }]
    return {
      id: algorithm.toLowerCase(),
      kind: 'oidc',
      name: algorithm,
      people,
      clients,
      idTokenSignedResponseAlg: algorithm,
    }
  })
  simulator = await startSimulator({ host: '127.0.0.2', providers }, { log: () => undefined })
  scripted = await startScriptedProvider()
  server = await createTestServer()
  acme = await server.importTenant(
    tenantWith('acme', [
      ...cases.map(({ algorithm, mode }, index) => ({
        name: `${algorithm} ${mode}`,
        type: 'OIDC',
        primary: index === 0,
        config: {
          issuer: simulator.issuer(algorithm.toLowerCase()),
          clientId: 'portico',
          signatureAlgorithm: algorithm,
          responseMode: mode,
        },
        clientSecret,
        emailSuffixes: [domainOf(algorithm, mode)],
      })),
      {
        name: 'Scripted',
        type: 'OIDC',
        config: { issuer: scripted.issuer, clientId: scriptedClient, groupClaim: 'realm.access.groups' },
        clientSecret: scriptedSecret,
        emailSuffixes: ['acme.example'],
      },
    ]),
  )
  for (const { algorithm, mode } of cases) {
    const id = acme.identityProviderIds.get(`${algorithm} ${mode}`) ?? ''
    const redirectUris = [`${testBaseUrl}/api/login/idps/${id}/oidc/callback`]
    simulator.addRedirectUris(algorithm.toLowerCase(), { clientId: 'portico', redirectUris })
  }
})
afterAll(async () => {
  await server?.close()
  await simulator?.stop()
  await scripted?.stop()
})

function personAt(domain: string) {
  return {
    username: `ada@${domain}`,
    password: 'correct horse',
    name: 'Ada Byron',
    nickname: 'ada',
    email: `ada.byron@${domain}`,
    groups: ['staff', 'finance', 'admins'],
  }
}

const usual = domainOf('RS256', 'query')

/** All of it: login page of Portico, login page of the provider, and back. */
async function signIn(browser: Browser, domain = usual): Promise<Response> {
  const redirectUrl = await startAt(browser, `ada@${domain}`)
  const { path, answer, byForm } = await visitSimulator(redirectUrl, personAt(domain))
  if (!byForm) return comeBack(browser, redirectUrl, answer)
  const posted = await postAcross(browser, path, answer)
  expect(posted.status).toBe(303)
  expect(posted.headers.getSetCookie()).toEqual([])
  return browser.send(posted.headers.get('location') ?? '')
}

/** The same at the scripted provider. */
async function signInScripted(browser: Browser): Promise<Response> {
  const redirectUrl = await startAt(browser, 'ada@acme.example')
  return comeBack(browser, redirectUrl, scripted.authorize(redirectUrl))
}

async function withOddity<Result>(odd: Oddity, work: () => Promise<Result>): Promise<Result> {
  simulator.control('rs256').set({ odd })
  try {
    return await work()
  } finally {
    simulator.control('rs256').reset()
  }
}

describe.each(cases)('$algorithm by $mode', ({ algorithm, mode }) => {
  it('signs a person in with the attributes from the provider', async () => {
    const browser = newBrowser(server)
    const domain = domainOf(algorithm, mode)
    expect(landing(await signIn(browser, domain))).toEqual({ status: 303, path: '/portal/environments', error: null })
    expect(await whoIs(browser)).toMatchObject({
      username: `ada@${domain}`,
      name: 'Ada Byron',
      email: `ada.byron@${domain}`,
      tenant: { id: acme.id },
      identityProvider: { name: `${algorithm} ${mode}` },
      environment: null,
      groups: ['admins', 'finance', 'staff'],
      // A group of the same name at another provider is another group: the first provider's admins administer.
      portalRoles: domain === usual ? ['security-admin'] : [],
    })
  })
})

describe('the client authenticates', () => {
  const bySupported = { client_secret_basic: ['client_secret_basic'], client_secret_post: ['client_secret_post'] }
  it.each(Object.entries(bySupported))('by %s where the provider supports nothing else', async (method, supported) => {
    const own = await startScriptedProvider()
    own.plays({ discovery: (document) => ({ ...document, token_endpoint_auth_methods_supported: supported }) })
    const slug = method.replaceAll('_', '-')
    await server.importTenant(
      tenantWith(slug, [
        {
          name: 'Main',
          type: 'OIDC',
          primary: true,
          config: { issuer: own.issuer, clientId: scriptedClient },
          clientSecret: scriptedSecret,
          emailSuffixes: [`${slug}.example`],
        },
      ]),
    )
    own.plays({
      person: { sub: 'ada', preferred_username: `ada@${slug}.example` },
      discovery: (document) => ({ ...document, token_endpoint_auth_methods_supported: supported }),
    })
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, `ada@${slug}.example`)
    await comeBack(browser, redirectUrl, own.authorize(redirectUrl))
    expect(await whoIs(browser)).toMatchObject({ username: `ada@${slug}.example` })
    const [asked] = own.seen.filter(({ endpoint }) => endpoint === 'token')
    expect(asked?.authorization !== undefined).toBe(method === 'client_secret_basic')
    expect(asked?.form.has('client_secret')).toBe(method === 'client_secret_post')
    await own.stop()
  })
})

it('the username is read from the configured claim, and from no other', async () => {
  const own = await startScriptedProvider()
  await server.importTenant(
    tenantWith('claims', [
      {
        name: 'Main',
        type: 'OIDC',
        primary: true,
        config: { issuer: own.issuer, clientId: scriptedClient, usernameClaim: 'upn' },
        clientSecret: scriptedSecret,
        emailSuffixes: ['claims.example'],
      },
    ]),
  )
  own.plays({ person: { sub: 'ada', upn: 'ada@claims.example', preferred_username: 'eve@claims.example' } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, 'ada@claims.example')
  await comeBack(browser, redirectUrl, own.authorize(redirectUrl))
  expect(await whoIs(browser)).toMatchObject({ username: 'ada@claims.example' })
  own.plays({ person: { sub: 'eve', preferred_username: 'eve@claims.example' } })
  const other = newBrowser(server)
  const again = await startAt(other, 'eve@claims.example')
  expect(landing(await comeBack(other, again, own.authorize(again))).error).not.toBeNull()
  await own.stop()
})

describe('where a sign-in leads', () => {
  it('with one environment open, straight to the launcher of it', async () => {
    scripted.plays({
      person: { sub: 'vera', preferred_username: 'vera@acme.example', realm: { access: { groups: ['vault-only'] } } },
    })
    await openOneEnvironment('vault-only', 'staging')
    const browser = newBrowser(server)
    expect(landing(await signInScripted(browser)).path).toBe('/portal')
    expect(await whoIs(browser)).toMatchObject({ environment: { name: 'Staging' } })
  })

  it('with several, to the picker', async () => {
    scripted.plays({
      person: { sub: 'wim', preferred_username: 'wim@acme.example', realm: { access: { groups: ['one', 'two'] } } },
    })
    await openOneEnvironment('one', 'staging')
    await openOneEnvironment('two', 'production')
    const browser = newBrowser(server)
    expect(landing(await signInScripted(browser)).path).toBe('/portal/environments')
    expect(await whoIs(browser)).toMatchObject({ environment: null })
  })

  it('without any, to the picker, which says so', async () => {
    scripted.plays({ person: { sub: 'noor', preferred_username: 'noor@acme.example' } })
    const browser = newBrowser(server)
    expect(landing(await signInScripted(browser)).path).toBe('/portal/environments')
    const listed = await browser.send('/api/portal/environments')
    expect(await listed.json()).toEqual({ environments: [], selected: null })
  })
})

describe('a person', () => {
  it('who comes again is the same user, with what the provider says now', async () => {
    scripted.plays({ person: { sub: 'carl', preferred_username: 'carl@acme.example', name: 'Carl' } })
    const first = newBrowser(server)
    await signInScripted(first)
    scripted.plays({
      person: { sub: 'carl', preferred_username: 'carl.linnaeus@acme.example', name: 'Carl L.', email: 'c@x.example' },
    })
    const second = newBrowser(server)
    await signInScripted(second)
    const [before, after] = [await whoIs(first), await whoIs(second)]
    expect(after?.id).toBe(before?.id)
    expect(after).toMatchObject({ username: 'carl.linnaeus@acme.example', name: 'Carl L.', email: 'c@x.example' })
  })

  it('of another subject is another user, though username and email be the same', async () => {
    const person = { preferred_username: 'dana@acme.example', email: 'dana@acme.example', email_verified: true }
    const [first, second] = [newBrowser(server), newBrowser(server)]
    scripted.plays({ person: { ...person, sub: 'dana-1', realm: { access: { groups: ['admins'] } } } })
    await signInScripted(first)
    scripted.plays({ person: { ...person, sub: 'dana-2' } })
    await signInScripted(second)
    const [one, two] = [await whoIs(first), await whoIs(second)]
    expect(two?.id).not.toBe(one?.id)
    expect(two?.groups).toEqual([])
  })

  it('has a name and groups without control characters', async () => {
    scripted.plays({
      person: {
        sub: 'eve',
        preferred_username: 'eve@acme.example',
        name: 'Eve\u001b[31m\u202e\u0000',
        nickname: '\u0007',
        email: 'eve\u0000@acme.example',
        realm: { access: { groups: ['sta\u0000ff', 'ok', 17, '', null] } },
      },
    })
    const browser = newBrowser(server)
    expect(landing(await signInScripted(browser)).error).toBeNull()
    expect(await whoIs(browser)).toMatchObject({ name: 'Eve [31m', email: 'eve @acme.example', groups: ['17', 'ok'] })
  })
})

describe('groups', () => {
  it('of this sign-in replace the previous ones, in every session of the person', async () => {
    const sub = 'faye'
    const named = (groups: unknown) =>
      scripted.plays({ person: { sub, preferred_username: 'faye@acme.example', realm: { access: { groups } } } })
    const browser = newBrowser(server)
    named(['admins', 'staff'])
    await signInScripted(browser)
    expect((await whoIs(browser))?.groups).toEqual(['admins', 'staff'])
    named(['finance'])
    await signInScripted(newBrowser(server))
    expect((await whoIs(browser))?.groups).toEqual(['finance'])
  })

  it('that are missing mean no roles, never the old roles', async () => {
    const browser = newBrowser(server)
    await signIn(browser)
    expect((await whoIs(browser))?.portalRoles).toEqual(['security-admin'])
    const without = newBrowser(server)
    await withOddity('missing-groups', () => signIn(without))
    expect(await whoIs(without)).toMatchObject({ groups: [], portalRoles: [] })
    expect(await whoIs(browser)).toMatchObject({ groups: [], portalRoles: [] })
  })

  it('sent as one text are one group of that name', async () => {
    const browser = newBrowser(server)
    await withOddity('groups-as-string', () => signIn(browser))
    expect((await whoIs(browser))?.groups).toEqual(['staff,finance,admins'])
  })

  it.each([
    ['an object', { admins: true, staff: false }, ['admins']],
    ['a number', 1, ['1']],
    ['a list of lists', [['admins']], ['admins']],
    ['true', true, []],
  ])('sent as %s are read where they have names', async (_, groups, expected) => {
    scripted.plays({ person: { sub: 'gus', preferred_username: 'gus@acme.example', realm: { access: { groups } } } })
    const browser = newBrowser(server)
    expect(landing(await signInScripted(browser)).error).toBeNull()
    expect((await whoIs(browser))?.groups).toEqual(expected)
  })

  it('come from a nested claim, and from a claim whose whole name has dots', async () => {
    const browser = newBrowser(server)
    const person = { sub: 'hal', preferred_username: 'hal@acme.example' }
    scripted.plays({ person: { ...person, realm: { access: { groups: ['nested'] } } } })
    await signInScripted(browser)
    expect((await whoIs(browser))?.groups).toEqual(['nested'])
    scripted.plays({ person: { ...person, 'realm.access.groups': ['dotted'], realm: { access: { groups: ['x'] } } } })
    await signInScripted(browser)
    expect((await whoIs(browser))?.groups).toEqual(['dotted'])
  })

  it('come from userinfo where the ID token has none, and the ID token wins where both speak', async () => {
    const person = { sub: 'ida', preferred_username: 'ida@acme.example' }
    const userinfo = () => ({ sub: 'ida', name: 'By userinfo', realm: { access: { groups: ['from-userinfo'] } } })
    const browser = newBrowser(server)
    scripted.plays({ person, userinfo })
    await signInScripted(browser)
    expect(await whoIs(browser)).toMatchObject({ name: 'By userinfo', groups: ['from-userinfo'] })
    scripted.plays({ person: { ...person, name: 'By ID token', realm: { access: { groups: [] } } }, userinfo })
    await signInScripted(browser)
    expect(await whoIs(browser)).toMatchObject({ name: 'By ID token', groups: [] })
  })
})

describe('tabs', () => {
  it('several of them finish, whichever order they come back in', async () => {
    scripted.plays()
    const browser = newBrowser(server)
    const first = await startAt(browser, 'ada@acme.example')
    const second = await startAt(browser, 'ada@acme.example')
    const third = await startAt(browser, 'ada@acme.example')
    for (const redirectUrl of [second, third, first]) {
      expect(landing(await comeBack(browser, redirectUrl, scripted.authorize(redirectUrl))).error).toBeNull()
      expect(await whoIs(browser)).toMatchObject({ username: 'ada@acme.example' })
    }
  })
})

describe('clocks', () => {
  it.each([-55, 55])('that differ by %i s are accepted', async (offset) => {
    scripted.plays({
      claims: ({ iat, ...claims }) => ({
        ...claims,
        iat: Number(iat) + offset,
        nbf: Number(iat) + offset,
        exp: Number(iat) + offset + 1,
      }),
    })
    const browser = newBrowser(server)
    expect(landing(await signInScripted(browser)).error).toBeNull()
  })
})

describe('a provider without userinfo or discovery', () => {
  it('signs in with the addresses an administrator typed, without a discovery request', async () => {
    const own = await startScriptedProvider()
    own.plays({
      person: { sub: 'joy', preferred_username: 'joy@manual.example' },
      instead: { discovery: (_, response) => json(response, 500, {}) },
    })
    await server.importTenant(
      tenantWith('manual', [
        {
          name: 'Main',
          type: 'OIDC',
          primary: true,
          config: {
            issuer: own.issuer,
            clientId: scriptedClient,
            authorizationUrl: `${own.issuer}/authorize`,
            tokenUrl: `${own.issuer}/token`,
            jwksUrl: `${own.issuer}/jwks`,
          },
          clientSecret: scriptedSecret,
          emailSuffixes: ['manual.example'],
        },
      ]),
    )
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, 'joy@manual.example')
    await comeBack(browser, redirectUrl, own.authorize(redirectUrl))
    expect(await whoIs(browser)).toMatchObject({ username: 'joy@manual.example' })
    expect(own.seen.map(({ endpoint }) => endpoint)).toEqual(['token', 'jwks'])
    await own.stop()
  })
})

/** Opens the wiki of one environment to a group of the scripted provider. */
async function openOneEnvironment(group: string, environment: string): Promise<void> {
  const providerId = acme.identityProviderIds.get('Scripted') ?? ''
  await tenantScope(server.database, acme.id).transaction(async (tx) => {
    await sql`
      with g as (
        insert into groups (tenant_id, id, identity_provider_id, claim, name)
        values (${acme.id}, gen_random_uuid(), ${providerId}, ${group}, ${group}) returning id)
      insert into application_access_groups (tenant_id, environment_id, application_id, group_id)
      select ${acme.id}::uuid, e.id, a.id, g.id from environments e, applications a, g
       where e.slug = ${environment} and a.slug = 'wiki'`.execute(tx.db)
  })
}
