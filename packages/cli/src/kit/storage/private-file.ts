import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

import { fail } from '../errors/failure.ts'
import { phrase } from '../phrases/phrase.ts'

/** The text of a file, or undefined if it does not exist. */
export function readTextIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (reason) {
    if (isErrno(reason, 'ENOENT') || isErrno(reason, 'ENOTDIR')) return undefined
    return fail('failure', phrase`${path} cannot be read: ${(reason as Error).message}`)
  }
}

/** A JSON object from one of our files. A damaged file fails with a hint; it is never overwritten silently. */
export function readJsonObject(path: string): Record<string, unknown> | undefined {
  const text = readTextIfThere(path)
  if (text === undefined || text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail('failure', phrase`${path} is damaged: it does not hold a JSON object. Repair it, or move it away.`, {
      hint: `mv ${path} ${path}.damaged`,
    })
  return value as Record<string, unknown>
}

/** Replaces a file atomically, readable only by its owner. Call under {@link withLock}. */
export function writePrivateFile(path: string, text: string): void {
  openPrivateDraft(path).keep(text)
}

/** A file that only its owner can read, written beside the file that it then replaces. */
export type PrivateDraft = { keep(text: string): void; discard(): void }

/** Fails if the file cannot be written, before its text exists. */
export function openPrivateDraft(path: string): PrivateDraft {
  ensurePrivateFolder(dirname(path))
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
  const draft = `${path}.${process.pid}.new`
  rmSync(draft, { force: true })
  const file = openSync(draft, 'wx', 0o600)
  return {
    keep(text) {
      try {
        writeSync(file, text)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      renameSync(draft, path)
    },
    discard() {
      closeSync(file)
      rmSync(draft, { force: true })
    },
  }
}

/** Writes a new file that only its owner can read. Throws EEXIST where there is one. */
export function writeNewPrivateFile(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } catch (reason) {
    rmSync(path, { force: true })
    throw reason
  } finally {
    closeSync(file)
  }
}

export function ensurePrivateFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700)
}

export function isErrno(reason: unknown, code: string): boolean {
  return reason instanceof Error && (reason as NodeJS.ErrnoException).code === code
}
