import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createProbe, type Probe } from './probe.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { DatabaseUnavailable } from './unavailable.ts'

let database: TestDatabase
let probe: Probe
let logins = 0
let nowMs = 0
let wanted: pg.ClientConfig = {}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  logins = 0
  wanted = { connectionString: database.appUrl }
  probe = createProbe(
    () => {
      logins += 1
      return wanted
    },
    { now: () => nowMs },
  )
  return () => probe.close()
})

test('any number of probes log in once in 5 s', async () => {
  await Promise.all(Array.from({ length: 50 }, () => probe.ask()))
  for (let asked = 0; asked < 50; asked += 1) await probe.ask()
  expect(logins).toBe(1)
  nowMs += 4_999
  await probe.ask()
  expect(logins).toBe(1)
  nowMs += 1
  await Promise.all([probe.ask(), probe.ask()])
  expect(logins).toBe(2)
})

test('a rejected login counts although an earlier connection is open, and is not repeated within 5 s', async () => {
  await probe.ask()
  wanted = { connectionString: database.appUrl.replace(/\/\w+(?=\?|$)/, '/no_such_database') }
  await probe.ask()
  nowMs += 5_000
  for (let asked = 0; asked < 3; asked += 1) await expect(probe.ask()).rejects.toThrow(DatabaseUnavailable)
  expect(logins).toBe(2)
  wanted = { connectionString: database.appUrl }
  nowMs += 5_000
  await probe.ask()
  expect(logins).toBe(3)
})

test('a connection closed by the server is noticed before the next login', async () => {
  await probe.ask()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'portico readiness' and datname = current_database()`,
  )
  await client.end()
  await expect(probe.ask()).rejects.toThrow(DatabaseUnavailable)
  expect(logins).toBe(1)
})
