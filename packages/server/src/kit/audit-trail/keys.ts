import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import { makeKeysAt, readKeyText, replaceKeysAt } from '../secrets/key-file.ts'
import { secretKeyOf, type SecretKey } from '../secrets/secret-key.ts'
import { AuditMemoryLost, openAuditMemory, type AuditMemory } from './memory.ts'

/** The keys that seal the audit log: the first seals, all of them verify. They are in a file, never in the database. */
export type AuditKeys = {
  readonly file: string
  /** Reads the file. Empty where there is none. Throws {@link AuditKeyMissing} for a file that cannot be read or is damaged. */
  all(): readonly SecretKey[]
}

/** PORTICO_AUDIT_KEY_FILE, or audit.key in the data directory. */
export function auditKeysOf(dataDir: string, file: string | undefined): AuditKeys {
  const path = file ?? join(dataDir, 'audit.key')
  const all = () => wordsOf(textOf(path)).map((word) => secretKeyOf(Buffer.from(word, 'base64')))
  return { file: path, all }
}

function textOf(file: string): string | undefined {
  try {
    return readKeyText(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const what = code === undefined ? message : `${file} cannot be read (${code}).`
    throw new AuditKeyMissing(`${what} ${untilThen}`)
  }
}

function wordsOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.trim().split(/\s+/)
}

/** Keys that a test has in memory. */
export function fixedAuditKeys(keys: readonly SecretKey[]): AuditKeys {
  return { file: 'audit.key', all: () => keys }
}

const untilThen = 'Until then, new audit rows are not sealed.'

export class AuditKeyMissing extends Error {
  override name = 'AuditKeyMissing'
}

/**
 * The key that seals. The first start of a deployment makes one and records its id in the database. Later, throws
 * {@link AuditKeyMissing} where the file is missing, damaged or has another key: a new key is never made silently.
 */
export async function openAuditKey({ app }: Pick<Database, 'app'>, keys: AuditKeys): Promise<SecretKey> {
  return app.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7067845)`.execute(tx)
    const recorded = await recordedIds(tx)
    if (keys.all().length === 0 && recorded.size === 0) makeKeysAt(keys.file)
    const key = checkedKey(keys, recorded)
    if (recorded.size === 0) await tx.insertInto('audit_keys').values({ id: key.id }).execute()
    return key
  })
}

/** What `doctor` reports about the key. Changes nothing. Throws {@link AuditKeyMissing}. */
export async function auditKeyState({ app }: Pick<Database, 'app'>, keys: AuditKeys): Promise<string> {
  const recorded = await recordedIds(app)
  if (recorded.size === 0 && keys.all().length === 0) return 'created at the first start'
  return `${checkedKey(keys, recorded).id} in ${keys.file}`
}

async function recordedIds(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  return new Set((await db.selectFrom('audit_keys').select('id').execute()).map(({ id }) => id))
}

function checkedKey(keys: AuditKeys, recorded: ReadonlySet<string>): SecretKey {
  const [key] = keys.all()
  if (key === undefined)
    throw new AuditKeyMissing(
      `The audit log is sealed with a key that is not in ${keys.file}. Put the file back from a backup or from another host of ` +
        `this deployment. ${untilThen}`,
    )
  if (recorded.size > 0 && !recorded.has(key.id))
    throw new AuditKeyMissing(
      `The key ${key.id} in ${keys.file} does not seal this database. Put back the file that holds ${[...recorded].join(' or ')}. ${untilThen}`,
    )
  return key
}

/** Makes a new key that seals from now on; the earlier ones stay in the file, to verify what they sealed. */
export async function rotateAuditKey(
  database: Pick<Database, 'app'>,
  keys: AuditKeys,
): Promise<{ from: string; to: string }> {
  const before = await openAuditKey(database, keys)
  const next = secretKeyOf(randomBytes(32))
  // Recorded first: a server that reads the new file finds its key recorded.
  await database.app.insertInto('audit_keys').values({ id: next.id }).execute()
  replaceKeysAt(keys.file, [next, ...keys.all()])
  return { from: before.id, to: next.id }
}

const remindEveryMs = 3_600_000

/**
 * The key for each turn of the sealer; undefined where this process may not seal: without the key, or without its memory. Why is
 * logged at the first turn, and again each hour: people can sign in without a sealed log.
 */
export function createSealingKey({
  database,
  auditKeys,
  auditMemory,
  log,
  clock,
}: {
  readonly database: Pick<Database, 'app'>
  readonly auditKeys: AuditKeys
  readonly auditMemory: AuditMemory
  readonly log: Pick<Logger, 'error'>
  readonly clock: { now(): number }
}): () => Promise<SecretKey | undefined> {
  let saidAtMs = -Infinity
  return async () => {
    try {
      const key = await openAuditKey(database, auditKeys)
      await openAuditMemory(database, auditMemory)
      return key
    } catch (error) {
      if (!(error instanceof AuditKeyMissing || error instanceof AuditMemoryLost)) throw error
      if (clock.now() - saidAtMs >= remindEveryMs) {
        log.error(error.message)
        saidAtMs = clock.now()
      }
      return undefined
    }
  }
}
