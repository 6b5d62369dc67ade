import { setTimeout as wait } from 'node:timers/promises'

import type { CloudSession } from '@portico/core'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { createApp } from '../../app/app.ts'
import { openDatabase, type Database } from '../../kit/database/connect.ts'
import { createTestDatabase } from '../../kit/database/testing/test-database.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { createDeps } from '../../app/open.ts'
import { saveIdleTime } from '../../tenant/idle-time/queries.ts'
import { setActive } from '../../people/people/queries.ts'
import { replaceUserGroups } from '../attempts/user-groups.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { mintToken } from '../../testing/mint-token.ts'
import {
  createTestServer,
  rsaKeys,
  signAssertion,
  signedIn,
  smallTenant,
  type TestServer,
} from '../../testing/test-server.ts'
import { revokeAccessToken } from '../../protocols/oauth/access-tokens.ts'
import { endSessionsOfPerson } from './end-sessions.ts'
import { startListeningProxy, type ListeningProxy } from './testing/listening-proxy.ts'

/** The promise of design "The API": a revocation holds at once here, and everywhere within 5 s. */
const withinMs = 5_000

const keys = rsaKeys()
let here: TestServer
let database: Database
let there: Deps
let proxy: ListeningProxy
let askHere: ReturnType<typeof createApp>['fetch']
let askThere: ReturnType<typeof createApp>['fetch']

beforeAll(async () => {
  here = await createTestServer()
  proxy = await startListeningProxy(here.database.appUrl)
  database = await openDatabase({
    dataDir: '',
    databaseUrl: here.database.url,
    appDatabaseUrl: here.database.appUrl,
    listenDatabaseUrl: proxy.url,
    secretKey: Buffer.alloc(32),
    log: silentLog,
  })
  const { secrets, settings, log, clock } = here.deps
  const opened = await createDeps({ database, secrets }, { settings, log, clock })
  there = opened.deps
  // Without the test server's wait for other processes.
  askHere = createApp(here.deps).fetch
  askThere = createApp(there).fetch
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await here.close()
})
beforeEach(() => database.changes.catchUp())

type Subject = {
  readonly tenant: ImportedTenant
  readonly person: Headers
  readonly robot: Headers
  readonly tokenId: string
  readonly username: string
}

let count = 0
async function makeSubject(): Promise<Subject> {
  const slug = `tenant${(count += 1)}`
  const robot = {
    environment: 'production',
    name: 'robot',
    key1: keys.publicPem,
    applications: ['portal:security-admin'],
  }
  const tenant = await here.importTenant(smallTenant(slug, { serviceAccounts: [robot] }))
  const username = `admin@${slug}.example`
  const browser = await signedIn(here, tenant, { username, groups: ['admins'] })
  const token = await mintToken(here, signAssertion(keys.privateKey, tenant.serviceAccountIds.get('robot') ?? ''))
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string }
  return {
    tenant,
    username,
    tokenId: claims.jti,
    person: new Headers({ cookie: `portico-session=${browser.cookies.get('portico-session')}` }),
    robot: new Headers({ authorization: `Bearer ${token}` }),
  }
}

type Ask = typeof askHere
const get = (ask: Ask, path: string, headers: Headers) =>
  ask(new Request(here.deps.settings.baseUrl + path, { headers }), { address: '127.0.0.1' })

/** What a call of the launcher, one of the administration and the session's clock answer. */
async function seen(ask: Ask, headers: Headers): Promise<string> {
  const [launcher, modules, session, branding] = await Promise.all([
    get(ask, '/api/portal/launcher', headers),
    get(ask, '/api/portal/admin/modules', headers),
    get(ask, '/api/portal/cloudsession', headers),
    get(ask, '/api/login/branding', headers),
  ])
  const { environmentName = '' } = (await launcher.json()) as { environmentName?: string | null }
  const { deactivated, systemBanner } = (await session.json()) as Partial<CloudSession>
  const banner = deactivated ? ' deactivated' : systemBanner?.message === 'Tonight.' ? ' banner' : ''
  const { applicationName } = (await branding.json()) as { applicationName?: string }
  const brand = applicationName === 'Tonight' ? ' branded' : ''
  return `${launcher.status} ${environmentName} ${modules.status}${banner}${brand}`
}

