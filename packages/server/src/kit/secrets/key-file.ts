import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { holdsKeysOnly, secretKeyOf, secretKeysOf, secretKeyText, type SecretKey } from './secret-key.ts'

const fileOf = (dataDir: string): string => join(dataDir, 'secret.key')

/** The keys of DATA/secret.key; undefined when there is no file. Throws unless it only contains keys in base64. */
export function readKeyFile(dataDir: string): SecretKey[] | undefined {
  const text = readKeyText(fileOf(dataDir))
  return text === undefined ? undefined : secretKeysOf(text)
}

/** The keys that are written in secret.key, in its order, without what else their text can mean. */
export function wordKeysOf(dataDir: string): SecretKey[] {
  const text = readKeyText(fileOf(dataDir)) ?? ''
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => secretKeyOf(Buffer.from(word, 'base64')))
}

/** Keys in base64 with white space between them; undefined when there is no file. Throws unless it only contains keys. */
export function readKeyText(file: string): string | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (!holdsKeysOnly(text))
    throw new Error(`${file} is damaged: it should hold 32 bytes in base64. Put the file back from a backup.`)
  return text
}

/** Changes whenever the file is replaced. */
export function stampOf(dataDir: string): string {
  const found = statSync(fileOf(dataDir), { throwIfNoEntry: false, bigint: true })
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.mtimeNs} ${found.size}`
}

/** A new key in secret.key with mode 0600. Two processes starting at once agree on one: it appears by link, whole or not at all. */
export function makeKeyFile(dataDir: string): void {
  makeKeysAt(fileOf(dataDir))
}

/** The same for any file of keys. */
export function makeKeysAt(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = writeDraft(file, [secretKeyOf(randomBytes(32))])
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}

/** Puts these keys in the place of what secret.key held: the file has either all of them or is as it was. */
export function replaceKeyFile(dataDir: string, keys: readonly SecretKey[]): void {
  replaceKeysAt(fileOf(dataDir), keys)
}

/** The same for any file of keys. */
export function replaceKeysAt(file: string, keys: readonly SecretKey[]): void {
  renameSync(writeDraft(file, keys), file)
  syncFolder(dirname(file))
}

/** One key in a separate file: whole, or not at all. */
export function keepKeyAt(file: string, key: SecretKey): void {
  replaceKeysAt(file, [key])
}

function writeDraft(file: string, keys: readonly SecretKey[]): string {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(draft, keys.map((key) => `${secretKeyText(key)}\n`).join(''), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    })
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return draft
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
