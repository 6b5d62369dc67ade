import { createPrivateKey, createPublicKey } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import type { KeyFolder } from '@portico/core'

import { writeNewFile } from '../../kit/terminal/tty/write-file.ts'
import { ensurePrivateFolder, readTextIfThere } from '../../kit/storage/private-file.ts'

/** A folder with one private key in a file for each account; it is created with the first key. `path` is absolute. */
export function openKeyFolder(path: string): KeyFolder {
  const pathOf = (file: string) => join(path, file)
  return {
    pathOf,
    publicKeyIn(file) {
      const text = readTextIfThere(pathOf(file))
      if (text === undefined) return undefined
      try {
        return createPublicKey(createPrivateKey(text)).export({ type: 'spki', format: 'pem' }).toString()
      } catch (reason) {
        throw new Error(`${pathOf(file)} exists already and holds no private key.`, { cause: reason })
      }
    },
    write(file, privateKey) {
      ensurePrivateFolder(path)
      writeNewFile(pathOf(file), privateKey, { cwd: path, home: path })
    },
    remove: (file) => rmSync(pathOf(file), { force: true }),
  }
}
