import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the data directory with mode 0700. Throws one sentence if it cannot be created or written: on a read-only file
 * system not even root can.
 */
export function makeDataFolder(dataDir: string): void {
  refuseFile(dataDir)
  const missing: string[] = []
  let folder = dataDir
  try {
    // Creating a folder below a read-only one fails with ENOENT, which suggests the wrong cause.
    for (; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
    // One after the other: `recursive` never ends where a file system takes no folders, such as /proc.
    for (const path of missing) makeFolder(path)
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new Error(
      `The data directory ${dataDir} cannot be written (${folder}: ${reasons[code] ?? code}). ` +
        'Make it writable for the user of the server, or choose another one with --data or PORTICO_DATA.',
      { cause },
    )
  }
}

/** Throws one sentence if something else than a folder is in its place. It may be missing. */
export function refuseFile(dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error(`The data directory ${dataDir} is a file. Name a folder with --data or PORTICO_DATA.`)
}

/** Another process may create it at the same moment. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'read-only file system',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOTDIR: 'not a folder',
  EEXIST: 'not a folder',
  ENOENT: 'folders cannot be created there',
  ENOSPC: 'no space left on the disk',
}
