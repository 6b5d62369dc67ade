import { createWriteStream } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import { type Login, openClient } from '../../kit/database/hosts.ts'
import type { SecretKey } from '../../kit/secrets/secret-key.ts'
import { createSeal, encodeFrame, type FrameType, type Header } from './frames.ts'
import { checkDoors, countRows, listTables, withColumns, type BackupTable } from './tables.ts'

export type BackupSummary = {
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  readonly keys: readonly string[]
  readonly madeAt: Date
}

/**
 * Writes every row of the database to a new file (mode 0600) in one read-only snapshot: consistent while servers
 * write, without a lock above ACCESS SHARE. Rows are streamed, so memory use is constant. The file gets its final
 * name when it is complete. Throws if a table's row count differs from the snapshot's.
 */
export async function writeBackup(
  connection: Login,
  options: { file: string; keys: readonly SecretKey[]; migrations: readonly string[] },
): Promise<BackupSummary> {
  const draft = `${options.file}.${process.pid}.partial`
  const client = await openClient(connection, { application_name: 'portico backup' })
  const summary: { name: string; rows: number }[] = []
  try {
    await client.query(`begin isolation level repeatable read, read only;
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local portico.backup = 'on'; set local row_security = on`)
    await checkDoors(client)
    const { rows } = await client.query<{ id: string }>(
      `select id from secret_keys where state = 'current' or emptied_at is null order by state`,
    )
    const { rows: clock } = await client.query<{ now: Date }>('select now() as now')
    const madeAt = clock[0]?.now ?? new Date(0)
    const tables = await listTables(client)
    const keys = rows.map(({ id }) => id)
    const header: Header = {
      format: 'portico-backup',
      version: 1,
      keys,
      migrations: options.migrations,
      madeAt: madeAt.toISOString(),
      tables,
    }
    const key = options.keys.find(({ id }) => id === keys[0])
    if (key === undefined)
      throw new Error(`The secret key ${keys[0]} of the database is not among those of this process.`)
    await pipeline(
      framesOf(client, header, key, summary),
      createGzip({ level: 4 }),
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    )
    await client.query('commit')
    await publish(draft, options.file)
    return { tables: summary, keys, madeAt }
  } finally {
    await rm(draft, { force: true })
    await client.end().catch(() => {})
  }
}

async function* framesOf(
  client: pg.Client,
  header: Header,
  key: SecretKey,
  summary: { name: string; rows: number }[],
): AsyncGenerator<Buffer> {
  const seal = createSeal(key)
  const sealed = (type: FrameType, content: Buffer | object): Buffer => {
    const frame = encodeFrame(type, content)
    seal.add(frame)
    return frame
  }
  yield sealed('H', header)
  for (const table of header.tables) {
    yield sealed('T', { name: table.name })
    const rows = client.query(copyTo(`copy ${withColumns(client, table)} to stdout`))
    for await (const piece of rows) yield sealed('D', piece as Buffer)
    yield sealed('E', { rows: await checkedCount(client, table, rows.rowCount) })
    summary.push({ name: table.name, rows: rows.rowCount })
  }
  yield encodeFrame('F', seal.end())
}

async function checkedCount(client: pg.Client, table: BackupTable, copied: number): Promise<number> {
  const counted = await countRows(client, table)
  if (counted !== copied) throw new Error(`${table.name} has ${counted} rows, of which ${copied} were read.`)
  return copied
}

/** A link fails where the file exists, which a rename would replace. */
async function publish(draft: string, file: string): Promise<void> {
  await sync(draft)
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${file} exists already. Choose another name with --out.`) : error
  })
  await sync(dirname(file))
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
