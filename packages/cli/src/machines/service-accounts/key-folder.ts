import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { KeyFolder } from '@portico/core'

import { writeNewFile } from '../../kit/terminal/tty/write-file.ts'
import { ensurePrivateFolder, readTextIfThere, writePrivateFile } from '../../kit/storage/private-file.ts'

/**
 * A folder with one private key in a file for each account; it is created with the first key. `path` is absolute. Until the public key is
 * stored, a note beside the file says which account it is for: a run that was killed in between can be continued.
 */
export function openKeyFolder(path: string): KeyFolder {
  const pathOf = (file: string) => join(path, file)
  const noteOf = (file: string) => `${pathOf(file)}.pending`
  return {
    exists: () => existsSync(path),
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
    write(file, privateKey, accountId) {
      ensurePrivateFolder(path)
      if (existsSync(pathOf(file))) throw new Error(`${pathOf(file)} exists already, and is not overwritten.`)
      // Written first: a kill in between then leaves a note without a key, which the next run replaces.
      writePrivateFile(noteOf(file), noteFor(accountId, privateKey))
      writeNewFile(pathOf(file), privateKey, { cwd: path, home: path })
    },
    isPendingFor(file, accountId) {
      const [note, key] = [readTextIfThere(noteOf(file)), readTextIfThere(pathOf(file))]
      return note !== undefined && key !== undefined && note === noteFor(accountId, key)
    },
    settle: (file) => rmSync(noteOf(file), { force: true }),
    remove(file) {
      rmSync(pathOf(file), { force: true })
      rmSync(noteOf(file), { force: true })
    },
  }
}

/** With the hash of the key, so that a note which was left over never vouches for another key. */
function noteFor(accountId: string, privateKey: string): string {
  return `${accountId} ${createHash('sha256').update(privateKey).digest('hex')}\n`
}
