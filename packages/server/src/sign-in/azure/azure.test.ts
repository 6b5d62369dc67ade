import { sql } from 'kysely'

import { derivedGuid, startSimulator, type Simulator } from '@portico/simulator'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  change,
  landing,
  lastRecord,
  newBrowser,
  postAcross,
  postForm,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { visitSimulator } from '../../testing/simulator-visit.ts'
import { createTestServer, testBaseUrl, type Browser, type TestServer } from '../../testing/test-server.ts'
import { loadProvider, type AzureProvider } from '../../providers/identity-providers/queries.ts'
import { listDirectoryGroups } from './directory-groups.ts'

let simulator: Simulator
let server: TestServer
let acme: ImportedTenant

const tids = { v1: '11111111-1111-4111-8111-111111111111', v2: '22222222-2222-4222-8222-222222222222' }
const groupId = (version: 'v1' | 'v2', name: string) => derivedGuid(tids[version], 'group', name)
const password = 'correct horse'
const client = { clientId: 'application', clientSecret: 'a secret of the application', redirectUris: [] }
const named = ["O'Brien & friends", 'Sales Europe', 'sales asia', 'Staff']

function directory(id: 'v1' | 'v2') {
  const people = ['ada', 'bob'].map((name) => ({
    username: `${name}@${id}.example`,
    password,
    name: name.toUpperCase(),
    groups: name === 'ada' ? ['Staff', 'Sales Europe'] : [],
  }))
  return {
    id,
    kind: 'azure' as const,
    version: id === 'v1' ? (1 as const) : (2 as const),
    tenantId: tids[id],
    domains: [`${id}.example`],
    name: id,
    people,
    clients: [client],
    groups: named.map((name) => ({ name })),
  }
}

beforeAll(async () => {
  simulator = await startSimulator(
    { host: '127.0.0.2', providers: [directory('v1'), directory('v2')] },
    { log: () => undefined },
  )
  const { authority, graph } = simulator.azure
  server = await createTestServer({ azureAuthorityUrl: authority, graphUrl: graph })
  const entry = (name: 'v1' | 'v2', config: Record<string, unknown>) => ({
    name,
    type: name === 'v1' ? 'AAD' : 'AAD2',
    primary: name === 'v2',
    config: { applicationId: client.clientId, ...config },
    applicationSecret: client.clientSecret,
    emailSuffixes: [`${name}.example`],
  })
  acme = await server.importTenant(
    tenantWith('acme', [
      entry('v2', { domainName: 'v2.example', domainHint: 'v2.example' }),
      entry('v1', { domainName: tids.v1, responseMode: 'query' }),
    ]),
  )
  for (const id of ['v1', 'v2'] as const) {
    const at = `${testBaseUrl}/api/login/idps/${acme.identityProviderIds.get(id)}/oidc`
    simulator.addRedirectUris(id, {
      clientId: client.clientId,
      redirectUris: [`${at}/callback`],
      postLogoutRedirectUris: [`${at}/signed-out`],
    })
  }
})
afterEach(async () => {
  for (const id of ['v1', 'v2'] as const) {
    simulator.azureControl(id).reset()
    await configure(id, {}, ['groupNameStartsWith', 'usernameClaim', 'applicationSecretEndsOn', 'disableSlo'])
  }
})
afterAll(async () => {
  await server?.close()
  await simulator?.stop()
})

/** As an administrator's save: a new version, so that nothing remembered of the old one counts. */
async function configure(name: string, set: Record<string, unknown>, unset: string[] = []): Promise<void> {
  await change(
    server,
    acme,
    sql`update identity_providers
           set config = (config - ${unset}::text[]) || ${JSON.stringify(set)}::jsonb, config_version = config_version + 1
         where name = ${name}`,
  )
}

async function signIn(id: 'v1' | 'v2', who = 'ada') {
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, `${who}@${id}.example`)
  const back = await visitSimulator(redirectUrl, { username: `${who}@${id}.example`, password })
  const response = await arrive(browser, back)
  const record = await lastRecord(server, acme)
  // No group of these directories is mapped to anything.
  const odd = record.checks.filter((line) => line.outcome !== 'passed' && line.finding !== 'groups-unmapped')
  return {
    browser,
    redirectUrl,
    byForm: back.byForm,
    error: landing(response).error,
    who: await whoIs(browser),
    findings: odd.map((line) => line.finding),
    evidence: odd[0]?.evidence ?? {},
    checks: record.checks,
    groups: await groupsOf(`${who}@${id}.example`),
  }
}