const userId = async ({ db }: TenantTransaction, username: string) =>
  (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id

type Revocation = readonly [
  name: string,
  who: 'person' | 'robot',
  after: string,
  change: (tx: TenantTransaction, subject: Subject) => Promise<unknown>,
]

const gone = '401  401'
const demoted = '200 Production 403'
const revocations: readonly Revocation[] = [
  ['a session signed out', 'person', gone, ({ db }) => sql`update sessions set ended_at = now()`.execute(db)],
  ['a session removed', 'person', gone, ({ db }) => sql`delete from sessions`.execute(db)],
  [
    'a session with a new id',
    'person',
    gone,
    ({ db }) => sql`update sessions set id_hash = sha256(id_hash)`.execute(db),
  ],
  [
    'a session past its idle time',
    'person',
    gone,
    ({ db }) => sql`update sessions set last_used_at = '-infinity'`.execute(db),
  ],
  ['a person deactivated', 'person', gone, ({ db }) => sql`update users set active = false`.execute(db)],
  [
    'a person signed out everywhere',
    'person',
    gone,
    async (tx, { username }) => endSessionsOfPerson(tx, await userId(tx, username)),
  ],
  [
    'a person deactivated by an administrator',
    'person',
    gone,
    async (tx, { username }) => setActive(tx, await userId(tx, username), 'ada'),
  ],
  ['a person removed', 'person', gone, ({ db }) => sql`delete from users`.execute(db)],
  [
    'a tenant branded',
    'person',
    '200 Production 200 branded',
    ({ db, tenantId }) =>
      sql`insert into tenant_branding (tenant_id, key, name)
        values (${tenantId}, left(replace(gen_random_uuid()::text, '-', ''), 22), 'Tonight')`.execute(db),
  ],
  ['a provider disabled', 'person', gone, ({ db }) => sql`update identity_providers set enabled = false`.execute(db)],
  ['a mapping removed', 'person', demoted, ({ db }) => sql`delete from portal_role_groups`.execute(db)],
  ['a group left', 'person', demoted, ({ db }) => sql`delete from user_groups`.execute(db)],
  ['a group forgotten', 'person', demoted, ({ db }) => sql`delete from groups`.execute(db)],
  [
    'another primary provider',
    'person',
    demoted,
    ({ db }) => sql`update identity_providers set is_primary = false`.execute(db),
  ],
  [
    'an environment closed',
    'person',
    '200 null 200',
    ({ db }) => sql`delete from environments where slug = 'production'`.execute(db),
  ],
  [
    'a tenant deactivated',
    'person',
    '200 Production 200 deactivated',
    ({ db }) => sql`update tenants set deactivated = true`.execute(db),
  ],
  [
    'a banner of the operator',
    'person',
    '200 Production 200 banner',
    ({ db }) => sql`update tenants set banner_message = 'Tonight.', banner_type = 'info'`.execute(db),
  ],
  ['a token revoked', 'robot', gone, (tx, { tokenId }) => revokeAccessToken(tx, tokenId)],
  [
    'a key removed',
    'robot',
    gone,
    ({ db }) => sql`update service_accounts set key1_thumbprint = 'another'`.execute(db),
  ],
  ['an account removed', 'robot', gone, ({ db }) => sql`delete from service_accounts`.execute(db)],
  [
    'a role of an account removed',
    'robot',
    demoted,
    ({ db }) => sql`delete from service_account_dependencies`.execute(db),
  ],
  [
    'a role of the portal renamed',
    'robot',
    demoted,
    ({ db }) => sql`update app_roles set name = 'other' where application_id = 'portal'`.execute(db),
  ],
]

/** Both processes hold the sender, the change is committed here, and everything is seen as it should be. */
async function revoke(
  [, who, after, change]: Revocation,
  first: 'held' | 'any',
  given?: Subject,
  there = askThere,
): Promise<void> {
  const subject = given ?? (await makeSubject())
  const headers = subject[who]
  const before = '200 Production 200'
  expect(await seen(askHere, headers)).toBe(before)
  const readAt = performance.now()
  expect(await seen(there, headers)).toBe(before)
  await tenantScope(here.database, subject.tenant.id).transaction((tx) => change(tx, subject))
  const committedAt = performance.now()
  expect(await seen(askHere, headers)).toBe(after)
  if (first === 'held' && performance.now() - readAt < 3_000) expect(await seen(there, headers)).toBe(before)
  // The promise is about calls that begin after these 5 s; how long such a call takes is another matter.
  for (;;) {
    const begunAt = performance.now()
    const answered = await seen(there, headers)
    if (answered === after) return
    expect(begunAt - committedAt, `still ${answered}`).toBeLessThan(withinMs)
    // Other revocations are tried at the same time.
    await wait(50)
  }
}

describe('counts at once on the process that did it, and within 5 s on another', () => {
  it.each(revocations)('%s', async (...revocation) => revoke(revocation, 'any'))
})

it('another idle time counts at once here, and within 5 s on another process', async () => {
  const { person, tenant } = await makeSubject()
  const idleSecs = async (ask: Ask) =>
    ((await (await get(ask, '/api/portal/cloudsession', person)).json()) as { sessionIdleSecs: number }).sessionIdleSecs
  expect([await idleSecs(askHere), await idleSecs(askThere)]).toEqual([1_800, 1_800])
  await tenantScope(here.database, tenant.id).transaction((tx) => saveIdleTime(tx, { secs: 900 }))
  expect(await idleSecs(askHere)).toBe(900)
  await expect.poll(() => idleSecs(askThere), { timeout: withinMs }).toBe(900)
})

describe('counts within 5 s on a process whose LISTEN', () => {
  afterEach(async () => {
    proxy.mend()
    await expect
      .poll(
        () =>
          database.changes.catchUp().then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
  })

  /** All at the same time, because each takes up to 5 s; the subjects are there before the fault. */
  const revokeAll = async (fault: () => void, revocations: readonly Revocation[]) => {
    const subjects: Subject[] = []
    for (const _ of revocations) subjects.push(await makeSubject())
    fault()
    await Promise.all(revocations.map((one, at) => revoke(one, 'any', subjects[at])))
  }

  it('is silent: nothing arrives, and nothing says so', async () => {
    proxy.silence()
    await revoke(revocations[0] as Revocation, 'held')
    await revokeAll(() => {}, revocations)
  }, 120_000)

  it('is cut, and cannot be made again', async () => {
    await revokeAll(() => proxy.cut(), revocations)
  }, 120_000)

  it('is ended by PostgreSQL, and begins again', async () => {
    const subject = await makeSubject()
    expect(await seen(askThere, subject.person)).toBe('200 Production 200')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and application_name = 'portico changes'`.execute(here.database.owner)
    await revoke(revocations[0] as Revocation, 'any')
    await expect
      .poll(
        () =>
          database.changes.catchUp().then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    await revoke(revocations[0] as Revocation, 'any')
  }, 60_000)
})

describe('counts within 5 s on a process whose PORTICO_LISTEN_DATABASE_URL', () => {
  it('leads to another database, which answers: one warning names the setting', async () => {
    const elsewhere = await createTestDatabase()
    onTestFinished(() => elsewhere.close())
    const warnings: unknown[] = []
    const deaf = await openDatabase({
      dataDir: '',
      databaseUrl: here.database.url,
      appDatabaseUrl: here.database.appUrl,
      listenDatabaseUrl: elsewhere.url,
      secretKey: Buffer.alloc(32),
      log: { ...silentLog, warn: (values: unknown) => void warnings.push(values) },
    })
    onTestFinished(() => deaf.close())
    const { secrets, settings, log, clock } = here.deps
    const { deps } = await createDeps({ database: deaf, secrets }, { settings, log, clock })
    await expect(deaf.changes.catchUp()).rejects.toThrow('not received')
    expect(deaf.changes.completeTo()).toBe(-Infinity)
    expect(warnings).toHaveLength(1)
    expect(String((warnings[0] as { err: Error }).err)).toContain(
      'PORTICO_LISTEN_DATABASE_URL leads to another database',
    )
    const subjects = await Promise.all(revocations.slice(0, 6).map(() => makeSubject()))
    const ask = createApp(deps).fetch
    await Promise.all(subjects.map((subject, at) => revoke(revocations[at] as Revocation, 'held', subject, ask)))
  }, 60_000)
})

describe('what a call asks the database', () => {
  const statements = async (work: () => Promise<unknown>): Promise<string[]> => {
    const asked: string[] = []
    const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const [first] = args
      const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
      if (!text.includes('still listening')) asked.push(text)
      return query.apply(this, args) as never
    } as never)
    await work().finally(() => spy.mockRestore())
    return asked
  }
  const paths = ['launcher', 'launcher/principalinfo', 'launcher/userdata', 'admin/modules', 'cloudsession']

  it.each(['person', 'robot'] as const)('about a %s is nothing, once it is known', async (who) => {
    const headers = (await makeSubject())[who]
    await get(askHere, '/api/portal/launcher', headers)
    for (const path of paths) {
      const asked = await statements(async () => {
        expect((await get(askHere, `/api/portal/${path}`, headers)).status).toBe(200)
      })
      expect(asked, path).toEqual([])
    }
    const asked = await statements(() => get(askHere, '/api/portal/launcher/applications', headers))
    expect(asked[0]).toMatch(/^begin; select set_config/)
    expect(asked.at(-1)).toMatch(/commit$/)
    expect(asked.filter((text) => /portico_find_session|"sessions"|access_tokens/.test(text))).toEqual([])
  })

  it('about a sender that is not known is asked once by calls at the same time', async () => {
    const { person } = await makeSubject()
    const asked = await statements(() => Promise.all(paths.map((path) => get(askHere, `/api/portal/${path}`, person))))
    expect(asked.filter((text) => text.includes('portico_find_session'))).toHaveLength(1)
  })

  it('tells other processes nothing when a person signs in again with the same groups, or uses a session', async () => {
    const { tenant } = await makeSubject()
    const listener = new pg.Client({ connectionString: here.database.url })
    await listener.connect()
    const told: (string | undefined)[] = []
    listener.on('notification', ({ payload }) => told.push(payload))
    await listener.query('listen portico_changes')
    const providerId = [...tenant.identityProviderIds.values()][0] ?? ''
    const groups = (...claims: string[]) => claims.map((claim) => ({ claim }))
    const change = (work: (tx: TenantTransaction) => Promise<unknown>) =>
      tenantScope(here.database, tenant.id).transaction(work)
    await signedIn(here, tenant, { username: 'new@person.example', groups: ['admins', 'staff'] })
    const { id } = await tenantScope(here.database, tenant.id).transaction(({ db }) =>
      db.selectFrom('users').select('id').where('username', '=', 'new@person.example').executeTakeFirstOrThrow(),
    )
    await change((tx) => replaceUserGroups(tx, { id, providerId }, groups('staff', 'admins'), Date.now()))
    await change(({ db }) => sql`update users set last_sign_in_at = now()`.execute(db))
    await change(({ db }) => sql`update sessions set last_used_at = last_used_at + interval '40 s'`.execute(db))
    await listener.query('select 1')
    expect(told).toEqual([])
    await change((tx) => replaceUserGroups(tx, { id, providerId }, groups('staff'), Date.now()))
    await listener.query('select 1')
    expect(told).toEqual([`user:${id}`])
    await listener.end()
  })
})
