import type { ChildProcess } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Home } from './home.ts'
import { isPostmaster, readPostmasterPid } from './postmaster-file.ts'
import { reasonIn, spawnAs } from './runner.ts'
import { type Session, enter } from './session.ts'

const pollMs = 10
const logSizeMax = 10_000_000

export interface PostmasterSettings {
  readonly home: Home
  readonly socketFolder: string
  readonly logFile: string
  readonly env: NodeJS.ProcessEnv
  readonly durable: boolean
  readonly timeoutMs: number
}

/**
 * Joins the running postmaster or starts one. The caller holds the start lock, so no other process starts or stops it
 * concurrently. Waits for a postmaster that is starting up or shutting down.
 */
export async function joinOrStart(settings: PostmasterSettings): Promise<Session> {
  const data = join(settings.home.folder, 'data')
  const deadline = performance.now() + settings.timeoutMs
  let child: Started | undefined
  while (performance.now() < deadline) {
    const entry = await enter(data)
    if (typeof entry !== 'string') return entry
    if (child?.exited()) {
      const report = await tail(settings.logFile, child.logStart)
      // Backends of a killed postmaster survive for a moment; until they end, PostgreSQL rightly refuses to start.
      if (!/pre-existing shared memory|lock file .* already exists/.test(report)) {
        throw new Error(`PostgreSQL did not start: ${reasonIn(report)}`)
      }
      child = undefined
      await delay(100)
    }
    if (child === undefined && entry === 'closed') {
      const pid = await readPostmasterPid(data)
      const alive = pid !== undefined && (await isPostmaster(pid, data))
      if (!alive) child = await start(settings, data, pid)
    }
    await delay(pollMs)
  }
  throw new Error(`PostgreSQL did not answer within ${settings.timeoutMs / 1000} s; see ${settings.logFile}.`)
}

/** Stops the postmaster with a fast shutdown, and after `timeoutMs` with an immediate one. False: we may not signal it. */
export async function stopPostmaster(data: string, timeoutMs: number): Promise<boolean> {
  const pid = await readPostmasterPid(data)
  if (pid === undefined) return true
  if (!(await isPostmaster(pid, data))) return false
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    const deadline = performance.now() + timeoutMs
    while (performance.now() < deadline) {
      if (!(await isPostmaster(pid, data))) return true
      await delay(pollMs)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`)
}

interface Started {
  readonly exited: () => boolean
  readonly logStart: number
}

async function start(settings: PostmasterSettings, data: string, stalePid: number | undefined): Promise<Started> {
  const { home, socketFolder, logFile, durable } = settings
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true })
  const args = ['-D', data, '-c', 'listen_addresses=', '-c', 'port=5432', '-c', 'unix_socket_permissions=0700']
  args.push('-c', `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`)
  // Soon after a directory has sent its first thousands of people, plans know of them. (Tests have many databases, and none for long.)
  if (durable) args.push('-c', 'autovacuum_naptime=10s')
  else args.push('-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off')
  // PostgreSQL believes any running process named in postmaster.pid, except its grandparent. We checked that this process
  // is not a postmaster and tell PostgreSQL through that exception; deleting the file would skip its check for backends.
  const env = stalePid === undefined ? settings.env : { ...settings.env, PG_GRANDPARENT_PID: String(stalePid) }
  const log = await openLog(logFile)
  try {
    const logStart = (await log.stat()).size
    const child = spawnAs(home.runner, join(home.native, 'bin/postgres'), args, {
      env,
      cwd: '/',
      // A separate session: Ctrl-C in the terminal reaches only us, and we then stop it cleanly.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    const exited = watchExit(child)
    child.unref()
    return { exited, logStart }
  } finally {
    await log.close()
  }
}

function watchExit(child: ChildProcess): () => boolean {
  let ended = false
  child.once('error', () => (ended = true))
  child.once('exit', () => (ended = true))
  return () => ended
}

async function openLog(file: string) {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logSizeMax) await rename(file, `${file}.1`)
  return open(file, 'a', 0o600)
}

async function tail(file: string, from: number): Promise<string> {
  const content = await readFile(file).catch(() => Buffer.alloc(0))
  return content.subarray(Math.max(from, content.length - 4000)).toString('utf8')
}
