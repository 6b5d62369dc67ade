import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { renewSession } from '@portico/core/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import {
  findInstalledPostgres,
  startInstalledPostgres,
  type InstalledServer,
} from '../../kit/database/testing/installed-server.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { freePort } from '../demo/free-port.ts'
import { openStore, type Place } from '../../app/open.ts'
import { opensWith } from '../../kit/secrets/secret-box.ts'
import { secretKeysOf } from '../../kit/secrets/secret-key.ts'
import { sealedColumns } from '../key-rotation/sealed-columns.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'
import { importTenant } from '../tenant-import/import.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, landing, postForm, providerEntry, startAt, tenantWith } from '../../testing/sign-in-run.ts'
import { createBrowser, testBaseUrl, type Browser } from '../../testing/browser.ts'
import { runRotateKeys } from './rotate-keys.ts'
import { start, type StartedServer } from './start.ts'

const installed = await findInstalledPostgres()
const log = pino({ level: 'silent' })
const text = () => randomBytes(32).toString('base64')

let folder: string
let provider: ScriptedProvider
let cluster: InstalledServer
let count = 0
const servers: StartedServer[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-rotate-'))
  mkdirSync(join(folder, 'pages'))
  provider = await startScriptedProvider()
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})
afterAll(async () => {
  await provider?.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function serve({ dataDir, env }: Place): Promise<StartedServer> {
  const port = await freePort('127.0.0.1', 0)
  const settings = { ...env, PORTICO_BASE_URL: testBaseUrl, PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1' }
  const pagesDir = join(folder, 'pages')
  const often = { followKeysEveryMs: 250 }
  const server = await start({ dataDir, host: '127.0.0.1', port, pagesDir, env: settings, log, ...often })
  servers.push(server)
  return server
}

async function fill(at: Place): Promise<void> {
  const store = await openStore(at)
  try {
    const file = tenantWith('acme', [providerEntry(provider.issuer, { suffixes: ['acme.example'] })])
    const tenant = await importTenant(
      { ...store, clock: Date, operator: 'test', readSecret: String },
      checkTenantFile(file),
    )
    await giveFederationKeys(store.database, store.secrets, tenant.id)
  } finally {
    await store.database.close()
  }
}

const browserOf = (server: StartedServer): Browser =>
  createBrowser(
    {
      fetch: (request) =>
        fetch(new Request(request.url.replace(testBaseUrl, server.url), request), { redirect: 'manual' }),
    },
    testBaseUrl,
  )

async function signIn(server: StartedServer): Promise<Browser> {
  const browser = browserOf(server)
  const redirectUrl = await startAt(browser, 'ada@acme.example')
  const done = await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))
  expect(landing(done)).toMatchObject({ status: 303, path: '/portal/environments' })
  return browser
}

/** The form of the environment picker: refused as CSRF when the session's token is not accepted. */
const postsForm = async (browser: Browser): Promise<boolean> => {
  const answer = await postForm(browser, '/api/portal/environments', { env_id: '00000000-0000-4000-8000-000000000000' })
  return !/CSRF/.test((answer.headers.get('location') ?? '') + (await answer.text()))
}

/** Whether the server has stopped to accept form tokens of the old key; the answer's cookies are not kept. */
async function isFollowing(server: StartedServer, { cookies }: Browser): Promise<boolean> {
  const headers = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.get('csrf') ?? '',
  }
  const { status } = await fetch(`${server.url}/api/portal/cloudsession`, { method: 'PUT', headers })
  return status === 403
}

