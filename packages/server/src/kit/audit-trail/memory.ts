import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'

import { sql } from 'kysely'
import * as v from 'valibot'

import { makeDataFolder } from '../settings/data-folder.ts'
import type { Database } from '../database/connect.ts'
import type { Seal } from './seal-rows.ts'

/** The highest seal of a tenant that this machine has made or followed. `since`: from when on, without a gap. */
export type Remembered = {
  readonly seal: number
  readonly mac: string
  readonly sealedAt: string
  readonly since: string
}
type Entries = Map<string, Remembered>

/**
 * What this machine knows of the chains of seals, outside the database: a file in the data directory, which the owner of the
 * database cannot write (docs/decisions/0128). It may be behind the database, never ahead of it.
 */
export type AuditMemory = {
  readonly file: string
  /** By tenant. undefined: there is no file. Throws {@link AuditMemoryLost} for a file that is damaged or cannot be read. */
  read(): ReadonlyMap<string, Remembered> | undefined
  /** Changes the file for all processes that share it, one at a time; it has either all changes or none. */
  update(database: Pick<Database, 'app'>, change: (entries: Entries) => void): Promise<void>
}

export class AuditMemoryLost extends Error {
  override name = 'AuditMemoryLost'
}

const untilThen = 'Until then, this server does not seal new audit rows.'
const repair = 'Copy the file from another host of this deployment, or run portico-server audit accept.'

const Content = v.object({
  format: v.literal('portico-audit-memory'),
  version: v.literal(1),
  tenants: v.record(
    v.pipe(v.string(), v.uuid()),
    v.object({
      seal: v.pipe(v.number(), v.integer(), v.minValue(1)),
      mac: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      sealedAt: v.pipe(v.string(), v.isoTimestamp()),
      since: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
})

/** DATA/audit.memory. In the data directory also where PORTICO_AUDIT_KEY_FILE is elsewhere: a key may be mounted read-only. */
export function auditMemoryOf(dataDir: string): AuditMemory {
  const file = join(dataDir, 'audit.memory')
  const read = () => readEntries(file)
  return {
    file,
    read,
    async update({ app }, change) {
      await app.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(7067847)`.execute(tx)
        const before = read()
        const entries = new Map(before)
        change(entries)
        if (before === undefined || textOf(entries) !== textOf(before)) replaceFile(file, textOf(entries))
      })
    },
  }
}

function readEntries(file: string): Entries | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new AuditMemoryLost(`${file} cannot be read (${code}). ${untilThen}`)
  }
  const read = v.safeParse(Content, parsed(text))
  if (!read.success) throw new AuditMemoryLost(`${file} is damaged. Remove it. ${repair} ${untilThen}`)
  return new Map(Object.entries(read.output.tenants))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(entries: ReadonlyMap<string, Remembered>): string {
  const tenants = Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ format: 'portico-audit-memory', version: 1, tenants }, null, 1)}\n`
}

/** The file has the whole text or is as it was, also after a power failure. */
function replaceFile(file: string, text: string): void {
  const folder = dirname(file)
  makeDataFolder(folder)
  const draft = join(folder, `.${basename(file)}.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Makes sure that there is a memory. Begins one only in a deployment that has none yet; later, throws {@link AuditMemoryLost}:
 * a machine that starts a new memory by itself would accept a log that was cut before.
 */
export async function openAuditMemory(database: Pick<Database, 'app'>, memory: AuditMemory): Promise<void> {
  if (memory.read() !== undefined) return
  await checkNotLost(database, memory)
  await memory.update(database, () => {})
}

/** Throws {@link AuditMemoryLost} for a missing file where a machine of this deployment remembers seals already. */
export async function checkNotLost(database: Pick<Database, 'app'>, memory: AuditMemory): Promise<void> {
  if (memory.read() === undefined && (await isBegun(database)))
    throw new AuditMemoryLost(`${memory.file} is missing. ${repair} ${untilThen}`)
}

/** Whether a machine of this deployment remembers seals already. */
async function isBegun({ app }: Pick<Database, 'app'>): Promise<boolean> {
  return (await app.selectFrom('audit_memory').select('is_only').executeTakeFirst()) !== undefined
}

/** Saves what was made or followed since. A place that another process has saved meanwhile stays if it is further. */
export async function remember(
  database: Pick<Database, 'app'>,
  memory: AuditMemory,
  seals: ReadonlyMap<string, Seal>,
): Promise<void> {
  if (seals.size === 0) return
  await memory.update(database, (entries) => {
    for (const [tenantId, seal] of seals) {
      const before = entries.get(tenantId)
      if (before === undefined || isFurther(seal, before)) entries.set(tenantId, rememberedOf(seal, before?.since))
    }
  })
  await noteMemory(database)
}

/** From now on, a machine without its file has lost it. */
export async function noteMemory(database: Pick<Database, 'app'>): Promise<void> {
  if (await isBegun(database)) return
  await database.app
    .insertInto('audit_memory')
    .values({ is_only: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A chain that an operator accepted after a restore can have lower numbers at a later time. */
function isFurther({ seq, sealedAt }: Seal, before: Remembered): boolean {
  return seq > before.seal || sealedAt > new Date(before.sealedAt)
}

export function rememberedOf(seal: Seal, since = seal.sealedAt.toISOString()): Remembered {
  return { seal: seal.seq, mac: seal.mac.toString('hex'), sealedAt: seal.sealedAt.toISOString(), since }
}
