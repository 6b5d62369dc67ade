import { readdirSync, readFileSync } from 'node:fs'

export type RunningProcess = { readonly pid: number; readonly parent: number; readonly command: string }

/** Processes whose command line names a path (Linux: /proc). A child without it, such as a database worker, dies with its parent. */
export function processesNaming(path: string): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const pid = Number(name)
      const command = read(`/proc/${name}/cmdline`)?.replaceAll('\0', ' ').trim()
      // The state is after the name, which is in parentheses and may contain anything.
      const [state, parent] =
        read(`/proc/${name}/stat`)
          ?.replace(/^.*\) /s, '')
          .split(' ') ?? []
      if (command === undefined || !command.includes(path) || state === 'Z' || pid === process.pid) return []
      return { pid, parent: Number(parent), command }
    })
}

/**
 * Postmasters on a data directory: one while it is in use, never two. A worker has the command line of its postmaster for a moment,
 * until it names itself.
 */
export function postmastersOf(dataDir: string): RunningProcess[] {
  const found = processesNaming(dataDir).filter(({ command }) => /\/bin\/postgres -D /.test(command))
  return found.filter(({ parent }) => !found.some(({ pid }) => pid === parent))
}

export function simulatorsOf(dataDir: string): RunningProcess[] {
  return processesNaming(dataDir).filter(({ command }) => command.includes('simulator-config.json'))
}

/** Kills, and knows that it may be gone already. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
