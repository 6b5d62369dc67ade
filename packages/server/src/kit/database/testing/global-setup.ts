import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { removeEmbeddedPostgres } from '../embedded/start.ts'
import { silentLog } from './silent-log.ts'
import { findTestRoot } from './test-root.ts'
import type {} from './rendezvous.ts'

const folderPrefix = 'portico-test-'

/**
 * Prepares a place for the run's databases without starting a server, so that a run without database tests costs nothing.
 * The server and the databases are removed at the end of the run, those of killed runs at the next start.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const root = await findTestRoot()
  await sweepKilledRuns(root)
  // Not DATABASE_URL, which programs under test would inherit.
  const databaseUrl = process.env['TEST_DATABASE_URL'] || undefined
  const dataDir = await mkdtemp(join(root, `${folderPrefix}${process.pid}-`))
  const prefix = `portico_test_${process.pid}_`
  project.provide('porticoDatabase', { databaseUrl, dataDir, prefix })
  return async () => {
    if (databaseUrl !== undefined) await dropDatabases(databaseUrl, prefix)
    await removeRun(dataDir)
  }
}

async function sweepKilledRuns(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(/^portico-test-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) await removeRun(join(root, name)).catch(() => {})
  }
}

async function removeRun(dataDir: string): Promise<void> {
  const used = await readdir(dataDir)
  if (used.length > 0) await removeEmbeddedPostgres({ dataDir, log: silentLog })
  await rm(dataDir, { recursive: true, force: true })
}

async function dropDatabases(databaseUrl: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1)`,
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`)
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
