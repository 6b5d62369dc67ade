import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  json,
  scriptedClient,
  scriptedSecret,
  startScriptedProvider,
  type Claims,
  type Play,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import { comeBack, landing, lastRecord, newBrowser, postLogin, tenantWith, whoIs } from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** An authority and a Graph with answers that the simulator cannot give. */
let authority: ScriptedProvider
let elsewhere: ScriptedProvider
let server: TestServer
let acme: ImportedTenant

/** Id of the directory, different in each test, so that nothing remembered in one helps the next. */
let tid = ''
const otherTid = '44444444-4444-4444-8444-444444444444'
const v2 = (id: string) => `https://login.example/${id}/v2.0`
const v1 = (id: string) => `https://sts.example/${id}/`
let tenants = 0

beforeAll(async () => {
  ;[authority, elsewhere] = await Promise.all([startScriptedProvider(), startScriptedProvider()])
  server = await createTestServer({ azureAuthorityUrl: authority.issuer, graphUrl: authority.issuer })
})
beforeEach(async () => {
  tenants += 1
  tid = `33333333-3333-4333-8333-${String(tenants).padStart(12, '0')}`
  const entry = (type: string, name: string, more: Claims = {}, domainName = `${name}.t${tenants}`) => ({
    name,
    type,
    primary: name === 'named.example',
    config: { domainName, applicationId: scriptedClient, responseMode: 'query', ...more },
    applicationSecret: scriptedSecret,
    emailSuffixes: [`${name}.t${tenants}`],
  })
  acme = await server.importTenant(
    tenantWith(`t${tenants}`, [
      entry('AAD2', 'named.example'),
      entry('AAD2', 'numbered.example', {}, tid),
      entry('AAD', 'old.example'),
      entry('AAD2', 'filtered.example', { groupNameStartsWith: 'S' }),
    ]),
  )
})
afterAll(async () => {
  await server?.close()
  await Promise.all([authority, elsewhere].map((one) => one?.stop()))
})

const person = (name: string): Claims => ({
  sub: 'pairwise',
  oid: '55555555-5555-4555-8555-555555555555',
  tid,
  ver: name === 'old.example' ? '1.0' : '2.0',
  iss: name === 'old.example' ? v1(tid) : v2(tid),
  iat: Math.floor(server.clock.now() / 1000),
  exp: Math.floor(server.clock.now() / 1000) + 300,
  preferred_username: `ada@${name}.t${tenants}`,
  upn: `ada@${name}.t${tenants}`,
})
const naming =
  (issuer: string): NonNullable<Play['discovery']> =>
  (document) => ({ ...document, issuer, authorization_response_iss_parameter_supported: false })

/** A sign-in at the directory of this domain: what was found wrong, and who is signed in. */
async function signIn(name: string, play: Partial<Play> = {}) {
  authority.plays({
    person: person(name),
    discovery: naming(name === 'old.example' ? v1(tid) : v2(tid)),
    ...play,
  })
  const browser = newBrowser(server)
  const started = await postLogin(browser, `ada@${name}.t${tenants}`)
  if (started.redirectUrl !== null) {
    const answer = authority.authorize(started.redirectUrl)
    answer.delete('iss')
    landing(await comeBack(browser, started.redirectUrl, answer))
  }
  const { checks } = await lastRecord(server, acme)
  const line = checks.find((one) => one.outcome !== 'passed' && one.finding !== 'groups-unmapped')
  return { finding: line?.finding, evidence: line?.evidence, who: (await whoIs(browser))?.username }
}

const claims = (change: Claims): Partial<Play> => ({ claims: (usual) => ({ ...usual, ...change }) })

