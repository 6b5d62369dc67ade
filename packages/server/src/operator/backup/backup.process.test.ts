import { execFile } from 'node:child_process'
import { createHash, randomBytes, type KeyObject } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { runBackup } from '../commands/backup.ts'
import { runRestore } from '../commands/restore.ts'
import { start, type StartedServer } from '../commands/start.ts'
import {
  findInstalledPostgres,
  startInstalledPostgres,
  type InstalledServer,
} from '../../kit/database/testing/installed-server.ts'
import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { freePort } from '../demo/free-port.ts'
import { openStore, type Place } from '../../app/open.ts'
import { makePng } from '../../testing/make-png.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, landing, providerEntry, startAt, tenantWith } from '../../testing/sign-in-run.ts'
import { rsaKeys, signAssertion } from '../../testing/assertions.ts'
import { createBrowser, testBaseUrl } from '../../testing/browser.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'
import { importTenant } from '../tenant-import/import.ts'

const run = promisify(execFile)
const installed = await findInstalledPostgres()
const log = pino({ level: 'silent' })

let folder: string
let provider: ScriptedProvider
let count = 0
const clusters: InstalledServer[] = []
const servers: StartedServer[] = []
const robotKey = rsaKeys()
const billingIcon = makePng(64, 64)

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-backup-'))
  mkdirSync(join(folder, 'pages'))
  provider = await startScriptedProvider()
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})
afterAll(async () => {
  await provider?.stop()
  await Promise.all(clusters.map((cluster) => cluster.stop()))
  rmSync(folder, { recursive: true, force: true })
})

const place = (name: string, env: Place['env']): Place => ({ dataDir: join(folder, name), env, log })
const fresh = (): string => `place${(count += 1)}`

async function serve({ dataDir, env }: Place): Promise<StartedServer> {
  const port = await freePort('127.0.0.1', 0)
  const settings = { ...env, PORTICO_BASE_URL: testBaseUrl, PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1' }
  const server = await start({ dataDir, host: '127.0.0.1', port, pagesDir: join(folder, 'pages'), env: settings, log })
  servers.push(server)
  return server
}

/** A tenant with a provider and a service account; returns the account's id. */
async function fill(at: Place, slug = 'acme'): Promise<string> {
  const store = await openStore(at)
  try {
    const described = tenantWith(slug, [providerEntry(provider.issuer, { suffixes: [`${slug}.example`] })])
    const [billing, ...others] = described['applications'] as object[]
    const file = {
      ...described,
      applications: [{ ...billing, icon: billingIcon }, ...others],
      serviceAccounts: [
        { environment: 'production', name: 'robot', key1: robotKey.publicPem, applications: ['billing:clerk'] },
      ],
    }
    const tenant = await importTenant(
      { ...store, clock: Date, operator: 'test', readSecret: String },
      checkTenantFile(file),
    )
    await tenantScope(store.database, tenant.id).transaction(({ db, tenantId }) =>
      sql`insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, active, resource)
          select ${tenantId}, gen_random_uuid(), id, 'bob', 'bob', true, '{}' from identity_providers`.execute(db),
    )
    return tenant.serviceAccountIds.get('robot') ?? [...tenant.serviceAccountIds.values()][0] ?? ''
  } finally {
    await store.database.close()
  }
}

async function withDatabase<Result>(at: Place, work: (database: Database) => Promise<Result>): Promise<Result> {
  const { database } = await openStore(at)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function signIn(server: StartedServer): Promise<{ status: number; path: string }> {
  const browser = createBrowser(
    {
      fetch: (request) =>
        fetch(new Request(request.url.replace(testBaseUrl, server.url), request), { redirect: 'manual' }),
    },
    testBaseUrl,
  )
  const redirectUrl = await startAt(browser, 'ada@acme.example')
  const { status, path } = landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl)))
  return { status, path }
}

function askForToken(
  server: StartedServer,
  robot: string,
  { key = robotKey.privateKey, ...more }: { key?: KeyObject; resource?: string } = {},
): Promise<Response> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signAssertion(key, robot),
    ...more,
  })
  return fetch(`${server.url}/oauth2/token`, { method: 'POST', body: form })
}

async function tokenStatus(server: StartedServer, robot: string, key?: KeyObject): Promise<number> {
  const resource = 'urn:portico:acme:application:billing'
  const answer = await askForToken(server, robot, { resource, ...(key && { key }) })
  await answer.arrayBuffer()
  return answer.status
}

