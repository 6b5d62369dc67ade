import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getDoctorFacts, listNotices } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createApp } from '../../app/app.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import type { Deps } from '../http/deps.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { secretKeyOf } from '../secrets/secret-key.ts'
import { sweep } from '../../app/sweep.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createBrowser,
  createTestServer,
  signedIn,
  smallTenant,
  testBaseUrl,
  type TestServer,
} from '../../testing/test-server.ts'
import { acceptLog } from './accept.ts'
import { createAuditAlarms } from './alarms.ts'
import { readHead } from './head.ts'
import { fixedAuditKeys } from './keys.ts'
import { auditMemoryOf, openAuditMemory, type AuditMemory } from './memory.ts'
import { recordAudit } from './record.ts'
import { sealAll, startSealing } from './sealing.ts'
import { verifyPart } from './verify.ts'

const key = secretKeyOf(randomBytes(32))
const by = { actor: { kind: 'system', name: 'Portico' }, requestId: 'r', nowMs: Date.now() } as const
let server: TestServer
let acme: ImportedTenant
let folder = ''
let count = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())

/** A machine of the deployment with its own data directory. */
function machine(name: string, { memory = auditMemoryOf(join(folder, name)), keys = [key] } = {}) {
  const alarms = createAuditAlarms()
  const said: string[] = []
  // Tenants of the tests before are in the database too.
  const error = ({ tenantId }: { tenantId: string }, text: string) => void (tenantId === acme.id && said.push(text))
  const log = { error, warn: () => {}, info: () => {} } as unknown as Deps['log']
  const auditKeys = fixedAuditKeys(keys)
  const parts = { ...server.deps, log, auditKeys, auditMemory: memory, auditAlarms: alarms }
  return {
    memory,
    parts,
    said,
    async seal() {
      await sealSettled(parts, keys[0])
      return alarms.of(acme.id)?.found.kind
    },
    verify: () => kindsOf({ memory, keys }),
  }
}

/** Seals all tenants, once no transaction elsewhere in the cluster keeps a row from being sealed. */
async function sealSettled(parts: Parameters<typeof sealAll>[0], by = key): Promise<void> {
  await expect.poll(isSettled, { timeout: 60_000, interval: 20 }).toBe(true)
  await sealAll(parts, by)
}

async function kindsOf({ memory, keys = [key] }: { memory?: AuditMemory; keys?: (typeof key)[] }): Promise<string[]> {
  const remembered = memory?.read()?.get(acme.id)
  const { findings } = await scope().transaction((tx) => verifyPart(tx, keys, { from: undefined, remembered }))
  return findings.map(({ kind }) => kind)
}
async function isSettled(): Promise<boolean | undefined> {
  const { rows } = await sql<{ settled: boolean }>`
    select coalesce(max(position), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + portico_audit_base() as settled
      from audit where tenant_id = ${acme.id}`.execute(server.database.owner)
  return rows[0]?.settled
}

const scope = () => tenantScope(server.database, acme.id)
const write = (action: string) => scope().transaction((tx) => recordAudit(tx, by, { action, target: { kind: 'test' } }))
const tamper = async (...statements: ReturnType<typeof sql>[]) => {
  for (const statement of statements) await statement.execute(server.database.owner)
}
const accept = ({ memory }: { memory: AuditMemory }) =>
  acceptLog({ database: server.database, memory, keys: [key], reason: 'test', by }, acme.id)
const own = () => sql`tenant_id = ${acme.id}`
const seals = async () =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from audit_seals where ${own()}`.execute(server.database.owner))
      .rows[0]?.n,
  )
const rowsThere = async () =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from audit where ${own()}`.execute(server.database.owner)).rows[0]
      ?.n,
  )