async function arrive(browser: Browser, back: Awaited<ReturnType<typeof visitSimulator>>): Promise<Response> {
  if (!back.byForm) return browser.send(`${back.path}?${back.answer.toString()}`)
  const kept = await postAcross(browser, back.path, back.answer)
  return browser.send(kept.headers.get('location') ?? '')
}

async function groupsOf(username: string): Promise<{ claim: string; name: string }[]> {
  return tenantScope(server.database, acme.id).transaction(async (tx) => {
    const { rows } = await sql<{ claim: string; name: string }>`
      select g.claim, g.name from users u join user_groups ug on ug.user_id = u.id join groups g on g.id = ug.group_id
       where u.username = ${username} order by g.name`.execute(tx.db)
    return rows
  })
}

const own = (id: 'v1' | 'v2') => ['Sales Europe', 'Staff'].map((name) => ({ claim: groupId(id, name), name }))

describe.each(['v1', 'v2'] as const)('a directory, %s endpoints', (id) => {
  it('signs people in, keyed by directory and object, with their groups by name', async () => {
    const run = await signIn(id)
    expect(run).toMatchObject({ error: null, findings: [], who: { username: `ada@${id}.example` }, groups: own(id) })
    expect(run.byForm).toBe(id === 'v2')
    const asked = new URL(run.redirectUrl)
    expect(asked.pathname).toBe(
      id === 'v1' ? `/azure/${tids.v1}/oauth2/authorize` : '/azure/v2.example/oauth2/v2.0/authorize',
    )
    expect(asked.searchParams.get('resource')).toBe(id === 'v1' ? simulator.azure.graph : null)
    expect(asked.searchParams.get('domain_hint')).toBe(id === 'v2' ? 'v2.example' : null)
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ subject: string }>`select subject from users where username = ${`ada@${id}.example`}`.execute(tx.db),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.subject).toMatch(new RegExp(`^${tids[id]} [0-9a-f-]{36}$`))
  })

  it('a person without groups is signed in, and the flight recorder says so', async () => {
    expect(await signIn(id, 'bob')).toMatchObject({ error: null, findings: ['groups-none'], groups: [] })
  })

  it('more groups than a token holds come from Graph', async () => {
    simulator.azureControl(id).set({ manyGroups: true })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: null, findings: [] })
    expect(run.groups).toHaveLength(252)
    expect(run.groups).toContainEqual({ claim: groupId(id, 'Further group 00250'), name: 'Further group 00250' })
    expect(run.groups).toEqual(expect.arrayContaining(own(id)))
  })

  it('and where the token says no more than that there are some', async () => {
    simulator.azureControl(id).set({ manyGroups: true, hasgroups: true })
    expect((await signIn(id)).groups).toHaveLength(252)
  })

  it('12,000 groups come by pages', async () => {
    simulator.azureControl(id).set({ hugeGroups: true })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: null, findings: [] })
    expect(run.groups).toHaveLength(12_002)
    simulator.azureControl(id).reset()
    expect((await signIn(id)).groups).toEqual(own(id))
  })

  it('without the permission a person with too many groups is signed in without groups, and the record says why', async () => {
    expect((await signIn(id)).groups).toEqual(own(id))
    simulator.azureControl(id).set({ manyGroups: true, noGraphPermission: true })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: null, findings: ['graph-no-permission'], groups: [] })
    expect(run.evidence).toMatchObject({ status: 403, code: 'Authorization_RequestDenied' })
    expect(run.who).toBeDefined()
  })

  it('the same holds when Graph is unreachable', async () => {
    simulator.azureControl(id).set({ manyGroups: true, graphDown: true })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: null, findings: ['graph-failed'], groups: [] })
    expect(run.evidence).toMatchObject({ status: 503 })
  })

  it('a Graph that hangs costs the groups, not the sign-in', async () => {
    Object.assign(server.deps.settings, { providerTimeoutMs: 4000 })
    onTestFinished(() => void Object.assign(server.deps.settings, { providerTimeoutMs: 10_000 }))
    simulator.azureControl(id).set({ manyGroups: true, graphSlow: 60 })
    expect(await signIn(id)).toMatchObject({ error: null, findings: ['graph-failed'], groups: [] })
  })

  it('groups that the token names need no Graph: without it they are shown by id', async () => {
    await configure(id, {})
    simulator.azureControl(id).set({ noGraphPermission: true })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: null, findings: ['graph-names-missing'] })
    expect(run.groups.map((group) => group.claim).toSorted()).toEqual(
      own(id)
        .map((g) => g.claim)
        .toSorted(),
    )
  })

  it('only groups whose name begins as configured are taken, in any case, also with a quote', async () => {
    await configure(id, { groupNameStartsWith: 'SALES' })
    expect(await signIn(id)).toMatchObject({ findings: [], groups: [own(id)[0]] })
    await configure(id, { groupNameStartsWith: "O'Brien &" })
    expect(await signIn(id)).toMatchObject({ findings: ['groups-none'], groups: [] })
    simulator.azureControl(id).set({ hugeGroups: true })
    await configure(id, { groupNameStartsWith: 'Further group 119' })
    expect((await signIn(id)).groups).toHaveLength(100)
  })

  it('a filter by name passes no groups when their names are unavailable', async () => {
    await configure(id, { groupNameStartsWith: 'Sales' })
    simulator.azureControl(id).set({ noGraphPermission: true })
    expect(await signIn(id)).toMatchObject({ error: null, findings: ['graph-no-permission'], groups: [] })
  })

  it('a token of another directory does not sign in', async () => {
    simulator.azureControl(id).set({ otherTenant: true })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: 'IDP_ERROR', findings: ['azure-tenant-wrong'], who: undefined })
    expect(run.evidence).toMatchObject({ expected: tids[id], found: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  it("a token of the other version's endpoints does not sign in", async () => {
    simulator.azureControl(id).set({ wrongVersion: true })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: 'IDP_ERROR', findings: ['azure-version-wrong'], who: undefined })
    expect(run.evidence).toEqual(id === 'v1' ? { expected: '1.0', found: '2.0' } : { expected: '2.0', found: '1.0' })
  })

  it.each([
    'wrong-audience',
    'wrong-nonce',
    'expired',
    'alg-none',
    'foreign-key',
    'hs-confusion',
    'embedded-jwk',
  ] as const)('a false claim in the ID token does not sign in: %s', async (odd) => {
    simulator.azureControl(id).set({ odd })
    expect(await signIn(id)).toMatchObject({ error: 'IDP_ERROR', who: undefined })
  })

  it('a rotated key signs people in', async () => {
    server.clock.advance(31_000)
    simulator.azureControl(id).set({ rotatedKeys: true })
    expect(await signIn(id)).toMatchObject({ error: null })
  })

  it('an expired secret is named as such, with its day', async () => {
    await configure(id, { applicationSecretEndsOn: '2030-01-31' })
    simulator.azureControl(id).set({ expiredSecret: true })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: 'IDP_ERROR', findings: ['azure-secret-expired'] })
    expect(run.evidence).toMatchObject({ endsOn: '2030-01-31', description: expect.stringContaining('AADSTS7000222') })
  })

  it('another username claim takes the place of the usual one', async () => {
    await configure(id, { usernameClaim: 'email' })
    const run = await signIn(id)
    expect(run).toMatchObject({ error: 'IDP_ERROR', findings: ['username-missing'] })
    expect(run.evidence).toMatchObject({ expected: 'email', found: expect.stringContaining('oid') })
  })

  it('the sign-out leads to the directory and back', async () => {
    const { browser } = await signIn(id)
    const page = await (await postForm(browser, '/api/login/signout', {})).text()
    const address = (/content="0;url=([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')
    const url = new URL(address)
    expect(url.pathname).toBe(id === 'v1' ? `/azure/${tids.v1}/oauth2/logout` : '/azure/v2.example/oauth2/v2.0/logout')
    const back = await fetch(url, { redirect: 'manual' })
    const to = new URL(back.headers.get('location') ?? '')
    expect(to.origin).toBe(testBaseUrl)
    const arrived = await browser.send(to.pathname + to.search)
    expect([arrived.status, arrived.headers.get('location')]).toEqual([303, '/login/signed-out?provider=ended'])
  })

  it('an administrator lists the groups of the directory, also those not seen in a sign-in', async () => {
    const list = async (search?: string) =>
      (await listDirectoryGroups(server.deps, await load(id), search)).map((g) => g.name)
    expect(await list()).toEqual([...named].toSorted())
    expect(await list('sales')).toEqual(['Sales Europe', 'sales asia'])
    expect(await list("o'b")).toEqual(["O'Brien & friends"])
    expect(await list(groupId(id, 'Staff').toUpperCase())).toEqual(['Staff'])
    await configure(id, {})
    simulator.azureControl(id).set({ noGraphPermission: true })
    await expect(listDirectoryGroups(server.deps, await load(id))).rejects.toMatchObject({
      finding: 'graph-no-permission',
    })
  })
})

async function load(name: string): Promise<AzureProvider> {
  const id = acme.identityProviderIds.get(name) ?? ''
  const provider = await tenantScope(server.database, acme.id).transaction((tx) =>
    loadProvider(tx, id, server.deps.secrets),
  )
  if (provider?.family !== 'azure') throw new Error(`${name} is not a directory`)
  return provider
}
