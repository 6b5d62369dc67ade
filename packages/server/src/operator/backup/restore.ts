import { once } from 'node:events'
import { finished } from 'node:stream/promises'

import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import type { SecretKey } from '../../kit/secrets/secret-key.ts'
import { DamagedBackup, type Header } from './frames.ts'
import { backupFrames, rowCount, tableName } from './read.ts'
import { columnList, countRows, withColumns, type BackupTable } from './tables.ts'

/**
 * Loads the rows of a backup into empty tables, in the transaction that is open on `client`. Row-level security stays on,
 * and COPY cannot write to such tables: each table is copied to a temporary one and inserted from there through the
 * policy `restore_door`. Throws if a table ends up with another number of rows than in the backup, or if the file is not
 * the one that was checked before.
 */
export async function loadRows(
  client: pg.Client,
  file: string,
  { header, keys }: { header: Header; keys: readonly SecretKey[] },
): Promise<{ tables: number; rows: number }> {
  const tables = new Map(header.tables.map((table) => [table.name, table]))
  await client.query(`set local portico.restore = 'on'; set local portico.backup = 'on'; set local row_security = on`)
  let loading: Loading | undefined
  let total = 0
  for await (const frame of backupFrames(file, keys)) {
    if (frame.type === 'T') {
      const table = tables.get(tableName(frame))
      if (table === undefined) throw new DamagedBackup(`The backup holds ${tableName(frame)}, which its header lacks.`)
      loading = await beginTable(client, table)
    } else if (frame.type === 'D' && loading !== undefined) {
      const { rows, done } = loading
      if (!rows.write(frame.content)) await Promise.race([once(rows, 'drain'), done])
    } else if (frame.type === 'E' && loading !== undefined) {
      total += await endTable(client, loading, rowCount(frame))
      loading = undefined
    }
  }
  return { tables: tables.size, rows: total }
}

type Loading = {
  readonly table: BackupTable
  readonly rows: ReturnType<typeof copyFrom>
  /** Rejects when the server refuses the rows. */
  readonly done: Promise<void>
}

async function beginTable(client: pg.Client, table: BackupTable): Promise<Loading> {
  const columns = columnList(client, table.columns)
  await client.query(
    `create temp table loading on commit drop as select ${columns} from public.${client.escapeIdentifier(table.name)} with no data`,
  )
  const rows = client.query(copyFrom('copy pg_temp.loading from stdin'))
  const done = finished(rows)
  done.catch(() => {})
  return { table, rows, done }
}

async function endTable(client: pg.Client, { table, rows, done }: Loading, expected: number): Promise<number> {
  rows.end()
  await done
  const columns = columnList(client, table.columns)
  await client.query(`insert into ${withColumns(client, table)} select ${columns} from pg_temp.loading`)
  await client.query('drop table pg_temp.loading')
  const counted = await countRows(client, table)
  if (counted !== expected)
    throw new Error(`${table.name} has ${counted} rows after the restore; the backup has ${expected}.`)
  return counted
}