describe('the issuer of a directory', () => {
  it.each(['named.example', 'numbered.example', 'old.example'])('is what its own document says: %s', async (name) => {
    expect(await signIn(name)).toMatchObject({ finding: 'groups-none', who: `ada@${name}.t${tenants}` })
  })

  it('of a directory known by its id may be a template', async () => {
    const discovery = naming('https://login.example/{tenantid}/v2.0')
    expect(await signIn('numbered.example', { discovery })).toMatchObject({ finding: 'groups-none' })
  })

  it.each<[string, string, () => string]>([
    ['a template, where a domain is all we know', 'named.example', () => 'https://login.example/{tenantid}/v2.0'],
    ['another directory than the configured one', 'numbered.example', () => v2(otherTid)],
    ['none', 'named.example', () => ''],
    ['one of the other version', 'named.example', () => v1(tid)],
    ['one of the other version, v1', 'old.example', () => v2(tid)],
    ['one with more than a directory in it', 'named.example', () => `https://login.example/${tid}/v2.0?x=${tid}/v2.0`],
  ])('is not %s', async (_, name, issuer) => {
    expect(await signIn(name, { discovery: naming(issuer()) })).toMatchObject({
      finding: 'discovery-issuer',
      who: undefined,
    })
  })

  it.each(['named.example', 'old.example'])(
    'is not the directory of personal accounts, which is open to the public: %s',
    async (name) => {
      const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
      const iss = name === 'old.example' ? v1(personal) : v2(personal)
      const play = { discovery: naming(iss), ...claims({ iss, tid: personal }) }
      expect(await signIn(name, play)).toMatchObject({ finding: 'discovery-issuer', who: undefined })
    },
  )

  it('stays as first seen: a domain that changes its owner allows no sign-in', async () => {
    expect((await signIn('named.example')).who).toBeDefined()
    server.clock.advance(6 * 60_000)
    const taken = await signIn('named.example', {
      discovery: naming(v2(otherTid)),
      ...claims({ tid: otherTid, iss: v2(otherTid) }),
    })
    expect(taken).toMatchObject({ finding: 'azure-tenant-wrong', who: undefined })
    expect((await signIn('named.example')).who).toBeDefined()
  })
})

describe('an Azure AD token does not sign in', () => {
  it.each<[string, Claims, string]>([
    ['of another directory', { tid: otherTid }, 'azure-tenant-wrong'],
    ['of no directory', { tid: undefined }, 'azure-tenant-wrong'],
    ['of another issuer that names our directory', { iss: 'https://elsewhere.example/{tid}/v2.0' }, 'issuer-wrong'],
    ['of the other version', { ver: '1.0' }, 'azure-version-wrong'],
    ['of no version', { ver: undefined }, 'azure-version-wrong'],
    ['without oid', { oid: undefined }, 'subject-missing'],
    ['with a list as oid', { oid: ['x'] }, 'subject-missing'],
    [
      'without a username, though with an e-mail address',
      { preferred_username: undefined, email: 'ada@named.example' },
      'username-missing',
    ],
    ['for another application', { aud: 'another' }, 'audience-wrong'],
  ])('%s', async (_, change, finding) => {
    const { iss = v2(tid), ...rest } = change
    const said = await signIn('named.example', claims({ ...rest, iss: String(iss).replace('{tid}', tid) }))
    expect(said).toMatchObject({ finding, who: undefined })
  })

  it('v1: upn, or else unique_name, is the username', async () => {
    const unique = { upn: undefined, unique_name: `eve@old.example.t${tenants}` }
    expect(await signIn('old.example', claims(unique))).toMatchObject({ who: `eve@old.example.t${tenants}` })
  })
})

it('a secret whose configured days are over is named so, also where the authority says no more than that it is wrong', async () => {
  const instead: NonNullable<Play['instead']> = {
    token: (_, response) => json(response, 401, { error: 'invalid_client' }),
  }
  acme = await server.importTenant(
    tenantWith('over', [
      {
        name: 'over',
        type: 'AAD2',
        primary: true,
        config: {
          domainName: 'over.example',
          applicationId: scriptedClient,
          responseMode: 'query',
          applicationSecretEndsOn: '2020-01-31',
        },
        applicationSecret: scriptedSecret,
        emailSuffixes: ['over.example'],
      },
    ]),
  )
  authority.plays({ person: person('named.example'), discovery: naming(v2(tid)), instead })
  const browser = newBrowser(server)
  const { redirectUrl } = await postLogin(browser, 'ada@over.example')
  const answer = authority.authorize(redirectUrl ?? '')
  answer.delete('iss')
  await comeBack(browser, redirectUrl ?? '', answer)
  expect(await lastRecord(server, acme)).toMatchObject({ finding: 'azure-secret-expired' })
})

