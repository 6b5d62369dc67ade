import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'

/** How to run PostgreSQL's programs so that they do not see uid 0 and find a name for their uid. */
export interface Runner {
  /** Command words before the program. */
  readonly prefix: readonly string[]
  /** The uid and gid that own PostgreSQL's files; programs are started with them when they differ from ours. */
  readonly uid: number
  readonly gid: number
  /** The names under which PostgreSQL sees the clients that may connect (pg_ident.conf). */
  readonly peerNames: readonly string[]
}

/** The account `nobody`, whose ids differ between systems. */
export interface Nobody {
  readonly uid: number
  readonly gid: number
}

/**
 * The ways to run PostgreSQL on files owned by `owner`, best first.
 *
 * - An ordinary user runs it directly; a uid without a name runs it in a user namespace, where it is called `nobody`.
 * - root runs it in a user namespace, else as the user `nobody`; on another user's files, as that user.
 */
export async function runnersFor(owner: { uid: number; gid: number }): Promise<Runner[]> {
  const me = process.getuid?.() ?? 0
  const nobody = await findNobody()
  if (me !== 0 && owner.uid !== me) {
    throw new Error(`The database's folder belongs to uid ${owner.uid}; this process has uid ${me}.`)
  }
  const inNamespace: Runner = {
    prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`],
    ...owner,
    peerNames: ['nobody'],
  }
  if (owner.uid === 0) return [inNamespace, { prefix: [], ...nobody, peerNames: ['root', 'nobody'] }]
  const name = await nameOf(owner.uid, me)
  return name === undefined ? [inNamespace] : [{ prefix: [], ...owner, peerNames: [...new Set([name, 'root'])] }]
}

export function spawnAs(runner: Runner, program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const [command = program, ...rest] = [...runner.prefix, program, ...args]
  const identity = process.getuid?.() === runner.uid ? {} : { uid: runner.uid, gid: runner.gid }
  return spawn(command, rest, { ...options, ...identity })
}

/** Runs a program to its end; the exit code is -1 when it could not be started. */
export async function runAs(
  runner: Runner,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const child = spawnAs(runner, program, args, { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code: code ?? -1, output }
  } catch (error) {
    return { code: -1, output: String(error) }
  }
}

/** The line of a program's output that says why it failed. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return (lines.findLast((line) => /\b(?:fatal|panic|error)\b/i.test(line)) ?? lines.at(-1) ?? '').trim()
}

async function nameOf(uid: number, me: number): Promise<string | undefined> {
  if (uid === me) {
    try {
      return userInfo().username
    } catch {
      return undefined
    }
  }
  const itself: Runner = { prefix: [], uid: me, gid: process.getgid?.() ?? 0, peerNames: [] }
  const { code, output } = await runAs(itself, 'id', ['-un', String(uid)], process.env)
  return code === 0 ? output.trim() : undefined
}

async function findNobody(): Promise<Nobody> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const match = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(accounts)
  return match ? { uid: Number(match[1]), gid: Number(match[2]) } : { uid: 65534, gid: 65534 }
}
