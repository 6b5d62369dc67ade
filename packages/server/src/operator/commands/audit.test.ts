import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import type { Logger } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { readHead } from '../../kit/audit-trail/head.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { freePort } from '../demo/free-port.ts'
import { openStore, type Place } from '../../app/open.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'
import { findTenantBySlug } from '../../tenant/tenants/queries.ts'
import { smallTenant } from '../../testing/small-tenants.ts'
import { runAuditRotateKey, runAuditVerify } from './audit.ts'
import { runBackup } from './backup.ts'
import { runDoctor } from './doctor.ts'
import { runRestore } from './restore.ts'
import { start, type StartedServer } from './start.ts'
import { importFile } from './tenant.ts'

const log = silentLog as unknown as Logger
let folder = ''
const servers: StartedServer[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-audit-'))
  mkdirSync(join(folder, 'pages'))
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const placeOf = (name: string): Place => ({ dataDir: join(folder, name), env: {}, log })

async function serve({ dataDir, env }: Place): Promise<void> {
  const port = await freePort('127.0.0.1', 0)
  const pagesDir = join(folder, 'pages')
  servers.push(await start({ dataDir, env, log, pagesDir, host: '127.0.0.1', port, sealEveryMs: 50 }))
}

/** Creates or updates the tenant, which writes an audit row. */
async function change(place: Place): Promise<void> {
  const store = await openStore(place)
  try {
    await importFile(store, place, checkTenantFile(smallTenant('acme')))
  } finally {
    await store.database.close()
  }
}

async function inTenant<T>(place: Place, work: (of: Parameters<typeof readHead>[0]) => Promise<T>): Promise<T> {
  const { database } = await openStore(place)
  try {
    return await tenantScope(database, (await findTenantBySlug(database, 'acme'))?.id ?? '').transaction(work)
  } finally {
    await database.close()
  }
}

async function headOf(place: Place): Promise<string> {
  const { auditKeys, database } = await openStore(place)
  await database.close()
  const [key, ...earlier] = auditKeys.all()
  if (key === undefined) throw new Error('The server made no key.')
  const file = join(folder, 'head.json')
  writeFileSync(file, JSON.stringify(await inTenant(place, (tx) => readHead(tx, [key, ...earlier]))))
  return file
}

const sealed = (place: Place) =>
  expect.poll(async () => (await runAuditVerify(place, 'acme')).lines.join('\n'), { timeout: 60_000 })

it('a log verifies on the host, with a new key, and after a restore into a database whose counters start again', async () => {
  const from = placeOf('from')
  await serve(from)
  await change(from)
  await sealed(from).toMatch(/^1 row under 1 seal as when they were sealed\./)
  const head = await headOf(from)
  expect((await runAuditVerify(from, 'acme', head)).findings).toEqual([])

  expect(await runAuditRotateKey(from)).toMatch(/^audit key \w{16} replaced by \w{16}\./)
  await change(from)
  await sealed(from).toMatch(/^2 rows under 2 seals /)
  expect((await runAuditVerify(from, 'acme', head)).findings).toEqual([])

  const damaged = join(folder, 'damaged.json')
  writeFileSync(damaged, '{')
  await expect(runAuditVerify(from, 'acme', damaged)).rejects.toThrow(`${damaged} is not a head of the audit log.`)

  const file = join(folder, 'audit.backup')
  await runBackup(from, file)
  const to = placeOf('to')
  mkdirSync(to.dataDir)
  for (const name of ['secret.key', 'audit.key']) copyFileSync(join(from.dataDir, name), join(to.dataDir, name))
  // The act is recorded and sealed: its row, and the mark of it.
  expect(await runRestore(to, file)).toMatchObject({
    lines: expect.arrayContaining([expect.stringMatching(/^audit log: acme: sealed \d rows; this server/)]),
    warning: undefined,
  })
  // Without the key the log cannot be accepted, which a script has to notice.
  const keyless = placeOf('keyless')
  mkdirSync(keyless.dataDir)
  copyFileSync(join(from.dataDir, 'secret.key'), join(keyless.dataDir, 'secret.key'))
  expect((await runRestore(keyless, file)).warning).toMatch(
    /^The restored audit log was not accepted\. .* Then run portico-server audit accept /,
  )
  expect((await runAuditVerify(to, 'acme', head)).findings).toEqual([])
  await serve(to)
  await change(to)
  // One row says that the tenant was restored, one that its log was accepted.
  await sealed(to).toMatch(/^5 rows under [456] seals /)

  const { database } = await openStore(to)
  await sql`update audit set actor_name = 'x' where action = 'tenant.import'`.execute(database.owner)
  await database.close()
  const { lines, findings } = await runAuditVerify(to, 'acme', head)
  expect(findings.map(({ kind }) => kind)).toEqual(['row-edited', 'row-edited', 'row-edited'])
  expect(lines[0]).toMatch(/^row-edited\tRow .* was changed after it was sealed \(seal 1\)\.$/)
}, 120_000)

it('doctor names an audit key that others can read', async () => {
  const place = placeOf('open')
  await serve(place)
  await change(place)
  await sealed(place).toMatch(/^1 row /)
  const pagesDir = join(folder, 'pages')
  const found = async () => (await runDoctor({ ...place, pagesDir })).find(({ check }) => check === 'audit key')
  const file = join(place.dataDir, 'audit.key')
  expect(await found()).toMatchObject({ state: 'ok' })
  chmodSync(file, 0o644)
  expect(await found()).toMatchObject({ state: 'failed', detail: `others can read ${file}; run chmod 600 on it` })
}, 120_000)
