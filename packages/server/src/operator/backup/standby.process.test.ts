import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runBackup } from '../commands/backup.ts'
import { runRestore } from '../commands/restore.ts'
import { withStore } from '../commands/with-store.ts'
import { findInstalledPostgres } from '../../kit/database/testing/installed-server.ts'
import { startStreamingPair, type StreamingPair } from '../../kit/database/testing/streaming-pair.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import type { Place } from '../../app/open.ts'
import { importTenant } from '../tenant-import/import.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'
import { providerEntry, tenantWith } from '../../testing/sign-in-run.ts'

const installed = await findInstalledPostgres()
const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')

describe.skipIf(installed === undefined)('a standby', { timeout: 180_000 }, () => {
  let pair: StreamingPair
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(await findTestRoot(), 'portico-standby-'))
    pair = await startStreamingPair(installed ?? { major: 0, bin: '' })
    await pair.primary.administer(`create role owner login createrole createdb password 'owns'`)
    await pair.primary.administer('create database portico owner owner')
    await pair.primary.administer('create database copy owner owner')
  })
  afterAll(async () => {
    await pair?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const placeOf = (port: number, database: string, dataDir = database): Place => ({
    dataDir: join(folder, dataDir),
    env: { DATABASE_URL: `postgresql://owner:owns@127.0.0.1:${port}/${database}`, PORTICO_SECRET_KEY },
    log: pino({ level: 'silent' }),
  })

  test('gives a complete backup, without the counts of attempts that it does not have', async () => {
    const tenant = checkTenantFile(
      tenantWith('acme', [providerEntry('https://login.acme.example', { suffixes: ['acme.example'] })]),
    )
    await withStore(placeOf(pair.primary.port, 'portico'), (store) =>
      importTenant({ ...store, clock: Date, operator: 'test', readSecret: String }, tenant),
    )
    const file = join(folder, 'standby.backup')
    const standby = placeOf(pair.standby.port, 'portico', 'standby')
    await expect
      .poll(() => runBackup(standby, file).then(({ lines }) => lines.join('\n'), String), { timeout: 60_000 })
      .toMatch(/^ +1  tenants$[^]*could not be put on record/m)
    const restored = await runRestore(placeOf(pair.primary.port, 'copy'), file)
    expect(restored.lines.join('\n')).toMatch(/^restored \d+ rows of \d+ tables/)
  })
})
