import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Kysely } from 'kysely'

import { embeddedExists } from './embedded/home.ts'
import { ensureIdentity, readIdentity } from './identity.ts'
import type { DatabaseLog } from './log.ts'
import type { Tables } from './tables.ts'

/** What a data directory remembers of its database: the id, never an address or a password. */
export type Remembered = { readonly id: string; readonly embedded: boolean }

/** Which database a data directory belongs to, and whether the one that was opened is it. */
export type Belonging = {
  /** Throws, without changing anything, when the data directory belongs to another database. */
  check(owner: Kysely<Tables>): Promise<void>
  /** Notes the opened database in the data directory. */
  write(owner: Kysely<Tables>): Promise<void>
}

export class WrongDatabase extends Error {
  override name = 'WrongDatabase'
}

export class NoDatabase extends Error {
  override name = 'NoDatabase'
}

type Place = { readonly dataDir: string; readonly embedded: boolean; readonly log: DatabaseLog }

/** `isRestored`: the database is about to be replaced by a backup, whichever one it is. */
export function belongingOf({ dataDir, embedded, log }: Place, { isRestored }: { isRestored: boolean }): Belonging {
  return {
    async check(owner) {
      const remembered = readRemembered(dataDir)
      if (remembered === undefined || isRestored) return
      const found = await readIdentity(owner)
      if (found === undefined || ![found.id, ...found.earlier].includes(remembered.id))
        throw otherDatabase(dataDir, { remembered, found: found?.id, embedded })
    },
    async write(owner) {
      const remembered = readRemembered(dataDir)
      const { id } = await ensureIdentity(owner)
      if (remembered?.id === id && remembered.embedded === embedded) return
      remember(dataDir, { id, embedded })
      if (remembered !== undefined)
        log.warn({ from: remembered.id, to: id }, 'the database was restored; the data directory belongs to it now')
    },
  }
}

/**
 * Checks before anything is opened without DATABASE_URL. Throws where the data directory belongs to another database, because the
 * embedded one would silently take its place, and where there is no database and none may be created.
 */
export async function checkEmbedded(
  dataDir: string,
  { creates, isRestored }: { readonly creates: boolean; readonly isRestored: boolean },
): Promise<void> {
  const remembered = readRemembered(dataDir)
  if (remembered?.embedded === false) throw urlMissing(dataDir, remembered.id)
  if (await embeddedExists(dataDir)) return
  if (remembered !== undefined && !isRestored) throw embeddedLost(dataDir, remembered.id)
  if (!creates)
    throw new NoDatabase(
      `There is no database in ${dataDir}, and DATABASE_URL is not set. Nothing was created. Name the data directory of the server ` +
        'with --data or PORTICO_DATA, or set DATABASE_URL.',
    )
}

const fileOf = (dataDir: string): string => join(dataDir, 'database.json')

function readRemembered(dataDir: string): Remembered | undefined {
  const file = fileOf(dataDir)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  const { id, embedded } = parsed(text)
  if (typeof id !== 'string' || typeof embedded !== 'boolean')
    throw new Error(
      `${file} is damaged: it should hold the id of the database. Put the file back, or remove it if the settings lead to the ` +
        'right database.',
    )
  return { id, embedded }
}

function parsed(text: string): Partial<Record<keyof Remembered, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Record<keyof Remembered, unknown>>
  } catch {
    return {}
  }
}

/** Whole or not at all: several processes may do it at once. */
function remember(dataDir: string, remembered: Remembered): void {
  const draft = `${fileOf(dataDir)}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, `${JSON.stringify(remembered)}\n`, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(draft, fileOf(dataDir))
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

const toMove = (dataDir: string): string => `remove ${fileOf(dataDir)} first`

function urlMissing(dataDir: string, id: string): WrongDatabase {
  return new WrongDatabase(
    `The data directory ${dataDir} belongs to a database of DATABASE_URL (id ${id}), and DATABASE_URL is not set. Nothing was changed. ` +
      `Set DATABASE_URL. To use the directory with a new embedded database instead, ${toMove(dataDir)}.`,
  )
}

function embeddedLost(dataDir: string, id: string): WrongDatabase {
  return new WrongDatabase(
    `The embedded database of ${dataDir} (id ${id}) is missing. Nothing was changed. Put the folder postgres back, or restore a backup ` +
      `with portico-server restore. To begin with an empty database instead, ${toMove(dataDir)}.`,
  )
}

function otherDatabase(
  dataDir: string,
  { remembered, found, embedded }: { remembered: Remembered; found: string | undefined; embedded: boolean },
): WrongDatabase {
  const own = remembered.embedded ? 'its embedded database' : 'a database of DATABASE_URL'
  const opened = embedded ? 'the embedded database' : 'the database of DATABASE_URL'
  const is = found === undefined ? 'has no id, so no server of this deployment used it' : `has the id ${found}`
  return new WrongDatabase(
    `The data directory ${dataDir} belongs to ${own} (id ${remembered.id}), but ${opened} ${is}. Nothing was changed. ` +
      `${remedy(remembered, embedded)}. To move the directory to the other database, ${toMove(dataDir)}.`,
  )
}

function remedy(remembered: Remembered, embedded: boolean): string {
  if (embedded) return 'Put the right folder postgres back'
  return remembered.embedded
    ? 'Remove DATABASE_URL from the settings'
    : 'Set DATABASE_URL to the database of this deployment'
}
