import { AuditHead, exportAudit, getAuditHead, listAudit, readInput, verifyAudit } from '@portico/core/contract'

import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { Failure, invalid, notFound } from '../../kit/http/failure.ts'
import { route, type TenantCall } from '../../kit/http/route.ts'
import { readJson } from '../../kit/json/read-json.ts'
import { readTimeCursor, timeCursorOf, type TimePlace } from '../../kit/lists/time-cursor.ts'
import type { SecretKey } from '../../kit/secrets/secret-key.ts'
import { readHead } from '../../kit/audit-trail/head.ts'
import { AuditKeyMissing } from '../../kit/audit-trail/keys.ts'
import { auditPage, type AuditFilter } from './list-queries.ts'
import { AuditMemoryLost, type Remembered } from '../../kit/audit-trail/memory.ts'
import { verifyPart } from '../../kit/audit-trail/verify.ts'

const rowsDefault = 50
/** Rows of an export that are read at a time. */
const partLength = 500

export const auditRoutes = [
  route(listAudit, ['admin', 'support-reading'], async ({ tx, query: { limit, cursor, sort, ...filter } }) => {
    const after = cursor === undefined ? undefined : readTimeCursor(cursor)
    const page = { limit: Number(limit ?? rowsDefault), isOldestFirst: sort === 'at', after }
    const { rows, next } = await auditPage(tx, filter, page)
    return { value: { entries: [...rows], next: next === undefined ? null : timeCursorOf(next) } }
  }),

  // Each part is read in its own transaction once the client took the one before, and checks the caller again. Rows that are
  // written meanwhile are left out, so that the export ends.
  route(exportAudit, ['admin', 'support-reading'], async ({ tx, query, later }) => {
    const filter = { ...query, until: query.until ?? (await nowOf(tx)) }
    return {
      parts: linesInParts(await partOf(tx, filter, undefined), filter, later),
      partsType: 'application/x-ndjson; charset=utf-8',
      headers: [['Content-Disposition', 'attachment; filename="audit.jsonl"']],
    }
  }),

  route(getAuditHead, 'admin', { 409: ['AUDIT_KEY_MISSING'] }, async ({ tx, deps }) => {
    const head = await readHead(tx, keysOf(deps), rememberedOf(deps, tx.tenantId))
    if (head === undefined) throw notFound()
    return { value: head }
  }),

  route(verifyAudit, 'admin', { 409: ['AUDIT_KEY_MISSING'] }, async ({ tx, deps, query: { from, head } }) => {
    const remembered = rememberedOf(deps, tx.tenantId)
    const asked = { from: from === undefined ? undefined : Number(from), head: headOf(head), remembered }
    return { value: await verifyPart(tx, keysOf(deps), asked) }
  }),
]

function keysOf({ auditKeys }: Deps): readonly [SecretKey, ...SecretKey[]] {
  const [key, ...earlier] = readable(auditKeys)
  if (key === undefined) throw new Failure(409, 'AUDIT_KEY_MISSING')
  return [key, ...earlier]
}

/** A memory that cannot be read is the operator's to mend, too. */
function rememberedOf({ auditMemory }: Deps, tenantId: string): Remembered | undefined {
  try {
    return auditMemory?.read()?.get(tenantId)
  } catch (error) {
    if (error instanceof AuditMemoryLost) return undefined
    throw error
  }
}

/** A file that cannot be read is the operator's to mend: the log and `doctor` say why. */
function readable(auditKeys: Deps['auditKeys']): readonly SecretKey[] {
  try {
    return auditKeys?.all() ?? []
  } catch (error) {
    if (error instanceof AuditKeyMissing) return []
    throw error
  }
}

function headOf(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined
  try {
    const read = readInput(AuditHead, readJson(text))
    if (read.ok) return read.output as AuditHead
  } catch {
    // Not JSON: not a head.
  }
  throw invalid([{ errorID: 'INVALID_VALUE', fieldID: 'head' }])
}

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
