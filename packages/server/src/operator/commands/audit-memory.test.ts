import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import type { Logger } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { silentLog } from '../../kit/database/testing/silent-log.ts'
import { freePort } from '../demo/free-port.ts'
import { openStore, type OpenedStore, type Place } from '../../app/open.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'
import { findTenantBySlug } from '../../tenant/tenants/queries.ts'
import { smallTenant } from '../../testing/small-tenants.ts'
import { runAuditAccept, runAuditVerify } from './audit.ts'
import { runDoctor } from './doctor.ts'
import { start, type StartedServer } from './start.ts'
import { importFile } from './tenant.ts'

const log = silentLog as unknown as Logger
let folder = ''
const servers: StartedServer[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-audit-memory-'))
  mkdirSync(join(folder, 'pages'))
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const placeOf = (name: string, more: Partial<Place> = {}): Place => ({
  dataDir: join(folder, name),
  env: {},
  log,
  ...more,
})

async function serve(place: Place): Promise<StartedServer> {
  const port = await freePort('127.0.0.1', 0)
  const pagesDir = join(folder, 'pages')
  const server = await start({ ...place, pagesDir, host: '127.0.0.1', port, sealEveryMs: 50 })
  servers.push(server)
  return server
}

async function withStore<T>(place: Place, work: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openStore(place)
  try {
    return await work(store)
  } finally {
    await store.database.close()
  }
}

const asOwner = (place: Place, ...statements: readonly ReturnType<typeof sql>[]) =>
  withStore(place, async ({ database }) => {
    for (const statement of statements) await statement.execute(database.owner)
  })

const inTenant = <T>(place: Place, work: (tx: TenantTransaction) => Promise<T>, slug = 'acme') =>
  withStore(place, async ({ database }) =>
    tenantScope(database, (await findTenantBySlug(database, slug))?.id ?? '').transaction(work),
  )

const write = (place: Place, action: string) =>
  inTenant(place, (tx) =>
    recordAudit(
      tx,
      { actor: { kind: 'system', name: 'Portico' }, requestId: 'r', nowMs: Date.now() },
      { action, target: { kind: 'tenant' }, before: { allowProsAccess: false }, after: { allowProsAccess: true } },
    ),
  )

/** A server with one row of the import and one of each action, each under its own seal. */
async function served(name: string, actions: readonly string[]): Promise<{ place: Place; server: StartedServer }> {
  const place = placeOf(name)
  const server = await serve(place)
  await withStore(place, (store) => importFile(store, place, checkTenantFile(smallTenant('acme'))))
  await sealed(place, 1)
  for (const [at, action] of actions.entries()) {
    await write(place, action)
    await sealed(place, at + 2)
  }
  return { place, server }
}

const verified = async (place: Place) => (await runAuditVerify(place, 'acme')).findings.map(({ kind }) => kind)
const countSeals = (place: Place) =>
  inTenant(place, async ({ db }) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_seals`.execute(db)
    return rows[0]?.n
  })
const sealed = (place: Place, seals: number) => expect.poll(() => countSeals(place), { timeout: 60_000 }).toBe(seals)

const names = ['a', 'b', 'support-access.update', 'support.enter', 'c'] as const
const cutAfterThree = [
  sql`delete from audit_seals where seq > 3`,
  sql`update audit set after = '{"allowProsAccess": false}' where action = 'support-access.update'`,
  sql`delete from audit where action = 'support.enter'`,
]

it('an owner of the database who removes seals and changes rows is found, and the server does not seal what they left', async () => {
  const { place } = await served('doctored', names)
  expect(await verified(place)).toEqual([])
  await asOwner(place, ...cutAfterThree)
  expect(await verified(place)).toEqual(['memory-cut'])
  await write(place, 'session.begin')
  // Long after the next turns of the sealer: one for each of these.
  for (let at = 0; at < 5; at += 1) expect(await verified(place)).toEqual(['memory-cut'])
  expect(await countSeals(place)).toBe(3)
  const doctor = await runDoctor({ ...place, pagesDir: join(folder, 'pages') })
  expect(doctor.find(({ check }) => check === 'audit memory')).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/^acme: The audit log ends before seal 6 /) as string,
  })

  // All seals are gone.
  await asOwner(place, sql`delete from audit_seals`)
  expect(await verified(place)).toEqual(['memory-cut'])
  expect(await runAuditAccept(place, undefined, 'Looked into it.')).toEqual([
    expect.stringMatching(
      /^acme: sealed \d rows; this server now remembers seal \d\. The audit log ends before seal 6 /,
    ),
  ])
  expect(await verified(place)).toEqual([])
}, 120_000)

it('a server without its memory does not seal until an operator accepts the log', async () => {
  const { place, server } = await served('lost', ['a'])
  await server.stop()
  servers.pop()
  const file = join(place.dataDir, 'audit.memory')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rmSync(file)
  const errors: string[] = []
  const listening = { ...silentLog, error: (text: unknown) => void errors.push(String(text)) }
  const heard = { ...place, log: { ...listening, child: () => listening } as unknown as Logger }
  await serve(heard)
  await expect
    .poll(() => errors.join(), { timeout: 20_000 })
    .toContain(`${file} is missing. Copy the file from another`)
  const doctor = await runDoctor({ ...place, pagesDir: join(folder, 'pages') })
  expect(doctor.find(({ check }) => check === 'audit memory')).toMatchObject({
    state: 'failed',
    detail: expect.stringMatching(/is missing\..* run portico-server audit accept\..* does not seal/) as string,
  })
  await write(place, 'b')
  expect((await runAuditVerify(place, 'acme')).lines.join()).toContain('This server does not remember the audit log')
  await expect(runAuditAccept(place, 'acme', 'x')).rejects.toThrow('Accept the logs of all tenants')
  const before = Date.now()
  await runAuditAccept(place, undefined, 'The disk was replaced.')
  await write(place, 'c')
  await expect.poll(async () => (await runAuditVerify(place, 'acme')).lines.join()).not.toContain('not sealed yet')
  const { lines, findings } = await runAuditVerify(place, 'acme')
  expect(findings).toEqual([])
  const [, since = ''] = /without a gap since (\S+)\./.exec(lines.join()) ?? []
  expect(Date.parse(since)).toBeGreaterThanOrEqual(before - 1000)
  const { rows } = await inTenant(place, ({ db }) =>
    sql<{ reason: string; who: string }>`
      select after->>'reason' as reason, actor_kind as who from audit where action = 'audit.accept'`.execute(db),
  )
  expect(rows).toEqual([{ reason: 'The disk was replaced.', who: 'operator' }])
}, 120_000)
