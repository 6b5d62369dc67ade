import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { openDatabase } from '../kit/database/connect.ts'
import { migrate } from '../kit/database/migrate.ts'
import { findInstalledPostgres, startInstalledPostgres } from '../kit/database/testing/installed-server.ts'
import { silentLog } from '../kit/database/testing/silent-log.ts'
import type { Deps } from '../kit/http/deps.ts'
import { createDeps } from './open.ts'
import { createSecretBox } from '../kit/secrets/secret-box.ts'
import { serve } from './serve.ts'
import { readSettings } from '../kit/settings/settings.ts'

const installed = await findInstalledPostgres()

test.skipIf(installed === undefined)(
  '/readyz is 503 once the database lets the server in no more, and calls are 503, never 500',
  async () => {
    const postgres = await startInstalledPostgres(installed ?? { major: 0, bin: '' })
    onTestFinished(() => postgres.stop())
    await postgres.administer(`create role owner login createrole password 'owns'`)
    await postgres.administer('create database portico owner owner')
    const secretKey = Buffer.alloc(32, 7)
    const databaseUrl = postgres.url('owner', 'owns', 'portico')
    const database = await openDatabase({ dataDir: '', databaseUrl, secretKey, log: silentLog })
    onTestFinished(() => database.close())
    await migrate(database, silentLog)
    const { deps, tokenEndpoint } = await createDeps(
      { database, secrets: createSecretBox(secretKey) },
      { settings: readSettings({}, 'http://127.0.0.1'), log: silentLog as unknown as Deps['log'], clock: Date },
    )
    const running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
    onTestFinished(() => running.stop())
    const statusOf = async (path: string): Promise<number> =>
      (
        await fetch(`http://127.0.0.1:${running.port}${path}`, {
          headers: { cookie: `portico-session=${'x'.repeat(43)}` },
        })
      ).status
    expect([await statusOf('/readyz'), await statusOf('/api/portal/cloudsession')]).toEqual([200, 401])

    const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(database.app)
    await postgres.administer(`alter role ${rows[0]?.role} password 'another'`)
    // The open connections still work: only a login shows it.
    expect(await statusOf('/api/portal/cloudsession')).toBe(401)
    await expect.poll(() => statusOf('/readyz'), { timeout: 15_000, interval: 100 }).toBe(503)
    expect(await statusOf('/healthz')).toBe(200)
    await postgres.administer(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${rows[0]?.role}'`,
    )
    await expect.poll(() => statusOf('/api/portal/cloudsession')).toBe(503)
  },
)
