import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import {
  findInstalledPostgres,
  startInstalledPostgres,
  type InstalledServer,
} from '../../kit/database/testing/installed-server.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { freePort } from '../demo/free-port.ts'
import { openStore, type Place } from '../../app/open.ts'
import { importTenant } from '../tenant-import/import.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, landing, providerEntry, startAt, tenantWith } from '../../testing/sign-in-run.ts'
import { rsaKeys, signAssertion } from '../../testing/assertions.ts'
import { createBrowser, testBaseUrl, type Browser } from '../../testing/browser.ts'
import { findTenantBySlug } from '../../tenant/tenants/queries.ts'
import { runBackup } from './backup.ts'
import { runRestore } from './restore.ts'
import { runSetupUrlCreate, runSetupUrlStatus } from './setup-url.ts'
import { start, type StartedServer } from './start.ts'

const installed = await findInstalledPostgres()
const log = pino({ level: 'silent' })
const robotKey = rsaKeys()
let folder: string
let provider: ScriptedProvider
let cluster: InstalledServer | undefined
let count = 0
const servers: StartedServer[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-restored-'))
  mkdirSync(join(folder, 'pages'))
  provider = await startScriptedProvider()
  if (installed === undefined) return
  cluster = await startInstalledPostgres(installed)
  await cluster.administer(`create role portico login nosuperuser createrole password 'owns'`)
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})
afterAll(async () => {
  await provider?.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const embedded = async (): Promise<Place> => {
  const dataDir = join(folder, `data${(count += 1)}`)
  mkdirSync(dataDir)
  return { dataDir, env: { PORTICO_BASE_URL: testBaseUrl, PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1' }, log }
}
const onCluster = async (): Promise<Place> => {
  const place = await embedded()
  const name = `restored${count}`
  await cluster?.administer(`create database ${name} owner portico`)
  return { ...place, env: { ...place.env, DATABASE_URL: cluster?.url('portico', 'owns', name) } }
}

async function serve({ dataDir, env }: Place): Promise<StartedServer> {
  const port = await freePort('127.0.0.1', 0)
  const server = await start({ dataDir, host: '127.0.0.1', port, pagesDir: join(folder, 'pages'), env, log })
  servers.push(server)
  return server
}

async function stop(server: StartedServer): Promise<void> {
  servers.splice(servers.indexOf(server), 1)
  await server.stop()
}

const browserOf = (server: StartedServer, cookies: Iterable<[string, string]> = []): Browser => {
  const send = (request: Request) =>
    fetch(new Request(request.url.replace(testBaseUrl, server.url), request), { redirect: 'manual' })
  const browser = createBrowser({ fetch: send }, testBaseUrl)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}

async function inAcme<T>(place: Place, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  const { database } = await openStore(place)
  try {
    const tenant = await findTenantBySlug(database, 'acme')
    return await tenantScope(database, tenant?.id ?? '').transaction(work)
  } finally {
    await database.close()
  }
}

async function fill(place: Place): Promise<string> {
  const store = await openStore(place)
  try {
    const file = {
      ...tenantWith('acme', [providerEntry(provider.issuer, { suffixes: ['acme.example'] })]),
      serviceAccounts: [
        { environment: 'production', name: 'robot', key1: robotKey.publicPem, applications: ['portal:security-admin'] },
      ],
    }
    const parts = { ...store, clock: Date, operator: 'test', readSecret: String }
    const { serviceAccountIds } = await importTenant(parts, checkTenantFile(file))
    return [...serviceAccountIds.values()][0] ?? ''
  } finally {
    await store.database.close()
  }
}

/** What is started in a deployment other than a browser session and a program's token. */
const begun = (tx: TenantTransaction) =>
  sql`
    with person as (select * from users limit 1),
    cli as (insert into sessions (tenant_id, id_hash, user_id, identity_provider_id, idle_secs, authenticated_at, sign_in_id, expires_at, kind)
      select tenant_id, 'cli', id, identity_provider_id, 3600, now(), gen_random_uuid(), now() + interval '1 hour', 'cli' from person),
    grants as (insert into cli_grants (tenant_id, id_hash, kind, via, user_id, identity_provider_id, authenticated_at, sign_in_id,
        session_ends_at, address, expires_at)
      select tenant_id, 'access', 'access', 'device', id, identity_provider_id, now(), gen_random_uuid(), now() + interval '1 hour', '::1',
             now() + interval '1 hour' from person),
    support as (insert into support_sessions (tenant_id, id, id_hash, vendor_tenant_id, vendor_session_id, vendor_user_id, vendor_name, person,
        username, reason, address, expires_at)
      select tenant_id, gen_random_uuid(), 'support', tenant_id, gen_random_uuid(), id, 'Vendor', 'Kofi', 'kofi', 'test', '::1',
             now() + interval '1 hour' from person),
    repair as (insert into repair_sessions (tenant_id, id, id_hash, expires_at)
      select tenant_id, gen_random_uuid(), 'repair', now() + interval '1 hour' from person),
    setup as (insert into setup_sessions (tenant_id, id, id_hash, expires_at)
      select tenant_id, gen_random_uuid(), 'setup', now() + interval '1 hour' from person),
    logout as (insert into saml_logouts (tenant_id, id_hash, state, expires_at)
      select tenant_id, 'logout', 'sealed', now() + interval '1 hour' from person)
    insert into device_authorizations (device_code_hash, user_code_mac, address, interval_secs, expires_at)
    values ('device', 'mac', '::1', 5, now() + interval '1 hour')`.execute(tx.db)

/** How many of each could still be used. */
async function liveRows(place: Place): Promise<Record<string, number>> {
  const live: Record<string, string> = {
    sessions: 'ended_at is null',
    cli_grants: 'used_at is null',
    support_sessions: 'ended_at is null',
    repair_sessions: 'ended_at is null',
    setup_sessions: 'ended_at is null',
    setups: 'withdrawn_at is null',
    access_tokens: 'revoked_at is null',
    sign_in_transactions: 'used_at is null',
    saml_logouts: 'true',
    device_authorizations: 'true',
  }
  return inAcme(place, async ({ db }) => {
    const counts: Record<string, number> = {}
    for (const [table, isLive] of Object.entries(live)) {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(table)} where ${sql.raw(isLive)}`.execute(db)
      counts[table] = rows[0]?.n ?? -1
    }
    return counts
  })
}

const kept = {
  sessions: 2,
  cli_grants: 1,
  support_sessions: 1,
  repair_sessions: 1,
  access_tokens: 1,
  sign_in_transactions: 1,
  saml_logouts: 1,
  device_authorizations: 1,
}
const none = Object.fromEntries(Object.keys(kept).map((table) => [table, 0]))

const statusOf = async (browser: Browser): Promise<number> => (await browser.send('/api/portal/cloudsession')).status

async function tokenOf(server: StartedServer, robot: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signAssertion(robotKey.privateKey, robot),
  })
  const answer = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

const statusWith = async (server: StartedServer, token: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${server.url}/api/portal/cloudsession`, { headers })).status
}

describe.each([
  ['the embedded database', embedded],
  ...(installed === undefined ? [] : [['a database of DATABASE_URL', onCluster] as const]),
] as const)('%s', (_, fresh) => {
  test('is restored with every session ended, unless they are to be kept, and never with a setup URL', async () => {
    const from = await fresh()
    const server = await serve(from)
    const robot = await fill(from)
    const ada = browserOf(server)
    const authorization = await startAt(ada, 'ada@acme.example')
    expect(landing(await comeBack(ada, authorization, provider.authorize(authorization))).status).toBe(303)
    const token = await tokenOf(server, robot)
    // A sign-in under way.
    await startAt(browserOf(server), 'ada@acme.example')
    await runSetupUrlCreate(from, 'acme', { again: true })
    await inAcme(from, begun)
    expect([await statusOf(ada), await statusWith(server, token)]).toEqual([200, 200])
    await stop(server)
    const file = join(folder, `sessions${count}.backup`)
    await runBackup(from, file)
    expect(await liveRows(from)).toEqual({ ...kept, setups: 1, setup_sessions: 1 })

    for (const keepSessions of [false, true]) {
      const to = await fresh()
      copyFileSync(join(from.dataDir, 'secret.key'), join(to.dataDir, 'secret.key'))
      const lines = (await runRestore(to, file, { keepSessions })).lines.join('\n')
      expect(lines).toContain('withdrew the setup URL of acme')
      expect(lines).toContain(
        keepSessions ? 'kept sessions' : 'ended 4 sessions, and all sign-ins under way, codes and access tokens',
      )
      expect(await liveRows(to)).toEqual({ ...(keepSessions ? kept : none), setups: 0, setup_sessions: 0 })
      expect((await runSetupUrlStatus(to, 'acme'))?.state).toBe('withdrawn')
      const again = await serve(to)
      const wanted = keepSessions ? 200 : 401
      expect([await statusOf(browserOf(again, ada.cookies)), await statusWith(again, token)]).toEqual([wanted, wanted])
      // The key of the program stays.
      expect(await statusWith(again, await tokenOf(again, robot))).toBe(200)
      const list = readFileSync(join(to.dataDir, 'restored.txt'), 'utf8')
      expect(list).toContain(`portico service-account delete ${robot} --env `)
      expect(statSync(join(to.dataDir, 'restored.txt')).mode & 0o777).toBe(0o600)
      await stop(again)
    }
  }, 240_000)
})

test('every column with a hash of a secret is either ended by a restore or kept by decision', async () => {
  const place = await embedded()
  await fill(place).catch(() => {})
  await stop(await serve(place))
  const { database } = await openStore(place)
  try {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name ~ '^hash$|_hash$' order by 1`.execute(
      database.owner,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...endedHashes, ...keptHashes].toSorted())
  } finally {
    await database.close()
  }
})

const endedHashes = [
  'application_grants.hash',
  'application_grants.parent_hash',
  'cli_grants.id_hash',
  'cli_grants.parent_hash',
  'device_authorizations.device_code_hash',
  'identity_provider_tests.token_hash',
  'repair_sessions.id_hash',
  'saml_logouts.id_hash',
  'sessions.id_hash',
  'setup_sessions.id_hash',
  'setups.token_hash',
  'sign_in_transactions.binding_hash',
  'sign_in_transactions.state_hash',
  'support_sessions.id_hash',
]

/** Directories and programs would stop without the tokens; the others open nothing. */
const keptHashes = [
  'api_tokens.token_hash',
  'application_clients.previous_secret_hash',
  'application_clients.secret_hash',
  'assertion_uses.id_hash',
  'idempotency_keys.request_hash',
  'rate_limits.key_hash',
  'recovery_codes.code_hash',
  'scim_tokens.token_hash',
  'sessions.provider_subject_hash',
]
