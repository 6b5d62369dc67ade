import { open, type FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'

import { isErrno } from '../../storage/private-file.ts'

export type Folders = { readonly cwd: string; readonly home: string }

/** At most `bytesMax` + 1 bytes of a file: enough to detect that it is too large. `~` is the home folder. */
export async function readFileStart(path: string, bytesMax: number, folders: Folders): Promise<Uint8Array> {
  const file = await opened(path, folders)
  try {
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
}

/** The chunks of a file of any length. */
export async function* readFileChunks(path: string, folders: Folders): AsyncGenerator<Uint8Array> {
  const file = await opened(path, folders)
  for await (const chunk of file.createReadStream()) yield chunk as Uint8Array
}

/** `~` is the home folder. */
export function inHome(path: string, home: string): string {
  return path.replace(/^~(?=$|\/)/, home)
}

/** Rejects with a sentence. */
async function opened(path: string, { cwd, home }: Folders): Promise<FileHandle> {
  const full = resolve(cwd, inHome(path, home))
  try {
    const file = await open(full, 'r')
    if (!(await file.stat()).isDirectory()) return file
    await file.close()
  } catch (reason) {
    if (isErrno(reason, 'ENOENT')) throw new Error(`There is no file ${full}.`, { cause: reason })
    if (isErrno(reason, 'EACCES')) throw new Error(`You may not read ${full}.`, { cause: reason })
    throw reason
  }
  throw new Error(`${full} is a folder.`)
}
