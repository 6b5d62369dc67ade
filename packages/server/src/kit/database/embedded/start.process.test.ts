import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type HolderProcess, type HolderSettings, buildHolder, startHolder } from '../testing/holder-process.ts'
import { silentLog } from '../testing/silent-log.ts'
import { findTestRoot } from '../testing/test-root.ts'
import { locateBinaries } from './binaries.ts'
import { isPostmaster, readPostmasterPid } from './postmaster-file.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

const isRoot = process.getuid?.() === 0
const adHocUid = 54_321

let shared: string
let program: string
/** A copy of the programs that every uid can read, without the links that an install script would have made. */
let native: string
let folder: string
let dataDir: string
let holders: HolderProcess[]
let others: ChildProcess[]

beforeAll(async () => {
  shared = await mkdtemp(join(await findTestRoot(), 'portico-embedded-'))
  await chmod(shared, 0o755)
  program = await buildHolder(shared)
  native = await copyWithoutLinks(join(shared, 'package'))
})

afterAll(() => rm(shared, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(await findTestRoot(), 'portico-embedded-'))
  dataDir = join(folder, 'data')
  holders = []
  others = []
})

afterEach(async () => {
  for (const holder of holders)
    if (holder.child.exitCode === null && holder.child.signalCode === null) await holder.kill()
  for (const other of others) other.kill('SIGKILL')
  await removeEmbeddedPostgres({ dataDir, log: silentLog })
  await rm(folder, { recursive: true, force: true })
})

