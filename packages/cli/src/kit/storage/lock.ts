import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { fail } from '../errors/failure.ts'
import { ensurePrivateFolder, isErrno } from './private-file.ts'
import { phrase } from '../phrases/phrase.ts'

const waitMs = 20
const attemptsMax = 250
/** The work under the lock is only a read and a rename, so an older lock belongs to a dead process. */
const staleMs = 5_000

/** Runs `work` while no other portico process writes `path`. `work` is synchronous, so a signal cannot interrupt it. */
export async function withLock<T>(path: string, work: () => T): Promise<T> {
  const lock = `${path}.lock`
  ensurePrivateFolder(dirname(path))
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (take(lock)) {
      try {
        return work()
      } finally {
        rmSync(lock, { force: true })
      }
    }
    if (isStale(lock)) rmSync(lock, { force: true })
    else await wait(waitMs)
  }
  return fail('failure', phrase`Another portico command is writing ${path}. If none is running, remove its lock.`, {
    hint: `rm ${lock}`,
  })
}

function take(lock: string): boolean {
  try {
    const file = openSync(lock, 'wx', 0o600)
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (reason) {
    if (isErrno(reason, 'EEXIST')) return false
    return fail('failure', phrase`${lock} cannot be written: ${(reason as Error).message}`)
  }
}

function isStale(lock: string): boolean {
  try {
    const age = Date.now() - statSync(lock).mtimeMs
    const owner = Number(readFileSync(lock, 'utf8'))
    return age > staleMs || (owner > 0 && age > waitMs && !isRunning(owner))
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (reason) {
    return isErrno(reason, 'EPERM')
  }
}
