import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findTestRoot } from './test-root.ts'

/** A PostgreSQL of the operating system on a free loopback port, with password logins, as a server elsewhere has. */
export interface InstalledServer {
  readonly major: number
  url(user: string, password: string, database: string): string
  /** As the superuser. */
  administer(text: string): Promise<void>
  stop(): Promise<void>
}

export type InstalledPostgres = { readonly major: number; readonly bin: string }

const superuser = { user: 'postgres', password: 'top' }

/**
 * The folder with the programs of an installed PostgreSQL 15 or newer (Debian's layout). Undefined when there is none,
 * or when this uid has no name, without which PostgreSQL does not run.
 */
export async function findInstalledPostgres(): Promise<InstalledPostgres | undefined> {
  if (!hasName()) return undefined
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const majors = versions.map(Number).filter((major) => major >= 15)
  const major = Math.min(...majors)
  return majors.length === 0 ? undefined : { major, bin: join('/usr/lib/postgresql', String(major), 'bin') }
}

export async function startInstalledPostgres(installed: InstalledPostgres): Promise<InstalledServer> {
  const folder = await makeFolder()
  const port = await freePort()
  const server = await startCluster(installed, { folder, port })
  const url = (user: string, secret: string, database: string): string =>
    `postgresql://${user}:${secret}@127.0.0.1:${port}/${database}`
  return {
    major: installed.major,
    url,
    administer: (text) => server.administer(text),
    stop: async () => {
      await server.end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A folder that the user of PostgreSQL owns. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(await findTestRoot(), 'portico-installed-'))
  const identity = await ordinaryIdentity()
  if (identity !== undefined) await chown(folder, identity.uid, identity.gid)
  return folder
}

/** A server on a new data directory in the folder. */
export async function startCluster(
  installed: InstalledPostgres,
  { folder, port, isGroup = false }: { folder: string; port: number; isGroup?: boolean },
): Promise<RunningPostgres> {
  const password = join(folder, 'password')
  await writeFile(password, superuser.password, { mode: 0o644 })
  const data = join(folder, 'data')
  const options = ['-U', superuser.user, '--auth=scram-sha-256', `--pwfile=${password}`, '--encoding=UTF8', '--no-sync']
  await runProgram(installed, 'initdb', ['-D', data, ...options])
  return runPostgres(installed, { folder, data, port, isGroup })
}

/** A program of PostgreSQL, to its end. Throws unless it ends with 0. */
export async function runProgram(
  { major, bin }: InstalledPostgres,
  program: string,
  args: readonly string[],
): Promise<void> {
  const [code] = (await once(spawn(join(bin, program), args, await spawnOptions()), 'exit')) as [number]
  if (code !== 0) throw new Error(`${program} of PostgreSQL ${major} ended with ${code}.`)
}

export interface RunningPostgres {
  /** As the superuser. */
  administer(text: string): Promise<void>
  /** SIGINT stops it, SIGKILL kills it: with all of its processes if they are a group. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
}

export async function runPostgres(
  { bin }: InstalledPostgres,
  { folder, data, port, isGroup = false }: { folder: string; data: string; port: number; isGroup?: boolean },
): Promise<RunningPostgres> {
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
  const args = ['-D', data, ...settings.flatMap((it) => ['-c', it])]
  const server = spawn(join(bin, 'postgres'), args, { ...(await spawnOptions()), detached: isGroup })
  const administer = (text: string): Promise<void> => execute(superuserUrl(port), text)
  await waitUntilUp(server, administer)
  return {
    administer,
    async end(signal) {
      if (server.exitCode !== null || server.signalCode !== null) return
      const exited = once(server, 'exit')
      if (signal === 'SIGKILL' && isGroup) process.kill(-(server.pid ?? 0), signal)
      else server.kill(signal)
      await exited
    },
  }
}

export const superuserUrl = (port: number): string =>
  `postgresql://${superuser.user}:${superuser.password}@127.0.0.1:${port}/postgres`

async function spawnOptions() {
  const env = { LC_ALL: 'C', PATH: process.env['PATH'] }
  return { ...(await ordinaryIdentity()), cwd: '/', stdio: 'ignore' as const, env }
}

async function waitUntilUp(server: ChildProcess, administer: (text: string) => Promise<void>): Promise<void> {
  while (server.exitCode === null) {
    try {
      return await administer('select 1')
    } catch {
      await delay(20)
    }
  }
  throw new Error('The installed PostgreSQL did not start.')
}

async function execute(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** PostgreSQL refuses root; the tests may be root. */
async function ordinaryIdentity(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const match = /^(?:postgres|nobody):[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'))
  return { uid: Number(match?.[1] ?? 65534), gid: Number(match?.[2] ?? 65534) }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