const kids = async (server: StartedServer): Promise<string[]> => {
  const { keys } = (await (await fetch(`${server.url}/oauth2/jwks`)).json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}

/** How many sealed texts of each column can be decrypted with this one key, and how many there are. */
async function sealedWith(at: Place, key: string): Promise<Record<string, string>> {
  const [secretKey] = secretKeysOf(key)
  const { database } = await openStore(at)
  const found: Record<string, string> = {}
  try {
    for (const { table, column, key: by, more, context } of sealedColumns) {
      const { rows } = await database.owner.transaction().execute(async (tx) => {
        await sql`set local portico.backup = 'on'`.execute(tx)
        return sql<Record<string, string> & { sealed: Buffer }>`
          select ${sql.join([...more, by.name].map((name) => sql`${sql.ref(name)}::text as ${sql.id(name)}`))},
                 ${sql.ref(column)} as sealed from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(tx)
      })
      const opened = rows.filter((row) => secretKey && opensWith(secretKey, row.sealed, context(row)))
      found[`${table}.${column}`] = `${opened.length} of ${rows.length}`
    }
  } finally {
    await database.close()
  }
  return found
}

const all = (found: Record<string, string>) =>
  Object.values(found).every((text) => new Set(text.split(' of ')).size === 1)

/** Columns of bytes that contain no sealed text, and whose names do not say that they contain hashes. */
const plainColumns = [
  'provisioned_objects.sent',
  'provisioned_objects.wanted',
  'device_authorizations.user_code_mac',
  'application_icons.bytes',
  'tenant_branding.logo',
  'audit_seals.entries',
  'audit_seals.cut_mac',
  'audit_seals.previous_mac',
  'audit_seals.mac',
]

test('every column that may contain sealed text is resealed, or known to contain a hash, a code or an image', async () => {
  const at: Place = { dataDir: join(folder, 'columns'), env: {}, log }
  await serve(at)
  const { database } = await openStore(at)
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name !~ '(^|_)hash$'`.execute(database.owner)
  await database.close()
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...plainColumns].toSorted(),
  )
})

describe('secret.key', () => {
  test('is replaced under a running server: sessions, forms and sign-ins continue', async () => {
    const at: Place = { dataDir: join(folder, 'embedded'), env: {}, log }
    const file = join(at.dataDir, 'secret.key')
    const server = await serve(at)
    await fill(at)
    const before = await signIn(server)
    const pending = browserOf(server)
    const redirectUrl = await startAt(pending, 'ada@acme.example')
    const old = readFileSync(file, 'utf8').trim()
    await runRotateKeys(at, { only: 'secret', settleMs: 0 })
    const [first, next = ''] = readFileSync(file, 'utf8').trim().split('\n')
    expect(first).toBe(old)
    const found = await sealedWith(at, next)
    expect([all(found), found['sessions.provider_state'], found['federation_keys.private_key']]).toEqual([
      true,
      '1 of 1',
      '2 of 2',
    ])
    expect(await postsForm(before)).toBe(true)
    expect(landing(await comeBack(pending, redirectUrl, provider.authorize(redirectUrl)))).toMatchObject({
      path: '/portal/environments',
    })
    await signIn(server)
    await runRotateKeys(at, { finish: true })
    expect(readFileSync(file, 'utf8').trim()).toBe(next)
    expect(all(await sealedWith(at, next))).toBe(true)
    // The token of the session is one of the old key; the refusal brings the new one.
    await expect.poll(() => isFollowing(server, before), { timeout: 20_000 }).toBe(true)
    expect(await before.core.client.call(renewSession)).toMatchObject({ ok: true })
    expect(await postsForm(before)).toBe(true)
    await signIn(server)
    await signIn(await serve(at))
  })
})

describe.skipIf(installed === undefined)('with DATABASE_URL', () => {
  beforeAll(async () => {
    cluster = await startInstalledPostgres(installed ?? { major: 0, bin: '' })
    await cluster.administer(`create role portico login nosuperuser createrole password 'owns'`)
  })

  async function deployment(env: Place['env']): Promise<Place> {
    const name = `rotated${(count += 1)}`
    await cluster.administer(`create database ${name} owner portico`)
    return { dataDir: join(folder, name), env: { ...env, DATABASE_URL: cluster.url('portico', 'owns', name) }, log }
  }

  const withKeys = (at: Place, key: string, previous?: string): Place => ({
    ...at,
    env: { ...at.env, PORTICO_SECRET_KEY: key, PORTICO_SECRET_KEY_PREVIOUS: previous },
  })

  const breakConnections = (): Promise<void> =>
    cluster.administer(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico'`)

  const recovers = (server: StartedServer) =>
    expect
      .poll(
        () =>
          signIn(server).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)

  test('servers with the old key, and with both, work side by side until the key is replaced', async () => {
    const [old, next] = [text(), text()]
    const at = await deployment({})
    const before = await serve(withKeys(at, old))
    await fill(withKeys(at, old))
    const both = await serve(withKeys(at, next, old))
    for (const server of [before, both, before]) await signIn(server)
    await expect(runRotateKeys(withKeys(at, old), { only: 'secret', settleMs: 0 })).rejects.toThrow(/is the key in use/)
    const session = await signIn(before)
    await runRotateKeys(withKeys(at, next, old), { only: 'secret', settleMs: 0 })
    await breakConnections()
    await recovers(both)
    const moved = createBrowser(
      {
        fetch: (request) =>
          fetch(new Request(request.url.replace(testBaseUrl, both.url), request), { redirect: 'manual' }),
      },
      testBaseUrl,
      { session: session.cookies.get('portico-session') ?? '', csrf: session.cookies.get('csrf') ?? '' },
    )
    expect(await postsForm(moved)).toBe(true)
    await runRotateKeys(withKeys(at, next, old), { finish: true })
    await signIn(await serve(withKeys(at, next)))
    await expect(serve(withKeys(at, old))).rejects.toThrow(/does not fit this database/)
  })

  test('a rotation that is killed halfway leaves a working deployment, and continues when it is run again', async () => {
    const at = await deployment({})
    const server = await serve(at)
    await fill(at)
    await signIn(server)
    const { database } = await openStore(at)
    // Sessions are resealed after providers: a lock on their rows stops the rotation halfway.
    const killed = await database.owner.transaction().execute(async (tx) => {
      await sql`lock table sessions in share mode`.execute(tx)
      const rotating = runRotateKeys(at, { only: 'secret', settleMs: 0 }).catch((error: unknown) => error)
      const waiting = sql<{
        n: number
      }>`select count(*)::int as n from pg_locks where not granted and relation = 'sessions'::regclass`
      await expect.poll(async () => (await waiting.execute(database.owner)).rows[0]?.n, { timeout: 20_000 }).toBe(1)
      await cluster.administer(
        `select pg_terminate_backend(pid) from pg_locks where not granted and relation is not null`,
      )
      return { error: await rotating }
    })
    await database.close()
    expect(killed.error).toBeInstanceOf(Error)
    const held = readFileSync(join(at.dataDir, 'secret.key'), 'utf8').trim().split('\n')
    expect(held).toHaveLength(2)
    const half = await sealedWith(at, held[1] ?? '')
    expect([half['identity_providers.secrets'], half['sessions.provider_state']]).toEqual(['1 of 1', '0 of 1'])
    await recovers(server)
    await signIn(await serve(at))
    await expect(runRotateKeys(at, { finish: true })).rejects.toThrow(/interrupted/)
    await runRotateKeys(at, { only: 'secret', settleMs: 0 })
    expect(readFileSync(join(at.dataDir, 'secret.key'), 'utf8').trim().split('\n')).toEqual(held)
    expect(all(await sealedWith(at, held[1] ?? ''))).toBe(true)
  })

  test('a running server publishes a new signing key, signs with it later, and withdraws the old one', async () => {
    const at = await deployment({})
    const server = await serve(at)
    const [old = ''] = await kids(server)
    await runRotateKeys(at, { only: 'signing' })
    await expect.poll(async () => (await kids(server)).length, { timeout: 20_000 }).toBe(2)
    const [signing, next = ''] = await kids(server)
    expect(signing).toBe(old)
    const { database } = await openStore(at)
    const later = (ago: string) =>
      sql`update signing_keys set signs_from = now() - ${ago}::interval where kid = ${next}`.execute(database.owner)
    await sql`update signing_keys set signs_from = now() - interval '1 day' where kid = ${old}`.execute(database.owner)
    await later('1 minute')
    await expect.poll(() => kids(server), { timeout: 20_000 }).toEqual([next, old])
    await later('31 minutes')
    await expect.poll(() => kids(server), { timeout: 20_000 }).toEqual([next])
    await runRotateKeys(at, { only: 'signing', now: true })
    await expect.poll(async () => (await kids(server)).includes(next), { timeout: 20_000 }).toBe(false)
    expect(await kids(server)).toHaveLength(1)
    await database.close()
  })
})
