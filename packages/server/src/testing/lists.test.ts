import {
  applicationList,
  auditList,
  certificateList,
  createList,
  createWebhook,
  environmentList,
  identityProviderList,
  mappingList,
  personList,
  readList,
  roleList,
  roleScope,
  serviceAccountList,
  signInList,
  sortOf,
  tenantRoleList,
  usernameFormatList,
  webhookList,
  type Core,
  type List,
  type ListedNoun,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../kit/database/tenant-scope.ts'
import { createOurKeyPair } from '../kit/keys/key-pair.ts'
import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import { addAuditRows } from './audit-rows.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  withoutRateLimits,
} from './test-server.ts'
import type { Browser, TestServer } from './test-server.ts'

// The guarantees of every list, over the real routes: a screen of either face reads with `createList`, a command with
// `readList`, and both show the same rows in the same order.

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let production: string
let billing: string
/** Requests of the lists under test, and what happens to them. */
let asked: string[] = []
let hold: Promise<void> | undefined
let fails = false

const accountNames = Array.from({ length: 23 }, (_, at) => `robot ${at}`)

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  const saml = async (name: string, years: number) => ({
    name,
    type: 'OPENSAML',
    config: {
      entityId: `https://${name}.example`,
      ssoUrl: `https://${name}.example/sso`,
      signingCertificate1: (await createOurKeyPair({ commonName: name, nowMs: Date.now(), years, bits: 2048 }))
        .certificate,
    },
    emailSuffixes: [`b${name.toLowerCase()}.example`, `a${name.toLowerCase()}.example`],
  })
  const small = smallTenant('acme') as { identityProviders: unknown[] }
  acme = await server.importTenant({
    ...small,
    customRoles: ['Auditor', 'approver 10', 'Approver 9'].map((label) => ({ label })),
    identityProviders: [
      ...small.identityProviders,
      await saml('zeta', 1),
      await saml('Alpha', 3),
      await saml('beta', 2),
    ],
  })
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  await admin.core.environments.fetchAdmin()
  production = admin.core.environments.getState().adminEnvironments?.find((one) => one.type === 'PROD')?.id ?? ''
  // As the server's own role: an owner who is not a superuser is behind the tenants' walls too.
  await tenantScope(server.database, acme.id).transaction(async ({ db }) => {
    await sql`
    insert into service_accounts (tenant_id, id, environment_id, name, key1, key1_algorithm, key1_thumbprint)
    select ${acme.id}::uuid, gen_random_uuid(), ${production}::uuid, name, 'pem', 'RSA', 'x'
      from unnest(${accountNames}::text[]) name`.execute(db)
    await sql`
    insert into sign_in_records (tenant_id, id, code, purpose, outcome, username, checks, address, request_id, started_at)
    select ${acme.id}::uuid, gen_random_uuid(), 'S-' || n, 'login', case when n % 3 = 0 then 'failed' else 'signed-in' end,
           'person' || n || '@acme.example', '[]', '10.1.2.3', 'r', now() - make_interval(mins => n)
      from generate_series(1, 23) n`.execute(db)
    await sql`
    insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
    select u.tenant_id, gen_random_uuid(), u.identity_provider_id, 'n' || n, 'n' || n || '@acme.example', 'human ' || n, ''
      from generate_series(0, 21) n, users u`.execute(db)
  })
  await addAuditRows(server, acme.id, { count: 22, endsAtMs: Date.now() - 600_000 })
  for (const name of ['siem', 'ops', 'siem.backup']) {
    const body = { url: `https://${name}.example/hook`, events: ['notices' as const] }
    expect(await admin.core.client.call(createWebhook, { body })).toMatchObject({ ok: true })
  }
  const applications = createList(partsOf(admin.core), applicationList)
  await applications.open(production)
  billing = applications.getState().rows?.find(({ label }) => label === 'Billing')?.id ?? ''
}, 60_000)
afterAll(() => server?.close())
beforeEach(() => {
  hold = undefined
  fails = false
  asked = []
})

function partsOf({ client, clock, feedback }: Core) {
  return { client, clock, feedback, pagesHeld: 1 }
}

/** Another browser of the same person, whose requests are counted, held back and cut off. */
function newCore(): Core {
  const fetch = async (request: Request) => {
    asked.push(new URL(request.url).pathname)
    const waits = hold
    if (fails) throw new TypeError('connection refused')
    const response = await server.fetch(request)
    // The server has already answered; the answer is delayed on the way.
    await waits
    return response
  }
  return createBrowser({ fetch }, testBaseUrl, {
    session: admin.cookies.get('portico-session') ?? '',
    csrf: admin.cookies.get('csrf') ?? '',
  }).core
}

type Listed = ListedNoun<unknown, unknown>
type AnyList = List<unknown, unknown>

type Subject = {
  readonly listed: unknown
  readonly scope?: () => string
  /** Rows there are. */
  readonly count: number
  /** A text that some rows match and others do not, where it is searched for with `search`. */
  readonly search: string
  /** The first rows in the list's own order, as they are drawn. */
  readonly first: (row: never) => unknown
  readonly begins: readonly unknown[]
}

