import { resolve } from 'node:path'

import { isErrno, writeNewPrivateFile } from '../../storage/private-file.ts'
import { inHome, type Folders } from './read-file.ts'

/** Writes a new file that only its owner can read, and returns its whole path. Fails with a sentence. */
export function writeNewFile(path: string, text: string, { cwd, home }: Folders): string {
  const full = resolve(cwd, inHome(path, home))
  try {
    writeNewPrivateFile(full, text)
  } catch (reason) {
    if (isErrno(reason, 'EEXIST')) throw new Error(`${full} exists already, and is not overwritten.`, { cause: reason })
    if (isErrno(reason, 'ENOENT')) throw new Error(`The folder of ${full} does not exist.`, { cause: reason })
    if (isErrno(reason, 'EACCES')) throw new Error(`You may not write ${full}.`, { cause: reason })
    throw reason
  }
  return full
}
