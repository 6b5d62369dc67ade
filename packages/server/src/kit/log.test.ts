import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { postgresDialect } from './database/driver.ts'
import { createPool } from './database/pool.ts'
import { createProbe } from './database/probe.ts'
import type { Tables } from './database/tables.ts'
import { createTestDatabase, type TestDatabase } from './database/testing/test-database.ts'
import { createLog } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-log-'))
let database: TestDatabase
let count = 0

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** A log, and its lines as soon as it has any. */
function logFile() {
  const file = join(folder, `${(count += 1)}.log`)
  const log = createLog(file)
  const written = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const lines = async (): Promise<string[]> => {
    await expect.poll(written).toMatch(/\n$/)
    return written().trimEnd().split('\n')
  }
  return { log, lines }
}

const limits = { size: 1, queueMax: 5, waitMaxMs: 5_000, statementMaxMs: 0 }

test('a broken connection is one line, without the object of the driver', async () => {
  const { log, lines } = logFile()
  const pool = createPool(() => ({ connectionString: database.appUrl }), limits, log)
  const db = new Kysely<Tables>({ dialect: postgresDialect({ pool, queueMax: 5 }) })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.owner)
  expect(await lines()).toHaveLength(1)
  const line = JSON.parse((await lines())[0] ?? '') as object
  expect(line).toEqual({
    level: 40,
    time: expect.any(Number) as number,
    reason: 'terminating connection due to administrator command',
    msg: 'a database connection broke',
  })
  await pool.end()
})

test('an unavailable database is logged with its reason and code, without a stack', async () => {
  const { log, lines } = logFile()
  const probe = createProbe(() => ({ connectionString: 'postgresql://a:b@127.0.0.1:1/c' }))
  await probe.logIn().catch((error: unknown) => log.warn({ err: error }, 'not ready'))
  await probe.close()
  expect(JSON.parse((await lines())[0] ?? '')).toMatchObject({
    err: {
      type: 'DatabaseUnavailable',
      message: expect.stringMatching(/^The database does not answer.: .*ECONNREFUSED/) as string,
      code: 'ECONNREFUSED',
    },
  })
  expect(await lines()).not.toContainEqual(expect.stringContaining('stack'))
})

test('an error of a statement is logged with its stack and the constraint, without the values of the row', async () => {
  const { log, lines } = logFile()
  await sql`create table twice (email text primary key)`.execute(database.owner)
  const insert = () => sql`insert into twice values ('ada@acme.example')`.execute(database.owner)
  await insert()
  await insert().catch((error: unknown) => log.error({ err: error }, 'unexpected error'))
  const [line = ''] = await lines()
  expect(JSON.parse(line)).toMatchObject({
    err: {
      code: '23505',
      table: 'twice',
      constraint: 'twice_pkey',
      stack: expect.stringContaining('log.test') as string,
    },
  })
  expect(line).not.toContain('ada@')
})

test('what a library attaches to an error is not logged, and its causes are', async () => {
  const { log, lines } = logFile()
  const client = { password: 'secret', socket: { remoteAddress: '10.0.0.1' } }
  const cause = Object.assign(new Error('the socket ended'), { code: 'UND_ERR_SOCKET', client })
  log.warn({ err: Object.assign(new Error('fetch failed', { cause }), { response: client }) }, 'failed')
  const [line = ''] = await lines()
  expect(JSON.parse(line)).toMatchObject({ err: { message: 'fetch failed: the socket ended', code: 'UND_ERR_SOCKET' } })
  expect(line).not.toMatch(/secret|10\.0\.0\.1/)
})

test('the values of fields that could carry a secret are left out', async () => {
  const { log, lines } = logFile()
  const secrets = { secret: 's', token: 't', password: 'p', cookie: 'c', authorization: 'a' }
  log.info({ sent: { name: 'ada', ...secrets } }, 'sent')
  const line = JSON.parse((await lines())[0] ?? '') as { sent: object }
  const hidden = Object.fromEntries(Object.keys(secrets).map((name) => [name, '…']))
  expect(line.sent).toEqual({ name: 'ada', ...hidden })
})
