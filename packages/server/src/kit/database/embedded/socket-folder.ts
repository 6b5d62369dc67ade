import { chown, lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Home } from './home.ts'

/** Maximum socket path that every system accepts (sun_path has 108 bytes on Linux, 104 on macOS). */
const socketPathMax = 100

const recordName = 'socket-folder'

/**
 * The folder of PostgreSQL's socket: its own folder, or, when that path is too long for a socket, a 0700 folder under
 * XDG_RUNTIME_DIR or the temporary folder, recorded so that the next start finds it again.
 */
export async function settleSocketFolder({ folder, runner }: Home): Promise<string> {
  if (fits(folder)) return folder
  const record = join(folder, recordName)
  const known = (await readFile(record, 'utf8').catch(() => '')).trim()
  if (known && (await isOurs(known, runner.uid))) return known
  const made = await makeShortFolder(runner.uid === process.getuid?.())
  if (process.getuid?.() === 0) await chown(made, runner.uid, runner.gid)
  await writeFile(record, `${made}\n`)
  return made
}

/** Removes the folder made for a long path; nothing otherwise. */
export async function removeSocketFolder(folder: string): Promise<void> {
  const record = join(folder, recordName)
  const known = (await readFile(record, 'utf8').catch(() => '')).trim()
  if (!known) return
  await rm(known, { recursive: true, force: true })
  await rm(record, { force: true })
}

async function makeShortFolder(mayUseRuntimeFolder: boolean): Promise<string> {
  const candidates = [mayUseRuntimeFolder ? process.env['XDG_RUNTIME_DIR'] : undefined, tmpdir(), '/tmp']
  for (const candidate of candidates) {
    if (!candidate || !fits(join(candidate, 'portico-XXXXXX'))) continue
    const made = await mkdtemp(join(candidate, 'portico-')).catch(() => undefined)
    if (made !== undefined) return made
  }
  throw new Error('No folder with a short enough path for the PostgreSQL socket. Set XDG_RUNTIME_DIR or TMPDIR.')
}

/** The temporary folder is world-writable: the recorded path must be a private folder that we own. */
async function isOurs(folder: string, uid: number): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
}

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= socketPathMax
