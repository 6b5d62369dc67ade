import { readFileSync } from 'node:fs'

/** Ticks a second in /proc: 100 on every Linux that Node.js runs on. */
const ticks = 100

/** Seconds of processor time a process has used so far; undefined where there is no /proc. */
export function cpuSecondsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticks
  } catch {
    return undefined
  }
}
