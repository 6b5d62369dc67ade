import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the data directory with mode 0700. Throws one sentence if it cannot be created or written: on a read-only file
 * system not even root can.
 */
export function makeDataFolder(dataDir: string): void {
  let folder = dataDir
  try {
    // Creating a folder below a read-only one fails with ENOENT, which suggests the wrong cause.
    while (!existsSync(folder)) folder = dirname(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new Error(
      `The data directory ${dataDir} cannot be written (${folder}: ${reasons[code] ?? code}). ` +
        'Make it writable for the user of the server, or choose another one with --data or PORTICO_DATA.',
      { cause },
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'read-only file system',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOTDIR: 'not a folder',
  EEXIST: 'not a folder',
  ENOSPC: 'no space left on the disk',
}
