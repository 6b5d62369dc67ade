import { execFileSync } from 'node:child_process'
import { once, type EventEmitter } from 'node:events'
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { AuditRow, readInput } from '@portico/core/contract'
import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import { createLog } from '../log.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { addAuditRows } from '../../testing/audit-rows.ts'
import { createTestServer, smallTenant, type TestServer } from '../../testing/test-server.ts'
import { startLogStream, writeAuditLines } from './log-stream.ts'
import { recordAudit } from './record.ts'

let server: TestServer
let folder = ''
let count = 0
let acme: ImportedTenant

beforeAll(async () => {
  server = await createTestServer()
  folder = mkdtempSync(join(tmpdir(), 'portico-log-stream-'))
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  count += 1
  await settled(() => writeAuditLines({ ...server.deps, log: newLog().log }))
  acme = await server.importTenant(smallTenant(`acme${count}`))
})

type Line = { level: number; msg: string; tenant: string; tenantId: string; audit: AuditRow }

/** What a server process logs to. */
function newLog(level = 'info') {
  const file = join(folder, `${Math.random()}.log`)
  const log = createLog(file, level)
  const lines = () =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line)
  return { log, lines }
}

/** A transaction elsewhere in the cluster can delay rows: waits until nothing is left. */
async function settled(write: () => Promise<number>): Promise<void> {
  const isSettled = async () => {
    const { rows } = await sql<{ settled: boolean }>`
      select coalesce(max(position), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + portico_audit_base() as settled
        from audit`.execute(server.database.owner)
    return rows[0]?.settled
  }
  await expect.poll(isSettled, { timeout: 60_000, interval: 20 }).toBe(true)
  await write()
}

const scopeOf = (tenantId: string) => tenantScope(server.database, tenantId)
const scope = () => scopeOf(acme.id)
function record(tx: TenantTransaction, name: string) {
  const by = { actor: { kind: 'system', name: 'Portico' }, requestId: 'r', nowMs: server.clock.now() } as const
  return recordAudit(tx, by, { action: 'test.write', target: { kind: 'test', name }, after: { a: 1 } })
}
const names = (lines: readonly Line[]) =>
  lines.filter(({ audit }) => audit.action === 'test.write').map(({ audit }) => audit.target.name)