const subjects: readonly (readonly [string, Subject])[] = [
  [
    'service accounts',
    {
      listed: serviceAccountList,
      scope: () => production,
      count: 23,
      search: 'robot 1',
      first: (row: { name: string }) => row.name,
      begins: ['robot 0', 'robot 1', 'robot 2', 'robot 3'],
    },
  ],
  [
    'identity providers',
    {
      listed: identityProviderList,
      count: 4,
      search: 'alpha',
      first: (row: { name: string }) => row.name,
      begins: ['Main', 'Alpha', 'beta', 'zeta'],
    },
  ],
  [
    'username formats',
    {
      listed: usernameFormatList,
      count: 7,
      search: '@aalpha',
      first: (row: { value: string }) => row.value,
      begins: ['acme.example', 'aalpha.example', 'balpha.example', 'abeta.example'],
    },
  ],
  [
    'certificates',
    {
      listed: certificateList,
      count: 3,
      search: 'beta',
      first: (row: { idpName: string }) => row.idpName,
      begins: ['zeta', 'beta', 'Alpha'],
    },
  ],
  [
    'applications',
    {
      listed: applicationList,
      scope: () => production,
      count: 4,
      search: 'wiki',
      first: (row: { label: string }) => row.label,
      begins: ['Portal', 'Billing', 'Vault', 'wiki'],
    },
  ],
  [
    'roles of an application',
    {
      listed: roleList,
      scope: () => roleScope(production, billing),
      count: 2,
      search: 'clerk',
      first: (row: { name: string }) => row.name,
      begins: ['clerk', 'viewer'],
    },
  ],
  [
    'custom roles',
    {
      listed: tenantRoleList,
      count: 3,
      search: 'approver',
      first: (row: { label: string }) => row.label,
      begins: ['Approver 9', 'approver 10', 'Auditor'],
    },
  ],
  [
    'group mappings',
    {
      listed: mappingList,
      scope: () => production,
      count: 8,
      search: 'billing',
      first: (row: { label: string }) => row.label,
      begins: ['Security Admin', 'Approver 9', 'approver 10', 'Auditor', 'Clerk', 'Viewer', 'Vault', 'wiki'],
    },
  ],
  [
    'environments',
    {
      listed: environmentList,
      count: 3,
      search: 'stag',
      first: (row: { name: string }) => row.name,
      begins: ['Production', 'Frozen', 'Staging'],
    },
  ],
  [
    'people',
    {
      listed: personList,
      count: 23,
      search: 'human 1',
      first: (row: { name: string }) => row.name,
      begins: ['ada@acme.example', 'human 0', 'human 1', 'human 2', 'human 3'],
    },
  ],
  [
    'webhooks',
    {
      listed: webhookList,
      count: 3,
      search: 'siem',
      first: (row: { url: string }) => row.url,
      begins: ['https://siem.example/hook', 'https://ops.example/hook', 'https://siem.backup.example/hook'],
    },
  ],
  [
    'sign-ins',
    {
      listed: signInList,
      count: 23,
      search: 'person2',
      first: (row: { code: string }) => row.code,
      begins: ['S-1', 'S-2', 'S-3'],
    },
  ],
  [
    'the audit log',
    {
      listed: auditList,
      count: 26,
      search: 'robot 2',
      first: (row: { target: { name: string } }) => row.target.name,
      begins: ['siem.backup.example', 'ops.example', 'siem.example', 'acme Inc', 'robot 21', 'robot 20'],
    },
  ],
]