/** The icon of Billing, as the server answers it. */
async function iconOf(server: StartedServer, robot: string): Promise<Buffer> {
  const { access_token: token } = (await (await askForToken(server, robot)).json()) as { access_token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const hash = createHash('sha256').update(billingIcon).digest('hex')
  const icon = await fetch(`${server.url}/api/portal/launcher/icons/${hash}`, { headers })
  return Buffer.from(await icon.arrayBuffer())
}

const works = { status: 303, path: '/portal/environments' }

async function expectWorking(server: StartedServer, robot: string): Promise<void> {
  expect(await signIn(server)).toEqual(works)
  expect(await tokenStatus(server, robot)).toBe(200)
  expect((await iconOf(server, robot)).equals(billingIcon)).toBe(true)
}

describe('the embedded database', () => {
  test('is backed up while a server runs, and restored to another directory', async () => {
    const from = place(fresh(), {})
    const server = await serve(from)
    const robot = await fill(from)
    await expectWorking(server, robot)
    const file = join(folder, 'embedded.backup')
    await expect.poll(() => existsSync(join(from.dataDir, 'audit.key')), { timeout: 30_000 }).toBe(true)
    const { lines } = await runBackup(from, file)
    expect(lines.at(-2)).toContain(join(from.dataDir, 'secret.key'))
    expect(lines.at(-1)).toContain(join(from.dataDir, 'audit.key'))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const to = place(fresh(), {})
    mkdirSync(to.dataDir)
    await expect(runRestore(to, file)).rejects.toThrow(/needs the secret key with the id/)
    copyFileSync(join(from.dataDir, 'secret.key'), join(to.dataDir, 'secret.key'))
    await runRestore(to, file)
    await expectWorking(await serve(to), robot)
    await expect(runRestore(to, file)).rejects.toThrow(/holds tenants/)
  })

  test('sends people to no application after it was restored, until an administrator switches it on', async () => {
    const from = place(fresh(), {})
    await (await serve(from)).stop()
    servers.pop()
    await fill(from)
    await withDatabase(from, (database) =>
      sql`
        insert into provisioning_connections
               (tenant_id, id, environment_id, application_id, url, bearer_token, send_groups, removal, enabled)
        select tenant_id, gen_random_uuid(), environment_id, application_id, 'https://billing.example/scim', 'sealed', true,
               'deactivate', true
          from environment_applications where application_id <> 'portal' limit 1`.execute(database.owner),
    )
    const file = join(folder, 'provisioning.backup')
    await runBackup(from, file)
    const to = place(fresh(), {})
    mkdirSync(to.dataDir)
    copyFileSync(join(from.dataDir, 'secret.key'), join(to.dataDir, 'secret.key'))
    const { lines } = await runRestore(to, file)
    expect(lines.join('\n')).toContain('paused sending people to 1 application:')
    const read = (database: Database) =>
      sql`select enabled, paused_reason, version from provisioning_connections`.execute(database.owner)
    expect((await withDatabase(to, read)).rows).toEqual([{ enabled: false, paused_reason: 'restored', version: 2 }])
    expect((await withDatabase(from, read)).rows).toEqual([{ enabled: true, paused_reason: null, version: 1 }])
  })
})

describe.skipIf(installed === undefined)('a database of DATABASE_URL', () => {
  let first: InstalledServer
  let second: InstalledServer

  beforeAll(async () => {
    for (let index = 0; index < 2; index += 1) {
      const cluster = await startInstalledPostgres(installed ?? { major: 0, bin: '' })
      clusters.push(cluster)
      await cluster.administer(`create role portico login nosuperuser createrole password 'owns'`)
    }
    ;[first, second] = clusters as [InstalledServer, InstalledServer]
  })

  async function deployment(cluster: InstalledServer, key: string): Promise<Place & { url: string; name: string }> {
    const name = `db${(count += 1)}`
    await cluster.administer(`create database ${name} owner portico`)
    const url = cluster.url('portico', 'owns', name)
    return { ...place(fresh(), { DATABASE_URL: url, PORTICO_SECRET_KEY: key }), url, name }
  }

  const text = () => randomBytes(32).toString('base64')

  async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<T>(sql)).rows
    } finally {
      await client.end()
    }
  }

  const asSuperuser = (cluster: InstalledServer, name: string): string => cluster.url('postgres', 'top', name)

  /** Every row of every table, as the superuser sees it; without the id of the database and the record of backups. */
  async function everything(url: string): Promise<Record<string, string>> {
    const tables = await query<{ name: string }>(
      url,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not like 'kysely%' and relname not in ('database_identity', 'backup_keys') order by 1`,
    )
    const content: Record<string, string> = {}
    for (const { name } of tables) {
      const rows = await query<{ text: string }>(url, `select t::text as text from "${name}" t order by 1`)
      content[name] = rows.map((row) => row.text).join('\n')
    }
    return content
  }

  test('is restored on another cluster, row for row: people sign in and programs get tokens', async () => {
    const from = await deployment(first, text())
    const server = await serve(from)
    const robot = await fill(from)
    await fill(from, 'globex')
    await expectWorking(server, robot)
    // It goes on sealing the audit log.
    await server.stop()
    servers.pop()
    const before = await everything(asSuperuser(first, from.name))
    const file = join(folder, 'drill.backup')
    const { lines } = await runBackup(from, file)
    expect(await everything(asSuperuser(first, from.name))).toEqual(before)
    const rows = Object.values(before).flatMap((content) => (content === '' ? [] : content.split('\n(')))
    expect(lines.find((line) => line.startsWith('wrote'))).toContain(`${rows.length + 1} rows of`)
    const to = await deployment(second, from.env['PORTICO_SECRET_KEY'] ?? '')
    await runRestore(to, file, { keepSessions: true })
    const { audit = '', ...after } = await everything(asSuperuser(second, to.name))
    const { audit: auditBefore = '', ...others } = before
    expect(after).toEqual(others)
    const added = audit.split('\n').filter((row) => !auditBefore.split('\n').includes(row))
    expect(added.map((row) => row.includes('tenant.restore'))).toEqual([true, true])
    const unforced = await query(
      asSuperuser(second, to.name),
      `select relname from pg_class c where relkind = 'r' and exists (select from pg_policy where polrelid = c.oid)
        and not (relrowsecurity and relforcerowsecurity)`,
    )
    expect(unforced).toEqual([])
    await expectWorking(await serve(to), robot)
  })

  test('is read in one snapshot, with no lock above ACCESS SHARE', async () => {
    const from = await deployment(first, text())
    await serve(from)
    await fill(from)
    // A locked table stops the backup there, so that the test can look at its locks.
    const holder = new pg.Client({ connectionString: from.url })
    await holder.connect()
    await holder.query('begin; lock table environments in access exclusive mode')
    const file = join(folder, 'snapshot.backup')
    const backup = runBackup(from, file)
    const watcher = asSuperuser(first, from.name)
    const waiting = () =>
      query<{ mode: string }>(
        watcher,
        `select distinct mode from pg_locks l join pg_stat_activity a using (pid)
          where application_name = 'portico backup' and locktype = 'relation'
            and exists (select from pg_locks w where w.pid = l.pid and not w.granted)`,
      )
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ mode: 'AccessShareLock' }])
    // Formats are read after environments: without a snapshot the backup would contain this row.
    await query(
      watcher,
      `insert into username_formats (tenant_id, id, identity_provider_id, type, value)
       select tenant_id, gen_random_uuid(), id, 'suffix', 'late.example' from identity_providers`,
    )
    await holder.query('rollback')
    await holder.end()
    const { lines } = await backup
    expect(lines.find((line) => line.endsWith('  username_formats'))?.trim()).toBe('1  username_formats')
  })

  test('a truncated or changed file is rejected before anything is changed', async () => {
    const from = await deployment(first, text())
    await serve(from)
    await fill(from)
    const file = join(folder, 'whole.backup')
    await runBackup(from, file)
    const whole = readFileSync(file)
    const { gunzipSync, gzipSync } = await import('node:zlib')
    const plain = gunzipSync(whole)
    const changed = Buffer.from(plain)
    changed.write('Acme', plain.indexOf('acme'), 'latin1')
    const to = await deployment(second, from.env['PORTICO_SECRET_KEY'] ?? '')
    const broken = Buffer.from(whole)
    const middle = Math.floor(whole.length / 2)
    broken.fill(0x55, middle, middle + 64)
    const [other, cut, damagedText] = [
      'The file is not a backup of Portico.',
      'is cut off',
      'is damaged, or was changed',
    ]
    const damaged = {
      cut: [whole.subarray(0, whole.length - 20), cut],
      half: [whole.subarray(0, whole.length / 2), cut],
      beginning: [whole.subarray(0, 12), cut],
      empty: [Buffer.alloc(0), cut],
      text: [Buffer.from('not a backup'), other],
      'another gzip file': [gzipSync('a letter that begins with something else'), other],
      'a short gzip file': [gzipSync('abc'), other],
      broken: [broken, damagedText],
      changed: [gzipSync(changed), damagedText],
      'without an end': [gzipSync(plain.subarray(0, plain.length - 37)), cut],
      longer: [gzipSync(Buffer.concat([plain, plain])), 'goes on after its end'],
    } as const
    for (const [name, [content, sentence]] of Object.entries(damaged)) {
      const path = join(folder, `${name}.broken`)
      writeFileSync(path, content)
      await expect(runRestore(to, path), name).rejects.toThrow(sentence)
    }
    expect(await query(to.url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  })

  test('a restore that fails leaves an empty database', async () => {
    const from = await deployment(first, text())
    await serve(from)
    await fill(from)
    const file = join(folder, 'fails.backup')
    await runBackup(from, file)
    const to = await deployment(second, from.env['PORTICO_SECRET_KEY'] ?? '')
    // A trigger of the cluster's administrator that drops a row: the counts differ.
    await query(
      asSuperuser(second, to.name),
      `create function lose() returns event_trigger language plpgsql as $$ begin
         if to_regclass('public.username_formats') is not null and to_regproc('public.lose_row') is null then
           create function public.lose_row() returns trigger language plpgsql as 'begin return null; end';
           create trigger lose_row before insert on public.username_formats for each row execute function public.lose_row();
         end if; end $$;
       create event trigger lose on ddl_command_end when tag in ('CREATE TABLE') execute function lose()`,
    )
    await expect(runRestore(to, file)).rejects.toThrow(
      /username_formats has 0 rows after the restore; the backup has 1/,
    )
    expect(await query(to.url, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  })

  test('a backup is refused if its reader cannot see all rows', async () => {
    const from = await deployment(first, text())
    await serve(from)
    await fill(from)
    await query(asSuperuser(first, from.name), 'drop policy backup_door on users')
    const file = join(folder, 'hidden.backup')
    await expect(runBackup(from, file)).rejects.toThrow(/cannot read all of users/)
    expect(existsSync(file)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
  })

  test('the server cannot use the policies of backup and restore', async () => {
    const from = await deployment(first, text())
    await serve(from)
    await fill(from)
    const { database } = await openStore(from)
    try {
      const { sql } = await import('kysely')
      const seen = await database.app.transaction().execute(async (tx) => {
        await sql`select set_config('portico.backup', 'on', true), set_config('portico.restore', 'on', true)`.execute(
          tx,
        )
        return (await sql<{ n: number }>`select count(*)::int as n from users`.execute(tx)).rows[0]?.n
      })
      expect(seen).toBe(0)
    } finally {
      await database.close()
    }
  })

  test('a restore replaces the schema of a server that was started and has no tenants', async () => {
    const from = await deployment(first, text())
    await serve(from)
    const robot = await fill(from)
    const file = join(folder, 'started.backup')
    await runBackup(from, file)
    const to = await deployment(second, from.env['PORTICO_SECRET_KEY'] ?? '')
    await (await serve(to)).stop()
    servers.pop()
    await runRestore(to, file)
    await expectWorking(await serve(to), robot)
  })

  test('the commands of docs/guides/operating.md for pg_dump and pg_restore work verbatim', async () => {
    const guide = readFileSync(new URL('../../../../../docs/guides/operating.md', import.meta.url), 'utf8')
    const section = guide.slice(guide.indexOf('### With pg_dump'))
    const [dump = '', restore = '', pause = ''] = [...section.matchAll(/((?:^ {4}.*\n)+)/gm)].map(
      (match) => match[1] ?? '',
    )
    expect([dump, restore, pause].every((text) => text.length > 20)).toBe(true)
    const from = await deployment(first, text())
    await serve(from)
    const robot = await fill(from)
    await query(
      asSuperuser(first, from.name),
      `insert into provisioning_connections
              (tenant_id, id, environment_id, application_id, url, bearer_token, send_groups, removal, enabled)
       select tenant_id, gen_random_uuid(), environment_id, application_id, 'https://billing.example', 'sealed', true, 'delete', false
         from environment_applications limit 1`,
    )
    const before = await everything(asSuperuser(first, from.name))
    await second.administer(`create database ${from.name} owner portico`)
    const to = { ...place(fresh(), { ...from.env, DATABASE_URL: second.url('portico', 'owns', from.name) }) }
    const cwd = mkdtempSync(join(folder, 'dump-'))
    const sh = (script: string, url: string) =>
      run('sh', ['-ec', script.replace(/^ {4}/gm, '')], {
        cwd,
        env: { PATH: `${installed?.bin}:${process.env['PATH']}`, DATABASE_URL: url, LC_ALL: 'C' },
      })
    await sh(dump, from.url)
    await sh(restore, to.env['DATABASE_URL'] ?? '')
    expect(await everything(asSuperuser(second, from.name))).toEqual(before)
    await sh(pause, to.env['DATABASE_URL'] ?? '')
    expect(await query(asSuperuser(second, from.name), 'select paused_reason from provisioning_connections')).toEqual([
      { paused_reason: 'restored' },
    ])
    await expectWorking(await serve(to), robot)
  })
})
