import { randomInt } from 'node:crypto'

import type { FindingId, SignInCode } from '@portico/core/contract'
import { sql } from 'kysely'

import type { SignInPurpose } from '../../kit/database/tables.ts'
import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { CheckLine } from '../../kit/checks/checks.ts'

/** Without letters and digits that are taken for each other. */
const signs = 'BCDFGHJKLMNPQRSTVWXZ23456789'
const codeLength = 8
/** Longer than any address; a proxy may forward anything, and an index holds it. */
const addressLengthMax = 100

/** The flight recorder's row of an attempt that began; its code is what the person reads out. */
export type RecordStart = {
  readonly identityProviderId: string | null
  readonly purpose: SignInPurpose
  readonly username: string | null
  readonly address: string
  readonly requestId: string
  readonly lines: readonly CheckLine[]
}

export type RecordEnd =
  /** `userId` is null for a test login, which makes no user. */
  | { readonly outcome: 'signed-in'; readonly userId: string | null; readonly username: string }
  | {
      readonly outcome: 'failed'
      readonly errorID: SignInCode
      readonly finding: FindingId | null
      readonly username?: string | undefined
    }

export async function insertRecord(
  tx: TenantTransaction,
  record: RecordStart,
  nowMs: number,
): Promise<{ id: string; code: string }> {
  const id = uuidv7(nowMs)
  const code = newCode()
  const insert = tx.db.insertInto('sign_in_records').values({
    tenant_id: tx.tenantId,
    id,
    code,
    identity_provider_id: record.identityProviderId,
    purpose: record.purpose,
    username: nameOf(record.username ?? '') || null,
    checks: JSON.stringify(record.lines),
    address: record.address.slice(0, addressLengthMax),
    request_id: record.requestId,
  })
  await sendLater(tx.db, insert)
  return { id, code }
}

/** Adds checks to an attempt that goes on. */
export async function addLines(tx: TenantTransaction, id: string, lines: readonly CheckLine[]): Promise<void> {
  await tx.db
    .updateTable('sign_in_records')
    .set({ checks: sql`checks || ${JSON.stringify(lines)}::jsonb` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('outcome', '=', 'open')
    .execute()
}

/** Adds the checks and the outcome of the second half. Returns the code; undefined if the row was removed. */
export async function finishRecord(
  tx: TenantTransaction,
  id: string,
  end: FinishedRecord,
): Promise<string | undefined> {
  return (await recordEnd(tx, id, end).executeTakeFirst())?.code
}

/** The same without the code, as part of the next message (later.ts). */
export async function sendFinishedRecord(tx: TenantTransaction, id: string, end: FinishedRecord): Promise<void> {
  await sendLater(tx.db, recordEnd(tx, id, end))
}

type FinishedRecord = RecordEnd & { readonly lines: readonly CheckLine[]; readonly requestId: string }

function recordEnd(tx: TenantTransaction, id: string, end: FinishedRecord) {
  return tx.db
    .updateTable('sign_in_records')
    .set({
      outcome: end.outcome,
      checks: sql`checks || ${JSON.stringify(end.lines)}::jsonb`,
      finished_at: sql<Date>`now()`,
      request_id: end.requestId,
      ...(end.username === undefined ? {} : { username: nameOf(end.username) }),
      ...(end.outcome === 'failed' ? { error_id: end.errorID, finding: end.finding } : { user_id: end.userId }),
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('outcome', '=', 'open')
    .returning('code')
}

/** Makes a name from outside presentable: PostgreSQL rejects NUL, and terminals must not get control characters. */
export function nameOf(username: string): string {
  return username.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 320)
}

/** Eight characters of 28, in two groups: `K7QF-2M9X`. */
function newCode(): string {
  const text = Array.from({ length: codeLength }, () => signs[randomInt(signs.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** The start of a code as a person types it, at least four characters, as it is stored; otherwise undefined. */
export function readCodeStart(text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, '')
  if (plain.length < 4 || plain.length > codeLength || [...plain].some((sign) => !signs.includes(sign)))
    return undefined
  return plain.length > 4 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : plain
}

/** A code as a person types it: any case, with or without the hyphen; undefined when invalid. */
export function readCode(text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, '')
  if (plain.length !== codeLength || [...plain].some((sign) => !signs.includes(sign))) return undefined
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}
