import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { DatabaseLog } from '../log.ts'
import { locateBinaries } from './binaries.ts'
import { settleCluster } from './cluster.ts'
import { makePostgresFolder, readHomeFolder, settleHome } from './home.ts'
import { ensureLibraryLinks } from './library-links.ts'
import { joinOrStart, stopPostmaster } from './postmaster.ts'
import { keepPresence } from './presence.ts'
import { type Session, enter, leave } from './session.ts'
import { removeSocketFolder, settleSocketFolder } from './socket-folder.ts'
import { takeStartLock } from './start-lock.ts'

const startMaxMs = 60_000
const stopMaxMs = 30_000

export interface EmbeddedSettings {
  /** Portico's data directory; PostgreSQL's files go to `postgres` in it. */
  readonly dataDir: string
  readonly log: DatabaseLog
  /** False leaves out fsync: for tests only. */
  readonly durable?: boolean
  /** True leaves the postmaster running at `stop()`, for the next process: for tests only. */
  readonly keepRunning?: boolean
  /** The folder `native` of another copy of PostgreSQL's programs. */
  readonly native?: string
  /** PostgreSQL's folder if it runs as `nobody` and cannot reach the data directory; `/var/lib/portico`. */
  readonly systemFolder?: string
}

export interface EmbeddedPostgres {
  /** How to connect to a database over the socket. `user` is `portico`, the owner, or `portico_app`. */
  connection(user: string, database: string): pg.ClientConfig & { host: string; port: number }
  /** Leaves; the last process to leave stops PostgreSQL. May be called twice. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of a data directory, or joins the one that runs there, left over from a killed server
 * or in use by another process. If it dies while in use, it is restarted.
 */
export async function startEmbeddedPostgres(settings: EmbeddedSettings): Promise<EmbeddedPostgres> {
  const postgresFolder = await makePostgresFolder(settings.dataDir)
  const presence = await keepPresence(() => joinPostgres(postgresFolder, settings), settings.log)
  return {
    connection(user, database) {
      const { socketFolder, port } = presence.session()
      return { host: socketFolder, port, user, database, ssl: false }
    },
    stop: () => presence.end((session) => depart(session, postgresFolder, settings)),
  }
}

/** Stops PostgreSQL and deletes its files. Throws when another process uses it. */
export async function removeEmbeddedPostgres({
  dataDir,
  log,
}: Pick<EmbeddedSettings, 'dataDir' | 'log'>): Promise<void> {
  const postgresFolder = await makePostgresFolder(dataDir)
  const lock = await takeStartLock(`${postgresFolder}.lock`, startMaxMs)
  try {
    const folder = await readHomeFolder(postgresFolder)
    const session = await enter(join(folder, 'data'))
    if (typeof session !== 'string' && !(await leave(session))) {
      await session.client.end()
      throw new Error(`Another process uses the database in ${dataDir}. Stop it first.`)
    }
    await stopPostmaster(join(folder, 'data'), stopMaxMs)
    await removeSocketFolder(folder)
    for (const path of new Set([folder, postgresFolder]))
      await rm(path, { recursive: true, force: true, maxRetries: 3 })
    log.info({ dataDir }, 'the embedded PostgreSQL was removed')
  } finally {
    await lock.release()
  }
}

async function joinPostgres(postgresFolder: string, settings: EmbeddedSettings): Promise<Session> {
  const running = await enter(join(await readHomeFolder(postgresFolder), 'data'))
  if (typeof running !== 'string') return running
  const lock = await takeStartLock(`${postgresFolder}.lock`, startMaxMs)
  try {
    const systemFolder = settings.systemFolder ?? '/var/lib/portico'
    const native = settings.native ?? locateBinaries()
    const home = await settleHome(postgresFolder, native, systemFolder, settings.log)
    const libraries = await ensureLibraryLinks(home.native, join(home.folder, 'lib'))
    const env = environment(libraries)
    const durable = settings.durable ?? true
    await settleCluster(home, env, durable)
    const socketFolder = await settleSocketFolder(home)
    const logFile = join(postgresFolder, 'log')
    return await joinOrStart({ home, socketFolder, logFile, env, durable, timeoutMs: startMaxMs })
  } finally {
    await lock.release()
  }
}

async function depart(session: Session, postgresFolder: string, settings: EmbeddedSettings): Promise<void> {
  if (settings.keepRunning) return session.client.end()
  const lock = await takeStartLock(`${postgresFolder}.lock`, startMaxMs)
  try {
    const alone = await leave(session).catch(() => false)
    if (!alone) return await session.client.end().catch(() => {})
    const folder = await readHomeFolder(postgresFolder)
    const stopped = await stopPostmaster(join(folder, 'data'), stopMaxMs)
    if (stopped) await removeSocketFolder(folder)
    else settings.log.warn({ folder }, 'PostgreSQL runs in another process namespace and was left running')
    await session.client.end().catch(() => {})
  } finally {
    await lock.release()
  }
}

/** Hides the caller's PG* variables and locale from PostgreSQL. */
function environment(libraries: string | undefined): NodeJS.ProcessEnv {
  const base = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  if (libraries === undefined) return base
  return { ...base, [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libraries }
}