describe.each(subjects)('the list of %s', (_, subject) => {
  const listed = subject.listed as Listed
  const scope = () => subject.scope?.() ?? ''
  const shown = (rows: readonly unknown[] | undefined) => rows?.map((row) => subject.first(row as never))
  const ids = (rows: readonly unknown[] | undefined) => rows?.map((row) => listed.idOf(row))
  let core: Core
  let list: AnyList

  beforeEach(() => {
    core = newCore()
    list = createList(partsOf(core), listed)
  })

  const printed = async (reading: Parameters<typeof readList<unknown, unknown, string>>[2] = {}) => {
    const outcome = await readList(core, listed, { scope: scope(), ...reading })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
    return outcome.value
  }

  it('has one order on the screen and in what a command prints', async () => {
    await list.open(scope())
    const { rows, total } = list.getState()
    expect(shown(rows)?.slice(0, subject.begins.length)).toEqual(subject.begins)
    expect([rows?.length, total]).toEqual([subject.count, subject.count])
    expect(ids(await printed())).toEqual(ids(rows))
  })

  it('is sorted by each of its fields in the same way, in both directions', async () => {
    await list.open(scope())
    for (const field of listed.sorts ?? listed.noun.fields.map(({ name }) => name))
      for (const sort of [field, `-${field}`]) {
        await list.change({ sort })
        expect(ids(await printed({ sort: sortOf(listed.noun, sort) })), sort).toEqual(ids(list.getState().rows))
      }
  })

  it('shows what matches a search, and of how many', async () => {
    await list.open(scope())
    await list.change({ search: subject.search })
    const { rows = [], total, all } = list.getState()
    expect(list.status()).toBe('rows')
    expect([rows.length > 0 && rows.length < subject.count, total, all]).toEqual([true, rows.length, subject.count])
    const left = (await printed()).filter((row) => ids(rows)?.includes(listed.idOf(row)))
    expect(ids(left)).toEqual(ids(rows))
  })

  it('has the rows of a filter on a field in the same order', async () => {
    await list.open(scope())
    const [first] = list.getState().rows ?? []
    const [field] = listed.noun.fields.filter(({ kind }) => kind === 'id' || kind === 'text')
    if (field === undefined) throw new Error('no field to filter by')
    const value = field.value(first) as string
    const wanted = list.getState().rows?.filter((row) => field.value(row) === value)
    expect(ids(await printed({ filters: [{ field, compares: 'equals', value }] }))).toEqual(ids(wanted))
  })

  it('is read page after page to the same rows', async () => {
    if (listed.searchedBy !== 'server' && listed.pageLength === undefined) return
    const paged = createList(partsOf(core), { ...listed, pageLength: 5 })
    await paged.open(scope())
    const seen = [...(ids(paged.getState().rows) ?? [])]
    while (paged.getState().hasNext) {
      await paged.next()
      seen.push(...(ids(paged.getState().rows) ?? []).filter((id) => !seen.includes(id)))
    }
    expect(seen).toEqual(ids(await printed()))
    expect(asked.length).toBeLessThanOrEqual(Math.ceil(subject.count / 5) + 1 + 1)
  })

  it('keeps search, order and what is selected when it is read again', async () => {
    const [sort = ''] = listed.sorts ?? listed.noun.fields.map(({ name }) => name)
    await list.open(scope())
    await list.change({ search: subject.search, sort: `-${sort}` })
    const before = list.getState()
    list.select(before.rows ?? [])
    await list.refresh()
    expect(ids(list.getState().rows)).toEqual(ids(before.rows))
    expect([...list.getState().selected.keys()]).toEqual(ids(before.rows))
    expect(list.getState()).toMatchObject({ search: subject.search, sort: `-${sort}`, isFetching: false })
  })

  it('sends one request at a time, and a late answer overwrites nothing', async () => {
    let release = () => undefined as void
    hold = new Promise((done) => (release = done))
    const slow = list.open(scope())
    hold = undefined
    const typed = [...subject.search].map((_one, at) => list.change({ search: subject.search.slice(0, at + 1) }))
    const again = [list.refresh(), list.refresh()]
    expect(asked).toHaveLength(1)
    release()
    await Promise.all([slow, ...typed, ...again])
    expect(asked).toHaveLength(2)
    const { rows = [] } = list.getState()
    expect(rows.length > 0 && rows.length < subject.count).toBe(true)
  })

  it('does not wait for a scope that was left, and takes nothing from it', async () => {
    hold = new Promise(() => undefined)
    void list.open(scope())
    list.stop()
    hold = undefined
    await list.open(scope())
    expect(list.getState().rows).toHaveLength(subject.count)
  })

  it('fails without rows, says so once, and keeps the previous rows where there are any', async () => {
    fails = true
    await list.open(scope())
    expect(list.status()).toBe('failed')
    expect(core.feedback.getState().system?.network).toBeDefined()
    fails = false
    await list.refresh()
    expect([list.status(), list.getState().failure]).toEqual(['rows', undefined])
    fails = true
    await list.refresh()
    expect(list.getState().failure).toBeDefined()
    if (listed.clears !== true) expect(list.getState().rows).toHaveLength(subject.count)
  })

  it('distinguishes no matches from an empty list', async () => {
    await list.open(scope(), { search: 'nothing is called like this' })
    expect(list.status()).toBe('no-match')
    const none = createList(partsOf(core), listed)
    none.take(scope(), [])
    expect(none.status()).toBe('empty')
  })
})

it('service accounts are searched and paged by the server: a thousand of them are one request', async () => {
  const list = createList(partsOf(newCore()), serviceAccountList)
  await list.open(production)
  await list.change({ search: 'robot 22' })
  expect(list.getState().rows?.map(({ name }) => name)).toEqual(['robot 22'])
  expect(asked).toHaveLength(2)
})

it('the filter of sign-ins is asked of the server, also for those that were not read yet', async () => {
  const list = createList(partsOf(newCore()), { ...signInList, pageLength: 5 })
  await list.open('', { filter: { outcome: 'failed' } })
  expect(list.getState().rows?.map(({ code }) => code)).toEqual(['S-3', 'S-6', 'S-9', 'S-12', 'S-15'])
  await list.change({ filter: { outcome: 'open' } })
  expect(list.status()).toBe('no-match')
})
