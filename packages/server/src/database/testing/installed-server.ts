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

const superuser = { user: 'postgres', password: 'top' }

/**
 * The folder with the programs of an installed PostgreSQL 15 or newer (Debian's layout). Undefined when there is none,
 * or when this uid has no name, without which PostgreSQL does not run.
 */
export async function findInstalledPostgres(): Promise<{ major: number; bin: string } | undefined> {
  if (!hasName()) return undefined
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const majors = versions.map(Number).filter((major) => major >= 15)
  const major = Math.min(...majors)
  return majors.length === 0 ? undefined : { major, bin: join('/usr/lib/postgresql', String(major), 'bin') }
}

export async function startInstalledPostgres({ major, bin }: { major: number; bin: string }): Promise<InstalledServer> {
  const folder = await mkdtemp(join(await findTestRoot(), 'portico-installed-'))
  const identity = await ordinaryIdentity()
  if (identity !== undefined) await chown(folder, identity.uid, identity.gid)
  const password = join(folder, 'password')
  await writeFile(password, superuser.password)
  if (identity !== undefined) await chown(password, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const options = { ...identity, cwd: '/', stdio: 'ignore' as const, env: { LC_ALL: 'C', PATH: process.env['PATH'] } }
  const initdb = spawn(
    join(bin, 'initdb'),
    ['-D', data, '-U', superuser.user, '--auth=scram-sha-256', `--pwfile=${password}`, '--encoding=UTF8', '--no-sync'],
    options,
  )
  const [code] = (await once(initdb, 'exit')) as [number]
  if (code !== 0) throw new Error(`initdb of PostgreSQL ${major} ended with ${code}.`)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((it) => ['-c', it])], options)
  const url = (user: string, secret: string, database: string): string =>
    `postgresql://${user}:${secret}@127.0.0.1:${port}/${database}`
  const administer = (text: string): Promise<void> => execute(url(superuser.user, superuser.password, 'postgres'), text)
  await waitUntilUp(server, administer)
  return {
    major,
    url,
    administer,
    stop: async () => {
      const exited = once(server, 'exit')
      server.kill('SIGINT')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
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

async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
