import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SignInPurpose } from '../database/tables.ts'
import type { CheckLine } from './checks.ts'
import { readCode } from './records.ts'

/** An attempt as the flight recorder kept it. */
export type SignInRow = {
  readonly code: string
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly purpose: SignInPurpose
  readonly outcome: 'open' | 'signed-in' | 'failed'
  readonly username: string | null
  readonly provider: { readonly id: string; readonly name: string; readonly type: string } | null
  readonly user: { readonly id: string; readonly name: string } | null
  readonly errorID: string | null
  readonly address: string
  readonly requestID: string
  readonly lines: readonly CheckLine[]
  /** Where the list goes on after this row. */
  readonly cursor: string
}

export type RecordFilter = {
  /** Part of a username, or a code. */
  readonly search?: string | undefined
  readonly outcome?: SignInRow['outcome'] | undefined
  readonly identityProviderId?: string | undefined
}

/** The newest first; `limit` rows after `cursor`. undefined: the cursor is none of ours. */
export async function listRecords(
  tx: TenantTransaction,
  filter: RecordFilter,
  page: { readonly limit: number; readonly cursor: string | undefined },
): Promise<SignInRow[] | undefined> {
  const after = page.cursor === undefined ? undefined : readCursor(page.cursor)
  if (page.cursor !== undefined && after === undefined) return undefined
  let query = records(tx).orderBy('r.started_at', 'desc').orderBy('r.id', 'desc').limit(page.limit)
  const { search, outcome, identityProviderId } = filter
  if (outcome !== undefined) query = query.where('r.outcome', '=', outcome)
  if (identityProviderId !== undefined) query = query.where('r.identity_provider_id', '=', identityProviderId)
  if (search !== undefined && search !== '') {
    const code = readCode(search) ?? null
    query = query.where(
      sql<boolean>`(r.code = ${code} or position(lower(${search}) in lower(coalesce(r.username, ''))) > 0)`,
    )
  }
  if (after !== undefined)
    query = query.where(sql<boolean>`(r.started_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
  return (await query.execute()).map(modelOf)
}

/** One attempt by its code, as somebody types it. */
export async function findRecord(tx: TenantTransaction, typed: string): Promise<SignInRow | undefined> {
  const code = readCode(typed)
  if (code === undefined) return undefined
  const row = await records(tx).where('r.code', '=', code).executeTakeFirst()
  return row && modelOf(row)
}

function records(tx: TenantTransaction) {
  return (
    tx.db
      .selectFrom('sign_in_records as r')
      .leftJoin('identity_providers as p', (join) =>
        join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.identity_provider_id'),
      )
      .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.user_id'))
      .select(['r.id', 'r.code', 'r.started_at', 'r.finished_at', 'r.purpose', 'r.outcome', 'r.username', 'r.error_id'])
      .select(['r.address', 'r.request_id', 'r.checks', 'p.id as provider_id', 'p.name as provider_name'])
      .select(['p.type as provider_type', 'u.id as user_id', 'u.name as user_name'])
      // With its microseconds, which a Date does not hold.
      .select(sql<string>`r.started_at::text`.as('started_at_text'))
      .where('r.tenant_id', '=', tx.tenantId)
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof records>['execute']>>[number]

function modelOf(row: Row): SignInRow {
  const { provider_id, provider_name, provider_type, user_id, user_name } = row
  return {
    code: row.code,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    purpose: row.purpose,
    outcome: row.outcome,
    username: row.username,
    provider: provider_id === null ? null : { id: provider_id, name: provider_name ?? '', type: provider_type ?? '' },
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    errorID: row.error_id,
    address: row.address,
    requestID: row.request_id,
    lines: row.checks as readonly CheckLine[],
    cursor: Buffer.from(`${row.started_at_text}|${row.id}`).toString('base64url'),
  }
}

const cursorShape = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?[+-]\d{2}(?::\d{2})?)\|([0-9a-f-]{36})$/

function readCursor(text: string): { at: string; id: string } | undefined {
  const [, at, id] = cursorShape.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return at === undefined || id === undefined ? undefined : { at, id }
}