describe('Graph', () => {
  /** As Azure AD sends it, with a link to a test server. */
  const overage = () => ({
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: `${elsewhere.issuer}/v1.0/me/getMemberObjects` } },
  })
  const graph = (answer: (path: string) => [number, unknown]): Partial<Play> => ({
    ...claims(overage()),
    instead: { graph: (request, response) => json(response, ...answer(request.url ?? '')) },
  })
  const tooMany: [number, unknown] = [
    400,
    { error: { code: 'Directory_ResultSizeLimitExceeded', message: 'Too many.' } },
  ]
  const page = (names: string[], next?: string): [number, unknown] => [
    200,
    { value: names.map((name) => ({ id: name, displayName: name })), '@odata.nextLink': next },
  ]

  it('is asked, never the address inside the token', async () => {
    const before = elsewhere.seen.length
    const said = await signIn(
      'named.example',
      graph(() => [200, { value: ['g-1'] }]),
    )
    expect(said.who).toBeDefined()
    expect(elsewhere.seen.length).toBe(before)
  })

  it('is asked in the name of the application, with its secret in no header and no address', async () => {
    const before = authority.seen.length
    await signIn(
      'old.example',
      graph(() => [200, { value: [] }]),
    )
    const forms = authority.seen.slice(before).filter(({ form }) => form.get('grant_type') === 'client_credentials')
    expect(forms.map(({ form }) => Object.fromEntries(form))).toEqual([
      {
        grant_type: 'client_credentials',
        client_id: scriptedClient,
        client_secret: scriptedSecret,
        resource: authority.issuer,
      },
    ])
  })

  it('cannot lead to another server with its next page, because the token would be sent there', async () => {
    const before = elsewhere.seen.length
    const said = await signIn(
      'named.example',
      graph((path) => (path.includes('getMemberGroups') ? tooMany : page(['a'], `${elsewhere.issuer}/v1.0/next`))),
    )
    expect(said).toMatchObject({ finding: 'graph-failed', evidence: { error: 'a next page is on another server' } })
    expect(elsewhere.seen.length).toBe(before)
  })

  it('that returns endless pages is given up', async () => {
    const next = `${authority.issuer}/v1.0/again`
    const said = await signIn(
      'named.example',
      graph((path) => (path.includes('getMemberGroups') ? tooMany : page(['a'], next))),
    )
    expect(said).toMatchObject({ finding: 'graph-failed', evidence: { error: 'pages without end' } })
  })

  it('is asked for a prefix that is encoded and quoted', async () => {
    const paths: string[] = []
    await signIn('filtered.example', {
      ...graph((path) => {
        paths.push(path)
        return path.includes('getMemberGroups') ? [200, { value: ['S1', 'X1'] }] : page(['S1', 'S2'])
      }),
    })
    const asked = new URL(paths.find((path) => path.startsWith('/v1.0/groups?')) ?? '', authority.issuer)
    expect(asked.searchParams.get('$filter')).toBe("startswith(displayName,'S')")
  })

  it.each<[string, number, unknown, string]>([
    ['that rejects the token', 401, { error: { code: 'InvalidAuthenticationToken' } }, 'graph-no-permission'],
    ['that refuses', 403, { error: { code: 'Authorization_RequestDenied' } }, 'graph-no-permission'],
    ['that is over its limits', 429, { error: { code: 'TooManyRequests' } }, 'graph-failed'],
    ['that answers no JSON', 500, 'oops', 'graph-failed'],
    ['that does not find the person', 404, { error: { code: 'Request_ResourceNotFound' } }, 'graph-failed'],
  ])('%s costs the groups, with its name', async (_, status, body, finding) => {
    const said = await signIn(
      'named.example',
      graph(() => [status, body]),
    )
    expect(said).toMatchObject({ finding, evidence: { status } })
    expect(said.who).toBeDefined()
  })

  it('whose token became invalid early is called once more with a new one', async () => {
    let turn = 0
    const play = graph(() => ((turn += 1) === 2 ? [401, {}] : [200, { value: [] }]))
    await signIn('named.example', play)
    expect(await signIn('named.example', play)).toMatchObject({ finding: 'groups-none' })
    expect(turn).toBe(3)
  })

  it('names more groups than are stored: a warning says so, and the first ones are used', async () => {
    const names = (from: number) => Array.from({ length: 999 }, (_, n) => `g${String(from + n).padStart(6, '0')}`)
    const said = await signIn(
      'named.example',
      graph((path) => {
        if (path.includes('getMemberGroups')) return tooMany
        const from = Number(new URL(path, authority.issuer).searchParams.get('from') ?? '0')
        return page(names(from), `${authority.issuer}/v1.0/more?from=${from + 999}`)
      }),
    )
    expect(said).toMatchObject({ finding: 'groups-too-many', evidence: { count: 20_979, taken: 20_000 } })
    expect(said.who).toBeDefined()
  })
})
