import { randomBytes } from 'node:crypto'
import { chown, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from './home.ts'
import { type Runner, reasonIn, runAs } from './runner.ts'

/** The PostgreSQL version of the embedded programs, which a data folder must have too. */
const majorVersion = '18'

/** The roles of a Portico database that may connect over the socket. */
export const localRoles = ['portico', 'portico_app'] as const

const settings = {
  shared_buffers: '32MB',
  max_connections: '100',
  max_wal_size: '256MB',
  // One small machine: no workers other than the backends, no parallel plans, no JIT.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // In the data folder: a container's /dev/shm is small, and a killed server would leave a segment there.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%u@%d ',
  password_encryption: 'scram-sha-256',
}

/**
 * Creates the data folder at the first start and updates the allowed clients at every start. initdb runs under a
 * temporary name that is renamed at the end, so an interrupted run only leaves files that the next start removes.
 */
export async function settleCluster(home: Home, env: NodeJS.ProcessEnv, durable: boolean): Promise<void> {
  const data = join(home.folder, 'data')
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === '') await createCluster(home, data, env, durable)
  else if (version !== majorVersion) {
    throw new Error(`${data} was made by PostgreSQL ${version}; this is PostgreSQL ${majorVersion}.`)
  }
  await admitPeers(data, home.runner)
}

async function createCluster(home: Home, data: string, env: NodeJS.ProcessEnv, durable: boolean): Promise<void> {
  for (const name of await readdir(home.folder)) {
    if (name.startsWith('initdb-')) await rm(join(home.folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const unfinished = join(home.folder, `initdb-${randomBytes(6).toString('hex')}`)
  const args = ['-D', unfinished, '--username=portico', '--auth=peer', '--encoding=UTF8', '--locale=C']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  if (!durable) args.push('--no-sync')
  const { code, output } = await runAs(home.runner, join(home.native, 'bin/initdb'), args, env)
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    throw new Error(
      `PostgreSQL's data folder could not be made in ${home.folder} (initdb, exit code ${code}): ${reasonIn(output)}`,
    )
  }
  const access = localRoles.map((role) => `local all ${role} peer map=local\n`).join('')
  await replaceFile(join(unfinished, 'pg_hba.conf'), access, home.runner)
  await admitPeers(unfinished, home.runner)
  await rename(unfinished, data)
  await syncFolder(home.folder)
}

async function admitPeers(data: string, runner: Runner): Promise<void> {
  const file = join(data, 'pg_ident.conf')
  const lines = runner.peerNames.flatMap((name) => localRoles.map((role) => `local "${name}" ${role}\n`)).join('')
  if ((await readFile(file, 'utf8').catch(() => '')) !== lines) await replaceFile(file, lines, runner)
}

async function replaceFile(file: string, content: string, owner: Runner): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600 })
  if (process.getuid?.() === 0) await chown(`${file}.new`, owner.uid, owner.gid)
  await rename(`${file}.new`, file)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
