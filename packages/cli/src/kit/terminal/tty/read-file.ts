import { open } from 'node:fs/promises'
import { resolve } from 'node:path'

import { isErrno } from '../../storage/private-file.ts'

/** At most `bytesMax` + 1 bytes of a file: enough to detect that it is too large. `~` is the home folder. */
export async function readFileStart(
  path: string,
  bytesMax: number,
  folders: { readonly cwd: string; readonly home: string },
): Promise<Uint8Array> {
  const full = resolve(folders.cwd, path.replace(/^~(?=$|\/)/, folders.home))
  try {
    const file = await open(full, 'r')
    try {
      if ((await file.stat()).isDirectory()) throw new Error(`${full} is a folder.`)
      const bytes = Buffer.alloc(bytesMax + 1)
      let length = 0
      for (;;) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, length)
        length += bytesRead
        if (bytesRead === 0 || length === bytes.length) return bytes.subarray(0, length)
      }
    } finally {
      await file.close()
    }
  } catch (reason) {
    if (isErrno(reason, 'ENOENT')) throw new Error(`There is no file ${full}.`, { cause: reason })
    if (isErrno(reason, 'EACCES')) throw new Error(`You may not read ${full}.`, { cause: reason })
    throw reason
  }
}
