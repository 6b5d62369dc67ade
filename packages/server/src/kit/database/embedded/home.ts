import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseLog } from '../log.ts'
import type { NativeFolder } from './binaries.ts'
import { type Runner, runAs, runnersFor } from './runner.ts'

export interface Home {
  /** PostgreSQL's own folder: `data`, `initdb-*`, the socket. */
  readonly folder: string
  readonly runner: Runner
  readonly native: NativeFolder
}

/** `DIR/postgres`, created when missing. In another user's directory it belongs to that user. */
export async function makePostgresFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(await realpath(dataDir), 'postgres')
  await mkdir(folder, { mode: 0o700 }).then(
    () => giveTo(dirname(folder), folder),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return folder
}

/** The folder that PostgreSQL really uses: `DIR/postgres`, or the one recorded there. */
export async function readHomeFolder(postgresFolder: string): Promise<string> {
  const recorded = await readFile(join(postgresFolder, 'location'), 'utf8').catch(() => '')
  return recorded.trim() || postgresFolder
}

/** Whether the data directory has an embedded PostgreSQL. Creates nothing. */
export async function embeddedExists(dataDir: string): Promise<boolean> {
  return exists(join(await readHomeFolder(join(dataDir, 'postgres')), 'data', 'PG_VERSION'))
}

/**
 * Decides by trying who runs PostgreSQL, where its files are and which copy of its programs is used: a way is accepted
 * if it can write the folder and run the programs.
 */
export async function settleHome(
  postgresFolder: string,
  native: NativeFolder,
  systemFolder: string,
  log: DatabaseLog,
): Promise<Home> {
  const folder = await readHomeFolder(postgresFolder)
  const owner = await stat(folder)
  let problem = ''
  for (const runner of await runnersFor({ uid: owner.uid, gid: owner.gid })) {
    let home: Home = { folder, runner, native }
    let obstacle = await findObstacle(home)
    if (obstacle === 'folder' && process.getuid?.() === 0) {
      home = await handOver(home, postgresFolder, systemFolder, log)
      obstacle = await findObstacle(home)
    }
    if (obstacle === 'programs' && process.getuid?.() === 0) {
      home = { ...home, native: await copyPrograms(native, systemFolder, log) }
      obstacle = await findObstacle(home)
    }
    if (obstacle === undefined) return home
    problem = obstacle
  }
  throw new Error(
    `The embedded PostgreSQL cannot be run in ${folder} (${problem}). As a user without a name in /etc/passwd it needs ` +
      'user namespaces (unshare --user). Use an ordinary account, or set DATABASE_URL.',
  )
}

type Obstacle = 'runner' | 'folder' | 'programs'

async function findObstacle({ folder, runner, native }: Home): Promise<Obstacle | undefined> {
  const script = 'test -w "$1" && test -x "$1" || exit 21; test -x "$2" || exit 22'
  const { code } = await runAs(runner, 'sh', ['-c', script, 'sh', folder, join(native, 'bin/postgres')], process.env)
  if (code === 0) return undefined
  if (code === 21) return 'folder'
  if (code === 22) return 'programs'
  return 'runner'
}

/** Gives the folder to the runner; if it cannot pass a parent folder, uses the system's folder instead. */
async function handOver(home: Home, postgresFolder: string, systemFolder: string, log: DatabaseLog): Promise<Home> {
  const { folder, runner } = home
  if (runner.uid !== 0) {
    const parent = dirname(folder)
    const { mode, uid } = await stat(parent)
    // PostgreSQL only needs to pass through the directory; its other files keep their modes.
    if (uid === 0 && (mode & 0o011) === 0) await chmod(parent, (mode & 0o7777) | 0o011)
    await runAs(
      { ...runner, uid: 0, gid: 0, prefix: [] },
      'chown',
      ['-R', `${runner.uid}:${runner.gid}`, folder],
      process.env,
    )
    if ((await findObstacle(home)) !== 'folder') return home
  }
  const moved = join(systemFolder, randomBytes(8).toString('hex'))
  await mkdir(systemFolder, { recursive: true, mode: 0o755 })
  await mkdir(moved, { mode: 0o700 })
  if (await exists(join(folder, 'data'))) {
    await cp(join(folder, 'data'), join(moved, 'data'), { recursive: true, verbatimSymlinks: true })
  }
  const identity = `${runner.uid}:${runner.gid}`
  await runAs({ ...runner, uid: 0, gid: 0, prefix: [] }, 'chown', ['-R', identity, moved], process.env)
  const record = join(postgresFolder, 'location')
  await writeFile(`${record}.new`, `${moved}\n`)
  await rename(`${record}.new`, record)
  await rm(join(folder, 'data'), { recursive: true, force: true })
  log.warn(
    { folder: moved, dataDirectory: dirname(postgresFolder) },
    'PostgreSQL cannot reach the data directory as user nobody; its files are stored in another folder',
  )
  return { ...home, folder: moved }
}

async function copyPrograms(native: NativeFolder, systemFolder: string, log: DatabaseLog): Promise<NativeFolder> {
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string }
  const root = join(systemFolder, `postgresql-${version}`)
  const copy = join(root, 'native')
  if (await exists(copy)) return copy
  await mkdir(root, { recursive: true, mode: 0o755 })
  const temporary = join(root, `copy-${randomBytes(6).toString('hex')}`)
  await cp(native, temporary, { recursive: true, verbatimSymlinks: true })
  await runAs({ prefix: [], uid: 0, gid: 0, peerNames: [] }, 'chmod', ['-R', 'a+rX', temporary], process.env)
  await rename(temporary, copy).catch(() => rm(temporary, { recursive: true, force: true }))
  log.warn({ folder: copy }, 'PostgreSQL cannot reach its programs where they are installed; a copy is used')
  return copy
}

async function giveTo(example: string, path: string): Promise<void> {
  const { uid, gid } = await stat(example)
  if (process.getuid?.() === 0 && uid !== 0) await chown(path, uid, gid)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
