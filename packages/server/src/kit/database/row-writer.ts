import type { Database } from './connect.ts'
import type { DatabaseLog } from './log.ts'
import { tenantScope, type TenantTransaction } from './tenant-scope.ts'

/** Writes rows after the answers, some hundred in a statement. */
export type RowWriter<Row> = {
  /** Returns at once and never throws. */
  add(tenantId: string, row: Row): void
  /** Resolves when everything added so far has been written, or has failed. */
  settled(): Promise<void>
}

type Options<Row> = {
  /** What the log calls the rows. */
  readonly what: string
  readonly insert: (tx: TenantTransaction, rows: readonly Row[]) => Promise<unknown>
}

/** Rows that may wait; more are not written. */
const waitingMax = 20_000
/** Rows of one transaction. */
const batch = 500
/** A row waits this long for others. */
const gatherMs = 250

/** SQLSTATE classes of rows that cannot be stored (22, 23), unlike those of a database that is not available. */
function isOfRow(error: unknown): boolean {
  return /^2[23]/.test(String((error as { readonly code?: unknown } | null)?.code))
}

export function createRowWriter<Row>(
  database: Database,
  log: Pick<DatabaseLog, 'warn'>,
  { what, insert }: Options<Row>,
): RowWriter<Row> {
  /** By tenant. */
  let waiting = new Map<string, Row[]>()
  let waitingCount = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const taken = waiting
    waiting = new Map()
    waitingCount = 0
    for (const [tenantId, rows] of taken)
      for (let from = 0; from < rows.length; from += batch) await writeSome(tenantId, rows.slice(from, from + batch))
  }

  /** A row that cannot be stored is left out; the others of its batch are written in halves. */
  async function writeSome(tenantId: string, rows: readonly Row[]): Promise<void> {
    try {
      await tenantScope(database, tenantId).transaction((tx) => insert(tx, rows))
    } catch (error) {
      if (rows.length > 1 && isOfRow(error)) {
        const half = Math.ceil(rows.length / 2)
        await writeSome(tenantId, rows.slice(0, half))
        return writeSome(tenantId, rows.slice(half))
      }
      log.warn({ err: error, tenantId, rows: rows.length, what }, 'rows were not written')
    }
  }

  return {
    add(tenantId, row) {
      if (waitingCount >= waitingMax) return
      const rows = waiting.get(tenantId) ?? []
      rows.push(row)
      waiting.set(tenantId, rows)
      waitingCount += 1
      timer ??= setTimeout(() => void (writing = writing.then(write)), gatherMs).unref()
    },
    settled() {
      writing = writing.then(write)
      return writing
    },
  }
}
