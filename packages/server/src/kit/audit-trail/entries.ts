import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'

/** The place of a row in the order that seals follow: by transaction, then by id. `position` is a bigint as text. */
export type SealPlace = { readonly position: string; readonly id: string }

/** A row as a seal names it. `digest`: the first 16 bytes of the SHA-256 of all columns of the row. */
export type SealEntry = SealPlace & { readonly at: Date; readonly digest: Buffer }

export const entryBytes = 32

/** Every column of the audit log as text, so that one spelling is sealed, in every version of PostgreSQL. */
const said = sql`jsonb_build_array(1, a.tenant_id, a.id, a.position,
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.actor_kind, a.actor_id, a.actor_name, a.action,
  a.target_kind, a.target_id, a.target_name, a.before::text, a.after::text, a.request_id, a.address)::text`

/** Rows of one statement: each can have several hundred kilobytes, and a statement has a time limit of seconds. */
const statementRows = 100

type Range = {
  readonly from: SealPlace | undefined
  readonly to?: SealPlace | undefined
  /** Only rows of transactions before this one, which have all ended: no more rows can appear among them. */
  readonly before?: string
  readonly limit: number
}

/**
 * Rows after `from`, up to and including `to`, at most `limit`. Stops reading once the rows together have more than `textMax`
 * characters. `textLength`: the characters of all rows that were read.
 */
export async function readEntries(
  tx: TenantTransaction,
  range: Range & { readonly textMax?: number },
): Promise<{ readonly entries: SealEntry[]; readonly textLength: number }> {
  const { limit, textMax = Infinity } = range
  const entries: SealEntry[] = []
  let textLength = 0
  while (entries.length < limit && textLength <= textMax) {
    const asked = Math.min(statementRows, limit - entries.length)
    const some = await readSome(tx, { ...range, from: entries.at(-1) ?? range.from, limit: asked })
    for (const { entry, length } of some) {
      entries.push(entry)
      textLength += length
    }
    if (some.length < asked) break
  }
  return { entries, textLength }
}

async function readSome(
  tx: TenantTransaction,
  { from, to, before, limit }: Range,
): Promise<{ readonly entry: SealEntry; readonly length: number }[]> {
  const after = from === undefined ? sql`` : sql`and (a.position, a.id) > (${from.position}::bigint, ${from.id}::uuid)`
  const until = to === undefined ? sql`` : sql`and (a.position, a.id) <= (${to.position}::bigint, ${to.id}::uuid)`
  const settled = before === undefined ? sql`` : sql`and a.position < ${before}::bigint`
  const { rows } = await sql<{ position: string; id: string; at: Date; said: string }>`
    select a.position::text as position, a.id, a.at, ${said} as said from audit a
     where a.tenant_id = ${tx.tenantId} ${after} ${until} ${settled}
     order by a.position, a.id limit ${limit}`.execute(tx.db)
  return rows.map(({ said: text, ...row }) => ({ entry: { ...row, digest: digestOf(text) }, length: text.length }))
}

function digestOf(text: string): Buffer {
  return createHash('sha256')
    .update(text)
    .digest()
    .subarray(0, entryBytes / 2)
}

/** What a seal keeps of its rows: the id and the digest of each. */
export function packEntries(entries: readonly SealEntry[]): Buffer {
  return Buffer.concat(entries.flatMap(({ id, digest }) => [Buffer.from(id.replaceAll('-', ''), 'hex'), digest]))
}

/** Digest in hexadecimal by id, in order. */
export function unpackEntries(packed: Buffer): Map<string, string> {
  const entries = new Map<string, string>()
  for (let at = 0; at + entryBytes <= packed.length; at += entryBytes) {
    const id = packed.toString('hex', at, at + 16)
    entries.set(
      id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      packed.toString('hex', at + 16, at + entryBytes),
    )
  }
  return entries
}
