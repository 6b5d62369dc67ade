import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import type { Logger } from 'pino'

import { auditKeyState } from '../../kit/audit-trail/keys.ts'
import { pendingMigrations } from '../../kit/database/migrate.ts'
import { withLogo } from '../../tenant/branding/deployment-logo.ts'
import { NoDatabase } from '../../kit/database/belonging.ts'
import { openExisting, type OpenedStore, type Place } from '../../app/open.ts'
import { misspeltVariables, type Environment } from '../../kit/settings/variables.ts'
import { readSettings } from '../../kit/settings/settings.ts'
import { sentencesOf } from '../../kit/process/start-errors.ts'
import { auditMemoryFinding } from './audit-memory-finding.ts'
import { clientFindings } from './client-findings.ts'
import { expiryFindings } from './expiry-findings.ts'
import type { Finding } from './finding.ts'
import { provisioningFindings } from './provisioning-findings.ts'
import { usernameFindings } from './username-findings.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'

/** Checks everything a server needs, with one finding each; changes nothing except that it starts the database. */
export async function runDoctor(place: {
  dataDir: string
  env: Environment
  log: Logger
  pagesDir: string
}): Promise<Finding[]> {
  const findings: Finding[] = [nodeVersion(), dataDirectory(place.dataDir), pages(place.pagesDir), settings(place.env)]
  if (findings.at(-1)?.state === 'failed') return findings
  const store = await openedOr(findings, place)
  if (store === undefined) return findings
  const { database } = store
  try {
    const version = await sql<{ v: string }>`select current_setting('server_version') as v`.execute(database.owner)
    findings.push({
      check: 'database',
      state: 'ok',
      detail: `PostgreSQL ${version.rows[0]?.v}${place.env['DATABASE_URL'] ? '' : ' (embedded)'}`,
    })
    const pending = await pendingMigrations(database)
    if (pending.length > 0) {
      findings.push({
        check: 'schema',
        state: 'warning',
        detail: `${pending.length} migrations are pending: run portico-server migrate`,
      })
      return findings
    }
    findings.push({ check: 'schema', state: 'ok', detail: 'up to date' })
    await attempt(findings, 'application role', async () => {
      const role = await sql<{ name: string; wide: boolean }>`
        select current_user::text as name, (rolsuper or rolbypassrls) as wide from pg_roles where rolname = current_user`.execute(
        database.app,
      )
      const row = role.rows[0]
      if (row?.wide) throw new Error(`${row.name} can pass row-level security: give the server a role that cannot`)
      findings.push({ check: 'application role', state: 'ok', detail: `${row?.name}, held by row-level security` })
    })
    await attempt(findings, 'audit key', async () => {
      const detail = await auditKeyState(database, store.auditKeys)
      if (isOpenToAll(store.auditKeys.file))
        throw new Error(`others can read ${store.auditKeys.file}; run chmod 600 on it`)
      findings.push({ check: 'audit key', state: 'ok', detail })
    })
    const tenants = await listTenants(database)
    findings.push(await auditMemoryFinding(store, tenants))
    findings.push(...(await expiryFindings(database, Date.now())), ...(await clientFindings(database, Date.now())))
    findings.push(...(await provisioningFindings(database)), ...(await usernameFindings(database)))
    findings.push({ check: 'tenants', state: tenants.length > 0 ? 'ok' : 'warning', detail: `${tenants.length}` })
  } catch (error) {
    findings.push({ check: 'database', state: 'failed', detail: messageOf(error) })
  } finally {
    await database.close()
  }
  return findings
}

/** The first start creates the database; until then nothing is wrong. */
async function openedOr(findings: Finding[], place: Place): Promise<OpenedStore | undefined> {
  try {
    return await openExisting(place)
  } catch (error) {
    findings.push({
      check: 'database',
      state: error instanceof NoDatabase ? 'warning' : 'failed',
      detail: messageOf(error),
    })
    return undefined
  }
}

async function attempt<T>(findings: Finding[], check: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    findings.push({ check, state: 'failed', detail: messageOf(error) })
    return undefined
  }
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major > 20 || (major === 20 && minor >= 19)
  return {
    check: 'Node.js',
    state: enough ? 'ok' : 'failed',
    detail: enough ? process.version : `${process.version}: 20.19 or newer is needed`,
  }
}

function dataDirectory(dataDir: string): Finding {
  const failed = (detail: string) => ({ check: 'data directory', state: 'failed', detail }) as const
  try {
    const found = statSync(dataDir, { throwIfNoEntry: false })
    if (found === undefined)
      return failed(`There is no data directory ${dataDir}. Check --data and PORTICO_DATA; the first start creates it.`)
    if (!found.isDirectory()) return failed(`${dataDir} is a file. Check --data and PORTICO_DATA.`)
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    const open = (statSync(join(dataDir, 'secret.key'), { throwIfNoEntry: false })?.mode ?? 0) & 0o077
    if (open !== 0) return failed(`${dataDir}: others can read secret.key; run chmod 600 on it`)
    const { bavail, bsize } = statfsSync(dataDir)
    return spaceFinding(dataDir, bavail * bsize)
  } catch {
    return { check: 'data directory', state: 'warning', detail: `${dataDir} cannot be read or written` }
  }
}

/** The embedded database, the keys and the memory of the audit log cannot be written on a full disk. */
export function spaceFinding(dataDir: string, freeBytes: number): Finding {
  const check = 'data directory'
  if (freeBytes >= spaceMinBytes) return { check, state: 'ok', detail: dataDir }
  return {
    check,
    state: 'warning',
    detail: `${dataDir}: only ${Math.floor(freeBytes / 2 ** 20)} MiB of disk space are left`,
  }
}

const spaceMinBytes = 512 * 2 ** 20

/** A group may have access: containers mount secrets so. */
const isOpenToAll = (file: string): boolean => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0

function pages(pagesDir: string): Finding {
  const built = statSync(join(pagesDir, 'portal.html'), { throwIfNoEntry: false }) !== undefined
  return {
    check: 'web portal',
    state: built ? 'ok' : 'failed',
    detail: built ? 'built' : 'not built: run npm run build',
  }
}

function settings(env: Environment): Finding {
  try {
    const { baseUrl } = withLogo(readSettings(env, 'http://127.0.0.1'))
    const plain = env['PORTICO_BASE_URL'] !== undefined && baseUrl.startsWith('http:')
    const misspelt = misspeltVariables(env)
    if (misspelt.length > 0) return { check: 'settings', state: 'warning', detail: misspelt.join(' ') }
    return {
      check: 'settings',
      state: plain ? 'warning' : 'ok',
      detail: plain ? 'PORTICO_BASE_URL is plain http: use https for people' : 'readable',
    }
  } catch (error) {
    return { check: 'settings', state: 'failed', detail: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return sentencesOf(error).join(' ')
}
