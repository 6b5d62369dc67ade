import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'

export interface StartLock {
  release(): Promise<void>
}

/**
 * Takes the kernel's exclusive lock on `file`, across processes and across containers that share the folder.
 *
 * Node has no flock(2), so a child holds it: `cat` behind flock(1), or the same in Perl where flock(1) is missing
 * (macOS). The child ends when its standard input closes, so a holder killed with -9 releases the lock too.
 */
export async function takeStartLock(file: string, timeoutMs: number): Promise<StartLock> {
  const lock = await tryLock(file, { exclusive: true, waitSeconds: timeoutMs / 1000 })
  if (lock === 'busy')
    throw new Error(`Another process has been starting or stopping PostgreSQL for ${timeoutMs / 1000} s (${file}).`)
  if (lock !== 'missing') return lock
  throw new Error('The embedded PostgreSQL needs the command flock or perl. Install one of them, or set DATABASE_URL.')
}

export type LockUse = { readonly exclusive: boolean; readonly waitSeconds: number }

/** `busy`: another process held it for so long. `missing`: neither flock nor perl is installed. */
export async function tryLock(file: string, use: LockUse): Promise<StartLock | 'busy' | 'missing'> {
  await touch(file)
  for (const [command, ...args] of holders(file, use)) {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    const outcome = await waitForLock(child, use.waitSeconds * 1000)
    if (outcome === 'held') {
      keepAlive(child, false)
      return { release: () => release(child) }
    }
    if (outcome === 'late') return 'busy'
  }
  return 'missing'
}

function holders(file: string, { exclusive }: LockUse): [string, ...string[]][] {
  const mode = exclusive ? 2 : 1
  const perl = `open my $f, "<", $ARGV[0] or die; flock($f, ${mode}) or die; $| = 1; while (<STDIN>) { print }`
  return [
    ['flock', exclusive ? '--exclusive' : '--shared', file, 'cat'],
    ['perl', '-e', perl, file],
  ]
}

/** The child repeats our line once it holds the lock. */
async function waitForLock(child: ChildProcess, timeoutMs: number): Promise<'held' | 'missing' | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve('late')
    }, timeoutMs)
    const settle = (act: () => void) => {
      clearTimeout(timer)
      act()
    }
    child.once('error', (error: NodeJS.ErrnoException) =>
      settle(() => (error.code === 'ENOENT' ? resolve('missing') : reject(error))),
    )
    child.once('exit', (code) => settle(() => reject(new Error(`The lock could not be taken (exit code ${code}).`))))
    child.stdout?.once('data', () => settle(() => resolve('held')))
    child.stdin?.on('error', () => {})
    child.stdin?.write('held\n')
  })
}

async function release(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  keepAlive(child, true)
  const exited = once(child, 'exit')
  child.stdin?.end()
  await exited
}

/** Whether the process waits for the child: a start that failed must end although it still holds its lock. */
function keepAlive(child: ChildProcess, isKept: boolean): void {
  const method = isKept ? 'ref' : 'unref'
  child[method]()
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket | null)?.[method]()
}

/** When root creates the file in another user's folder, that user must still be able to open it. */
async function touch(file: string): Promise<void> {
  const handle = await open(file, 'a', 0o644)
  await handle.close()
  if (process.getuid?.() !== 0) return
  const folder = await stat(dirname(file))
  await chown(file, folder.uid, folder.gid)
}