describe('audit rows in the log', () => {
  it('are one line each, with the fields of the export, from the creation of a tenant on', async () => {
    const { log, lines } = newLog()
    await scope().transaction((tx) => record(tx, 'one'))
    await settled(() => writeAuditLines({ ...server.deps, log }))
    const [created, one] = lines()
    expect(created?.audit.action).toMatch(/^tenant\./)
    expect(one).toMatchObject({ level: 30, msg: 'audit', tenant: `acme${count}`, tenantId: acme.id })
    expect(readInput(AuditRow, one?.audit).ok).toBe(true)
    expect(one?.audit).toMatchObject({ action: 'test.write', after: { a: 1 }, before: null, requestId: 'r' })
    await settled(() => writeAuditLines({ ...server.deps, log }))
    expect(lines(), 'and not again').toHaveLength(2)
  })

  it('begin with those that were written after the setting was first on', async () => {
    await sql`delete from audit_log_places`.execute(server.database.owner)
    await sql`delete from audit_log_start`.execute(server.database.owner)
    const { log, lines } = newLog()
    await settled(() => writeAuditLines({ ...server.deps, log }))
    expect(lines()).toEqual([])
    await scope().transaction((tx) => record(tx, 'later'))
    await settled(() => writeAuditLines({ ...server.deps, log }))
    expect(names(lines())).toEqual(['later'])
  })

  it('have left the process before their place is noted, also while the log is being written', async () => {
    const { log, lines } = newLog()
    await once((log as unknown as Record<symbol, EventEmitter>)[pino.symbols.streamSym] as EventEmitter, 'ready')
    const child = log.child({})
    // As the log does by itself twenty times a second.
    const info = (...line: [object, string]) => {
      log.flush()
      child.info(...line)
    }
    const busy = { child: () => ({ info, flush: child.flush.bind(child) }) } as unknown as Logger
    await settled(() => writeAuditLines({ ...server.deps, log: busy }))
    expect(lines()).toHaveLength(1)
  })

  it('are written at every level of the log', async () => {
    const { log, lines } = newLog('silent')
    await settled(() => writeAuditLines({ ...server.deps, log }))
    expect(lines()).toHaveLength(1)
  })

  it('reach a pipe, which cannot be synced as a file can', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const log = createLog(pipe)
    const first = new Promise<string>((resolve) => createInterface(createReadStream(pipe)).once('line', resolve))
    await settled(() => writeAuditLines({ ...server.deps, log }))
    expect(JSON.parse(await first)).toMatchObject({ msg: 'audit', tenantId: acme.id })
    const { lines, log: second } = newLog()
    await settled(() => writeAuditLines({ ...server.deps, log: second }))
    expect(lines(), 'noted as written').toEqual([])
  })

  it('include the row of a transaction that commits late, in the final order', async () => {
    const { log, lines } = newLog()
    let proceed = () => {}
    const held = new Promise<void>((resolve) => (proceed = resolve))
    let written = () => {}
    const isWritten = new Promise<void>((resolve) => (written = resolve))
    const late = scope().transaction(async (tx) => {
      await record(tx, 'began first')
      written()
      await held
    })
    await isWritten
    await scope().transaction((tx) => record(tx, 'committed first'))
    await writeAuditLines({ ...server.deps, log })
    expect(names(lines()), 'waits for the one before').toEqual([])
    proceed()
    await late
    await settled(() => writeAuditLines({ ...server.deps, log }))
    expect(names(lines())).toEqual(['began first', 'committed first'])
  })

  it('are written once by several processes, in order within the tenant', async () => {
    await addAuditRows(server, acme.id, { count: 3_000, endsAtMs: Date.now() })
    const logs = [newLog(), newLog(), newLog()]
    await settled(async () => {
      const written = await Promise.all(logs.map(({ log }) => writeAuditLines({ ...server.deps, log })))
      return written.reduce((sum, one) => sum + one, 0)
    })
    const streams = logs.map(({ log }) => startLogStream({ ...server.deps, log }, 20))
    const all = () => logs.flatMap(({ lines }) => lines())
    await expect.poll(() => all().length, { timeout: 30_000 }).toBe(3_001)
    await Promise.all(streams.map((stop) => stop()))
    expect(new Set(all().map(({ audit }) => audit.id)).size).toBe(3_001)
  })

  it('of one tenant are written although noting those of another fails', async () => {
    const globex = await server.importTenant(smallTenant(`globex${count}`))
    const { log, lines } = newLog()
    for (const failing of [acme.id, globex.id]) {
      const name = sql.id(`refuse_${failing.replaceAll('-', '_')}`)
      await sql`alter table audit_log_places add constraint ${name} check (tenant_id <> ${sql.lit(failing)}::uuid) not valid`.execute(
        server.database.owner,
      )
      const other = failing === acme.id ? globex.id : acme.id
      await scopeOf(failing).transaction((tx) => record(tx, 'not noted'))
      await scopeOf(other).transaction((tx) => record(tx, `beside ${failing}`))
      await expect(settled(() => writeAuditLines({ ...server.deps, log }))).rejects.toThrow(/violates check constraint/)
      expect(names(lines())).toContain(`beside ${failing}`)
      await sql`alter table audit_log_places drop constraint ${name}`.execute(server.database.owner)
    }
  })

  it('are written again if the log could not be written', async () => {
    const broken = {
      child: () => ({ info: () => {}, flush: (done: (error?: Error) => void) => done(new Error('full')) }),
    }
    const deps = { ...server.deps, log: broken as unknown as typeof server.deps.log }
    await expect(settled(() => writeAuditLines(deps))).rejects.toThrow('full')
    const { log, lines } = newLog()
    await settled(() => writeAuditLines({ ...server.deps, log }))
    expect(lines()).toHaveLength(1)
  })
})
