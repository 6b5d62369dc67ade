import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { cpuSecondsOf } from './cpu-time.mjs'

/** Seconds of processor time of the embedded PostgreSQL of a data directory: each of its processes that runs now, by id. */
export function databaseCpu(dataDir) {
  const root = Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const used = new Map()
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const pid = Number(name)
      if (pid !== root && parentOf(pid) !== root) continue
      const seconds = cpuSecondsOf(pid)
      if (seconds !== undefined) used.set(pid, seconds)
    }
  } catch {
    // No /proc.
  }
  return used
}

/** What was used between two readings. A connection that ended in between is left out. */
export function usedBetween(before, after) {
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

function parentOf(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}
