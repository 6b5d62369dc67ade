import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Ticks a second in /proc: 100 on every Linux that Node.js runs on. */
const ticks = 100

/** Seconds of processor time a process has used so far; undefined where there is no /proc. */
export function cpuSecondsOf(pid) {
  return statOf(pid)?.own
}

/** The same of the embedded PostgreSQL in a data directory, with the processes of connections that have ended. */
export function cpuSecondsOfDatabase(dataDir) {
  const pid = Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const postmaster = statOf(pid)
  if (postmaster === undefined) return undefined
  const running = readdirSync('/proc')
    .map((name) => (/^\d+$/.test(name) ? statOf(name) : undefined))
    .filter((stat) => stat?.parent === pid)
  return running.reduce((sum, { own }) => sum + own, postmaster.own + postmaster.ended)
}

function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const seconds = (user, system) => (fields[user] + fields[system]) / ticks
    return { parent: fields[1], own: seconds(11, 12), ended: seconds(13, 14) }
  } catch {
    return undefined
  }
}
