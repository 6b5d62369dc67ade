import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { keepKeyAt, replaceKeyFile, wordKeysOf } from '../../kit/secrets/key-file.ts'
import { secretKeysOf, type SecretKey } from '../../kit/secrets/secret-key.ts'

/** An earlier secret key in a file, for backups that were made with it. No server accepts it. */
export type KeptKey = { readonly id: string; readonly file: string }

const folderOf = (dataDir: string): string => join(dataDir, 'old-keys')

/** Puts `staying` into secret.key. Another key in it is saved first: it may be the only copy of what a backup needs. */
export function changeKeyFile(dataDir: string, staying: readonly SecretKey[], nowMs: number): KeptKey[] {
  const kept = keepOldKeys(dataDir, staying, nowMs)
  replaceKeyFile(dataDir, staying)
  return kept
}

/** The keys in secret.key other than `staying`, each put into a file of mode 0600 that is named after the day and the key. */
export function keepOldKeys(dataDir: string, staying: readonly SecretKey[], nowMs: number): KeptKey[] {
  const old = wordKeysOf(dataDir).filter(({ id }) => !staying.some((one) => one.id === id))
  if (old.length > 0) mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const present = listKeptKeys(dataDir)
  return old.map((key) => {
    const kept = present.find(({ id }) => id === key.id)
    if (kept !== undefined) return kept
    const file = join(folderOf(dataDir), `${day}-${key.id}.key`)
    keepKeyAt(file, key)
    return { id: key.id, file }
  })
}

export function listKeptKeys(dataDir: string): KeptKey[] {
  return namesIn(dataDir).map((name) => ({
    id: /([0-9a-f]{16})\.key$/.exec(name)?.[1] ?? name,
    file: join(folderOf(dataDir), name),
  }))
}

/** The keys in a file that an operator names: of any form that PORTICO_SECRET_KEY can have. */
export function readOldKeys(file: string): SecretKey[] {
  const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (text.trim() === '') throw new Error(`${file} is empty. It should hold a secret key.`)
  return secretKeysOf(text)
}

export function forgetKeptKeys(dataDir: string): KeptKey[] {
  const kept = listKeptKeys(dataDir)
  for (const { file } of kept) rmSync(file)
  return kept
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(folderOf(dataDir))
      .filter((name) => name.endsWith('.key'))
      .toSorted()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
