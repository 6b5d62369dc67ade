import { exportAudit, listAudit } from '@portico/core/contract'

import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { route, type TenantCall } from '../http/route.ts'
import { readTimeCursor, timeCursorOf, type TimePlace } from '../lists/time-cursor.ts'
import { auditPage, type AuditFilter } from './list-queries.ts'

const rowsDefault = 50
/** Rows of an export that are read at a time. */
const partLength = 500

export const auditRoutes = [
  route(listAudit, 'admin', async ({ tx, query: { limit, cursor, sort, ...filter } }) => {
    const after = cursor === undefined ? undefined : readTimeCursor(cursor)
    const page = { limit: Number(limit ?? rowsDefault), isOldestFirst: sort === 'at', after }
    const { rows, next } = await auditPage(tx, filter, page)
    return { value: { entries: [...rows], next: next === undefined ? null : timeCursorOf(next) } }
  }),

  // Each part is read in its own transaction once the client took the one before, and checks the caller again. Rows that are
  // written meanwhile are left out, so that the export ends.
  route(exportAudit, 'admin', async ({ tx, query, later }) => {
    const filter = { ...query, until: query.until ?? (await nowOf(tx)) }
    return {
      parts: linesInParts(await partOf(tx, filter, undefined), filter, later),
      partsType: 'application/x-ndjson; charset=utf-8',
      headers: [['Content-Disposition', 'attachment; filename="audit.jsonl"']],
    }
  }),
]

async function nowOf(tx: TenantTransaction): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx.db)
  return rows[0]?.now.toISOString() ?? ''
}

async function* linesInParts(
  first: Part,
  filter: AuditFilter,
  later: TenantCall<typeof exportAudit>['later'],
): AsyncGenerator<string> {
  let part = first
  for (;;) {
    if (part.lines !== '') yield part.lines
    const { next } = part
    if (next === undefined) return
    part = await later((tx) => partOf(tx, filter, next))
  }
}

type Part = { readonly lines: string; readonly next: TimePlace | undefined }

async function partOf(tx: TenantTransaction, filter: AuditFilter, after: TimePlace | undefined): Promise<Part> {
  const { rows, next } = await auditPage(tx, filter, { limit: partLength, isOldestFirst: true, after })
  return { lines: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), next }
}