let first: ReturnType<typeof machine>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-memory-'))
  acme = await server.importTenant(smallTenant(`memory${(count += 1)}`))
  first = machine('first')
  for (const action of ['a', 'b', 'c', 'd']) {
    await write(action)
    await first.seal()
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const cut = () => [
  sql`delete from audit_seals where ${own()} and seq > 2`,
  sql`update audit set actor_name = 'x' where ${own()} and action = 'c'`,
]

describe('the owner of the database', () => {
  it.each<[string, () => ReturnType<typeof sql>[], string]>([
    ['cuts the end and edits rows', cut, 'memory-cut'],
    ['removes all seals', () => [sql`delete from audit_seals where ${own()}`], 'memory-cut'],
    [
      'removes everything',
      () => [sql`delete from audit_seals where ${own()}`, sql`delete from audit where ${own()}`],
      'memory-cut',
    ],
    [
      'puts an older seal in the place of the last one',
      () => [
        sql`delete from audit_seals where ${own()} and seq = 4`,
        sql`insert into audit_seals select tenant_id, 4, sealed_at, row_count, last_position, last_id, last_at, entries, cut_seq,
              cut_mac, key_id, previous_mac, mac from audit_seals where ${own()} and seq = 3`,
      ],
      'memory-replaced',
    ],
    [
      'moves the end of the last seal past rows that are not sealed',
      () => [sql`update audit_seals set last_position = last_position + 1000000 where ${own()} and seq = 4`],
      'seal-edited',
    ],
    [
      'has rows sealed that are older than those before them',
      () => [
        sql`insert into audit (tenant_id, id, at, actor_kind, actor_name, action, target_kind, request_id)
            values (${acme.id}, gen_random_uuid(), now() - interval '3 months', 'system', 'x', 'forged', 'x', 'x')`,
      ],
      'row-backdated',
    ],
  ])('%s: the server adds no seal, and says so', async (_, statements, found) => {
    await tamper(...statements())
    const before = await seals()
    await write('e')
    expect(await first.seal()).toBe(found)
    expect(await first.seal()).toBe(found)
    expect(await seals()).toBe(before)
    expect(first.said).toHaveLength(1)
    expect(first.said[0]).toContain('New rows of this tenant are not sealed. Run portico-server audit verify')
    if (found.startsWith('memory')) expect(await first.verify()).toContain(found)
  })

  it('creates a tenant again with the same id', async () => {
    // The wall holds for an owner who is not a superuser too, until the owner takes it down.
    await tamper(sql`alter table tenants no force row level security`, sql`delete from tenants where ${own()}`)
    await first.seal()
    expect(first.parts.auditAlarms.of(acme.id)?.found.kind).toBe('tenant-gone')
    await tamper(
      sql`insert into tenants (tenant_id, slug, name) values (${acme.id}, ${`memory${count}`}, 'again')`,
      sql`alter table tenants force row level security`,
    )
    await write('e')
    expect(await first.seal()).toBe('memory-cut')
    expect(await first.verify()).toContain('memory-cut')
  })

  it('moves rows to another tenant: they are missing in their own', async () => {
    const other = await server.importTenant(smallTenant(`other${count}`))
    await tamper(sql`update audit set tenant_id = ${other.id} where ${own()} and action = 'b'`)
    expect(await first.verify()).toContain('row-missing')
  })

  it('keeps rows from being sealed: verify and the alarm report it after an hour', async () => {
    await write('e')
    await tamper(
      sql`update audit set position = position + 1000000000, at = at - interval '2 hours' where ${own()} and action = 'e'`,
    )
    await sealAll(first.parts, key)
    expect(first.parts.auditAlarms.of(acme.id)).toMatchObject({ state: 'waiting', found: { kind: 'unsealed-old' } })
    expect(await first.verify()).toEqual(['unsealed-old'])
  })

  it('lets retention cover up for a cut: it removes nothing', async () => {
    await tamper(...cut(), sql`update audit set at = at - interval '500 days' where ${own()}`)
    const before = await rowsThere()
    await sweep(first.parts)
    expect([await rowsThere(), await seals()]).toEqual([before, 2])
    expect(first.parts.auditAlarms.of(acme.id)?.found.kind).toBeUndefined()
    await tamper(sql`update audit_seals set last_at = last_at - interval '500 days' where ${own()}`)
    await sweep(first.parts)
    expect([await rowsThere(), await seals()]).toEqual([before, 2])
    expect(first.parts.auditAlarms.of(acme.id)?.found.kind).toBe('memory-cut')
  })

  it('does not get a head of what they left: it names the seal that is remembered', async () => {
    await tamper(...cut())
    const remembered = first.memory.read()?.get(acme.id)
    const head = await scope().transaction((tx) => readHead(tx, [key], remembered))
    expect(head).toMatchObject({ seal: 4, mac: remembered?.mac })
    const { findings } = await scope().transaction((tx) =>
      verifyPart(tx, [key], { from: undefined, head: head as never }),
    )
    expect(findings.map(({ kind }) => kind)).toEqual(['tail-cut'])
  })
})

describe('two machines', () => {
  let second: ReturnType<typeof machine>
  beforeEach(() => {
    second = machine('second')
    mkdirSync(join(folder, 'second'))
    copyFileSync(first.memory.file, second.memory.file)
  })

  it('take turns, each with its own file', async () => {
    for (const action of ['e', 'f', 'g']) {
      await write(action)
      expect(await second.seal()).toBeUndefined()
      await write(action)
      expect(await first.seal()).toBeUndefined()
    }
    expect(await second.seal()).toBeUndefined()
    expect(second.memory.read()?.get(acme.id)?.mac).toBe(first.memory.read()?.get(acme.id)?.mac)
    expect(await first.verify()).toEqual([])
  })

  it('one that was off for long follows the seals of the other, also where retention has removed those it remembers', async () => {
    for (const action of ['e', 'f']) {
      await write(action)
      await first.seal()
    }
    await tamper(
      sql`update audit set at = at - interval '500 days' where ${own()}`,
      sql`delete from audit_seals where ${own()}`,
    )
    rmSync(first.memory.file)
    await sealAll({ ...first.parts, auditMemory: auditMemoryOf(join(folder, 'aged')) } as never, key)
    const aged = machine('aged')
    copyFileSync(aged.memory.file, second.memory.file)
    await write('kept')
    await aged.seal()
    await sweep(aged.parts)
    expect(await rowsThere()).toBe(1)
    await write('g')
    expect(await second.seal()).toBeUndefined()
    expect(await second.verify()).toEqual([])
  })

  it('one that was off does not follow a chain that another key sealed', async () => {
    await tamper(...cut())
    const forger = machine('forger', { keys: [secretKeyOf(randomBytes(32))] })
    await tamper(sql`delete from audit_seals where ${own()} and seq > 2`)
    await write('e')
    await sealSettled({ database: server.database }, forger.parts.auditKeys.all()[0])
    expect(await second.seal()).toMatch(/^memory-/)
  })

  it('one that was off cannot know of seals that were removed since; the other finds them replaced and refuses', async () => {
    await write('e')
    await first.seal()
    await tamper(
      sql`delete from audit_seals where ${own()} and seq > 4`,
      sql`update audit set action = 'edited' where ${own()} and action = 'e'`,
    )
    expect(await second.seal()).toBeUndefined()
    expect(await first.seal()).toBe('memory-replaced')
    expect(await first.verify()).toEqual(['memory-replaced'])
  })

  it('one follows what an operator accepted at the other', async () => {
    await write('e')
    await first.seal()
    await second.seal()
    await tamper(sql`delete from audit_seals where ${own()} and seq > 2`)
    await accept(first)
    await write('f')
    expect(await first.seal()).toBeUndefined()
    expect(await second.seal()).toBeUndefined()
    expect(await second.verify()).toEqual([])
  })

  it('an earlier acceptance does not excuse a later cut', async () => {
    await accept(first)
    const accepted = await seals()
    await write('f')
    await first.seal()
    await second.seal()
    await tamper(sql`delete from audit_seals where ${own()} and seq > ${accepted}`)
    expect(await first.seal()).toBe('memory-cut')
    expect(await second.seal()).toBe('memory-cut')
  })
})

it('rows that were sealed late are reported until an operator accepts them', async () => {
  await write('e')
  await tamper(
    sql`delete from audit_seals where ${own()}`,
    sql`update audit set at = at - interval '2 hours' where ${own()}`,
  )
  await sealSettled(server)
  expect(await kindsOf({})).toEqual(['sealed-late'])
  const { mark } = await accept(machine('other'))
  expect(mark.rowCount).toBe(0)
  expect(await kindsOf({})).toEqual([])
  // One that the key did not seal counts for nothing.
  await tamper(sql`update audit_seals set mac = sha256(mac) where ${own()} and seq = ${mark.seq}`)
  expect(await kindsOf({})).toEqual(['sealed-late', 'seal-edited'])
})

describe('the file', () => {
  it('is made only in a deployment without one; a damaged one is reported', async () => {
    const lost = auditMemoryOf(join(folder, 'lost'))
    await expect(openAuditMemory(server.database, lost)).rejects.toThrow(`${lost.file} is missing. Copy the file from`)
    expect(existsSync(lost.file)).toBe(false)
    writeFileSync(first.memory.file, readFileSync(first.memory.file).subarray(0, 40))
    await expect(openAuditMemory(server.database, first.memory)).rejects.toThrow(
      /audit\.memory is damaged\. Remove it\./,
    )
  })

  it('is shared by processes without a lost entry', async () => {
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID())
    const entry = first.memory.read()?.get(acme.id)
    if (entry === undefined) throw new Error('nothing is remembered')
    await Promise.all(ids.map((id) => first.memory.update(server.database, (entries) => entries.set(id, entry))))
    expect([...(first.memory.read()?.keys() ?? [])]).toEqual(expect.arrayContaining([...ids, acme.id]))
    expect(readdirSync(join(folder, 'first'))).toEqual(['audit.memory'])
  })
})