describe('one process', () => {
  test('the first start creates a durable database that listens only on a socket', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const [row] = await query(
      postgres.connection('portico', 'postgres'),
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp,
              current_setting('data_checksums') as checksums, inet_server_addr() is null as socket, version() as version`,
    )
    expect(row).toMatchObject({ fsync: 'on', tcp: '', checksums: 'on', socket: true })
    expect(row?.['version']).toMatch(/^PostgreSQL 18\./)
    await postgres.stop()
    expect(await runningPostmaster()).toBeUndefined()
  })

  test('the second start finds what the first one wrote', async () => {
    await withPostgres(async (config) => void (await query(config, 'create table kept as select 42 as answer')))
    await withPostgres(async (config) => expect(await query(config, 'select * from kept')).toEqual([{ answer: 42 }]))
  })

  test('only the two Portico roles can connect', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog })
    try {
      await query(postgres.connection('portico', 'postgres'), 'create role stranger login')
      await expect(query(postgres.connection('stranger', 'postgres'), 'select 1')).rejects.toThrow(/pg_hba.conf/)
    } finally {
      await postgres.stop()
    }
  })

  test('a postmaster that dies is restarted by the server that uses it', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const first = await runningPostmaster()
    process.kill(first ?? 0, 'SIGKILL')
    await vi.waitFor(async () => {
      expect(await runningPostmaster()).not.toBe(first)
      await query(postgres.connection('portico', 'postgres'), 'select 1')
    }, 20_000)
    await postgres.stop()
    expect(await runningPostmaster()).toBeUndefined()
  })

  test('a path too long for a socket gets a private folder elsewhere, which the last user removes', async () => {
    dataDir = join(folder, 'a'.repeat(60), 'b'.repeat(60))
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const { host } = postgres.connection('portico', 'postgres')
    expect(host.startsWith(dataDir)).toBe(false)
    expect((await stat(host)).mode & 0o777).toBe(0o700)
    expect((await readFile(join(dataDir, 'postgres/socket-folder'), 'utf8')).trim()).toBe(host)
    await query(postgres.connection('portico', 'postgres'), 'select 1')
    await postgres.stop()
    await expect(stat(host)).rejects.toThrow(/ENOENT/)
  })

  test('an initdb killed halfway does not prevent the next start', async () => {
    const holder = hold()
    await vi.waitFor(
      async () => {
        const [unfinished] = (await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('initdb-'))
        expect(await readdir(join(dataDir, 'postgres', unfinished ?? 'none'))).toContain('base')
      },
      { timeout: 45_000, interval: 2 },
    )
    await holder.kill()
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('data')
    await withPostgres((config) => query(config, 'select 1'))
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('initdb-'))).toEqual([])
  })
})

describe('several processes', () => {
  test('four that start at once share one postmaster, and the last to leave stops it', async () => {
    const started = [hold(), hold(), hold(), hold()]
    const configs = await Promise.all(started.map((holder) => holder.ready()))
    const pids = await Promise.all(configs.map((config) => postmasterOf(config)))
    expect(new Set(pids).size).toBe(1)
    for (const holder of started.slice(0, 3)) await holder.stop()
    await query(configs[3] ?? {}, 'select 1')
    await started[3]?.stop()
    expect(await runningPostmaster()).toBeUndefined()
  })

  test('processes that come and go at random never meet a second or a missing postmaster', async () => {
    const visit = async (): Promise<void> => {
      for (let round = 0; round < 6; round += 1) {
        await withPostgres(async (config) => void (await query(config, 'select 1')))
      }
    }
    await Promise.all([visit(), visit(), visit()])
    expect(await runningPostmaster()).toBeUndefined()
    expect(await readFile(join(dataDir, 'postgres/log'), 'utf8')).not.toMatch(/already exists|not properly shut down/)
  })

  test('the postmaster of a server killed with -9 is adopted, and stopped by the one that adopted it', async () => {
    const holder = hold()
    await holder.ready()
    const left = await runningPostmaster()
    await holder.kill()
    expect(await runningPostmaster()).toBe(left)
    await withPostgres(async (config) => expect(await postmasterOf(config)).toBe(left))
    expect(await runningPostmaster()).toBeUndefined()
  })

  test('after kill -9 of everything, the next start has all committed data', async () => {
    const holder = hold()
    const config = await holder.ready()
    await query(config, 'create table kept (n int)')
    await query(config, 'insert into kept select generate_series(1, 1000)')
    const left = await runningPostmaster()
    await holder.kill()
    process.kill(left ?? 0, 'SIGKILL')
    await withPostgres(async (again) => {
      expect(await postmasterOf(again)).not.toBe(left)
      expect(await query(again, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
    })
  })

  test('a stale postmaster.pid whose number now belongs to another program does not hinder the start', async () => {
    const holder = hold()
    await holder.ready()
    const left = (await runningPostmaster()) ?? 0
    await holder.kill()
    process.kill(left, 'SIGKILL')
    const other = spawn('sleep', ['600'], { stdio: 'ignore' })
    others.push(other)
    const file = join(dataDir, 'postgres/data/postmaster.pid')
    for (const path of [file, join(dataDir, 'postgres/.s.PGSQL.5432.lock')]) {
      await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(other.pid)))
    }
    await withPostgres((config) => query(config, 'select 1'))
    expect(other.exitCode).toBeNull()
    expect(other.signalCode).toBeNull()
  })

  test.runIf(process.platform === 'linux')('Ctrl-C in the terminal does not reach the postmaster', async () => {
    await hold().ready()
    const pid = await runningPostmaster()
    const statistics = await readFile(`/proc/${pid}/stat`, 'utf8')
    const group = Number(statistics.slice(statistics.lastIndexOf(')') + 2).split(' ')[2])
    expect(group).toBe(pid)
  })

  test('the files are not removed while another process uses them', async () => {
    const holder = hold()
    const config = await holder.ready()
    await expect(removeEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(/Another process/)
    await query(config, 'select 1')
    await holder.stop()
  })
})

describe('who runs it', () => {
  test.runIf(isRoot)('root without user namespaces runs it as user nobody, who then owns the folder', async () => {
    await chmod(folder, 0o755)
    const holder = hold({ path: await pathWithoutUnshare(), systemFolder: join(shared, 'system') })
    await query(await holder.ready(), 'select 1')
    const owner = await stat(join(dataDir, 'postgres/data'))
    expect(owner.uid).not.toBe(0)
    await holder.stop()
    // The next start, namespaces or not, runs as the owner of the files.
    await withPostgres((config) => query(config, 'select 1'))
  })

  test.runIf(isRoot)(
    'root without user namespaces under a closed home keeps the files in the system folder',
    async () => {
      const systemFolder = join(shared, 'system')
      const home = join(folder, 'home')
      await mkdir(home, { mode: 0o700 })
      dataDir = join(home, 'data')
      const path = await pathWithoutUnshare()
      const closed = await copyWithoutLinks(join(home, 'package'))
      const first = hold({ path, systemFolder, native: closed })
      await query(await first.ready(), 'create table kept as select 1 as one')
      expect(first.logged.join('\n')).toMatch(/stored in another folder/)
      const location = (await readFile(join(dataDir, 'postgres/location'), 'utf8')).trim()
      expect(location.startsWith(systemFolder)).toBe(true)
      await first.stop()
      const second = hold({ path, systemFolder, native: closed })
      expect(await query(await second.ready(), 'select one from kept')).toEqual([{ one: 1 }])
      await second.stop()
      await removeEmbeddedPostgres({ dataDir, log: silentLog })
      await expect(stat(location)).rejects.toThrow(/ENOENT/)
    },
  )

  test.runIf(isRoot)('root runs it under a closed home', async () => {
    const home = join(folder, 'home')
    await mkdir(home, { mode: 0o700 })
    dataDir = join(home, 'data')
    await withPostgres((config) => query(config, 'select 1'))
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('location')
  })

  test.runIf(isRoot).for([
    ['an ordinary user', 65534],
    ['a uid without a name', adHocUid],
  ] as const)('%s runs it, and root can join', async ([, uid]) => {
    await chmod(folder, 0o777)
    const holder = hold({ uid })
    await holder.ready()
    const left = await runningPostmaster()
    expect((await stat(`/proc/${left}`)).uid).toBe(uid)
    await withPostgres(async (config) => expect(await postmasterOf(config)).toBe(left))
    await holder.stop()
    expect(await runningPostmaster()).toBeUndefined()
    // root runs it as the owner of the directory, who can use it afterwards.
    await withPostgres(async () => expect((await stat(`/proc/${await runningPostmaster()}`)).uid).toBe(uid))
    const again = hold({ uid })
    await again.ready()
    await again.stop()
  })

  test.runIf(isRoot)("another user's directory fails with a message", async () => {
    await chmod(folder, 0o755)
    await withPostgres((config) => query(config, 'select 1'))
    await expect(hold({ uid: adHocUid }).ready()).rejects.toThrow(/EACCES|belongs to/)
  })
})

describe('the programs', () => {
  test('missing library links are made in the package', async () => {
    const copy = await copyWithoutLinks(join(folder, 'package'))
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, native: copy })
    await postgres.stop()
    expect(await readdir(join(copy, 'lib'))).toContain(process.platform === 'linux' ? 'libicuuc.so.60' : 'libz.1.dylib')
  })

  test.runIf(isRoot)('in a tree that cannot be written the links go to the data directory', async () => {
    await chmod(folder, 0o777)
    const copy = await copyWithoutLinks(join(folder, 'package'))
    const holder = hold({ uid: adHocUid, native: copy })
    await query(await holder.ready(), 'select 1')
    expect(await readdir(join(copy, 'lib'))).not.toContain('libicuuc.so.60')
    await holder.stop()
  })

  test('on an unsupported platform the error names DATABASE_URL', () => {
    expect(() => locateBinaries('sunos', 'x64')).toThrow(/DATABASE_URL/)
    expect(() => locateBinaries('win32', 'x64')).toThrow(/DATABASE_URL/)
  })
})

function hold(settings: Partial<HolderSettings> = {}): HolderProcess {
  const holder = startHolder({ program, dataDir, native, ...settings })
  holders.push(holder)
  return holder
}

async function withPostgres(work: (config: pg.ClientConfig) => Promise<unknown>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, native })
  try {
    await work(postgres.connection('portico', 'postgres'))
  } finally {
    await postgres.stop()
  }
}

async function query(config: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** The process that serves a connection, as reported by the server. */
async function postmasterOf(config: pg.ClientConfig): Promise<number> {
  const [row] = await query(config, `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
  return Number(row?.['pid'])
}

async function runningPostmaster(): Promise<number | undefined> {
  const data = join(dataDir, 'postgres/data')
  const pid = await readPostmasterPid(data)
  return pid !== undefined && (await isPostmaster(pid, data)) ? pid : undefined
}

async function copyWithoutLinks(target: string): Promise<string> {
  const source = locateBinaries()
  const links = JSON.parse(await readFile(join(source, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  const left = new Set(links.map((link) => join(dirname(source), link.target)))
  const copy = join(target, 'native')
  await cp(source, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !left.has(path) })
  await cp(join(source, '../package.json'), join(target, 'package.json'))
  return copy
}

/** A PATH with every command except unshare. */
async function pathWithoutUnshare(): Promise<string> {
  const commands = join(shared, 'commands')
  await mkdir(commands, { recursive: true })
  for (const name of ['sh', 'flock', 'cat', 'chown', 'chmod', 'id', 'test']) {
    for (const place of (process.env['PATH'] ?? '').split(delimiter)) {
      if (await stat(join(place, name)).catch(() => undefined)) {
        await symlink(join(place, name), join(commands, name)).catch(() => {})
        break
      }
    }
  }
  return commands
}