it('administrators are warned in the notices and by doctor', async () => {
  const app = createApp({ ...first.parts, checkReplies: true })
  const admin = await signedIn(server, acme, { username: `ada@memory${count}.example`, groups: ['admins'] })
  const { client } = createBrowser({ fetch: (request) => app.fetch(request, { address: '127.0.0.1' }) }, testBaseUrl, {
    session: admin.cookies.get('portico-session') ?? '',
    csrf: admin.cookies.get('csrf') ?? '',
  }).core
  const told = async () => {
    const [notices, facts] = [await client.call(listNotices, {}), await client.call(getDoctorFacts)]
    return [notices.ok && notices.value.auditLog, facts.ok && facts.value.auditLog]
  }
  expect(await told()).toEqual([null, null])
  await tamper(...cut())
  await first.seal()
  const notice = { state: 'refused', since: expect.any(String) as string }
  expect(await told()).toEqual([notice, notice])
  await accept(first)
  await first.seal()
  expect(await told()).toEqual([null, null])
})

it('metrics count the tenants whose log is refused', async () => {
  const metrics = createMetrics(() => ({ total: 0, idle: 0, waiting: 0, max: 0 }))
  await tamper(...cut())
  const stop = startSealing({ ...first.parts, metrics }, async () => key, 20)
  const read = async () => (await metrics.read()).text
  await expect.poll(read, { timeout: 20_000 }).toMatch(/portico_audit_alarms\{state="refused"\} [1-9]/)
  expect(await read()).toContain('portico_audit_sealing 1')
  await stop()
})
