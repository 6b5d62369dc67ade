import { sql, type RawBuilder } from 'kysely'

import { customPlan } from '../../kit/database/statement-name.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SignInPurpose } from '../../kit/database/tables.ts'
import { candidatesMax, partLength } from '../../kit/lists/search.ts'
import { readTimeCursor, timeCursorOf, type TimePlace } from '../../kit/lists/time-cursor.ts'
import type { CheckLine } from '../../kit/checks/checks.ts'
import { readCode, readCodeStart } from './records.ts'

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
}

export type RecordFilter = {
  /** Part of a username, the beginning of a code or of an address. */
  readonly search?: string | undefined
  readonly outcome?: SignInRow['outcome'] | undefined
  readonly identityProviderId?: string | undefined
  /** ISO 8601: began at `since` or later, and before `until`. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** `next` is where the list continues; null at its end. */
export type RecordPage = { readonly rows: SignInRow[]; readonly next: string | null }

/**
 * Attempts that one call compares with a filter at most. A page that is short, perhaps empty, for that reason has a
 * `next`, so that a search costs a tenant with a million sign-ins no more than one with a few thousand.
 */
export const comparedMax = 20_000
/** The newest are compared first: most searches fill their page from them and skip the index of names. */
const comparedFirst = 500

/** The newest first; `limit` rows after `cursor`. Throws 400 for an invalid cursor. */
export async function listRecords(
  tx: TenantTransaction,
  filter: RecordFilter,
  page: { readonly limit: number; readonly cursor: string | undefined },
): Promise<RecordPage> {
  const after = page.cursor === undefined ? undefined : readTimeCursor(page.cursor)
  const named = filter.search === undefined ? undefined : await findRecord(tx, filter.search)
  if (named !== undefined) return { rows: passes(named, filter) ? [named] : [], next: null }

  const { found, isWhole } = await find(tx, filter, after, page.limit + 1)
  const ids = found.slice(0, page.limit).map((row) => row.id)
  const rows = await findRecordsById(tx, ids)
  const last =
    found.length > page.limit ? found[page.limit - 1] : isWhole ? undefined : await endOfWalk(tx, filter, after)
  return { rows, next: last === undefined ? null : timeCursorOf(last) }
}

/** `isWhole`: these are all matches, unless there are as many as the limit. */
type Found = { readonly found: readonly TimePlace[]; readonly isWhole: boolean }

/** A search for what few attempts have is answered from the index of names (sign_in_records_parts), at any age. */
async function find(
  tx: TenantTransaction,
  filter: RecordFilter,
  after: TimePlace | undefined,
  limit: number,
): Promise<Found> {
  const { search = '' } = filter
  if ([...search].length >= partLength && !isAddressStart(search)) {
    const newest = await walk(tx, filter, after, { compared: comparedFirst, limit })
    if (newest.length >= limit) return { found: newest, isWhole: false }
    const candidates = await candidatesOf(tx, search)
    if (candidates !== null) {
      // `offset` keeps the planner from walking the list in its order and looking each row up among the candidates.
      const among = sql`(
        select c.tenant_id, c.started_at, c.id, c.code, c.username, c.address, c.outcome, c.identity_provider_id
          from sign_in_records c
         where c.tenant_id = ${tx.tenantId} and c.id = any (${candidates}::uuid[]) offset 0)`
      return { found: await walk(tx, filter, after, { compared: candidatesMax, limit, among }), isWhole: true }
    }
  }
  return { found: await walk(tx, filter, after, { compared: comparedMax, limit }), isWhole: false }
}

async function candidatesOf(tx: TenantTransaction, search: string): Promise<readonly string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select portico_sign_in_candidates(${search}, ${readCodeStart(search) ?? null}, ${candidatesMax}) as ids`.execute(
    tx.db,
  )
  return rows[0]?.ids ?? null
}

/** The attempts that the filter lets through among the next `compared`, read from one index in its order. */
async function walk(
  tx: TenantTransaction,
  filter: RecordFilter,
  after: TimePlace | undefined,
  { compared, limit, among = sql`sign_in_records` }: { compared: number; limit: number; among?: RawBuilder<unknown> },
): Promise<TimePlace[]> {
  const { rows } = await sql<TimePlace>`
    select ${customPlan} w.id, w.started_at::text as at from (
      select r.started_at, r.id, r.code, r.username, r.address, r.outcome, r.identity_provider_id
        from ${among} r where r.tenant_id = ${tx.tenantId} ${beyond(after)} ${within(filter)}
       order by r.started_at desc, r.id desc limit ${compared}) w
     where ${sql.join(conditions(filter), sql` and `)}
     order by w.started_at desc, w.id desc limit ${limit}`.execute(tx.db)
  return rows
}

/** The last attempt that a walk compares where it ends before the list does. */
async function endOfWalk(
  tx: TenantTransaction,
  filter: RecordFilter,
  after: TimePlace | undefined,
): Promise<TimePlace | undefined> {
  const { rows } = await sql<TimePlace>`
    select ${customPlan} r.id, r.started_at::text as at from sign_in_records r
     where r.tenant_id = ${tx.tenantId} ${beyond(after)} ${within(filter)}
     order by r.started_at desc, r.id desc offset ${comparedMax - 1} limit 1`.execute(tx.db)
  return rows[0]
}

function beyond(after: TimePlace | undefined) {
  return after === undefined ? sql`` : sql`and (r.started_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
}

function within({ since, until }: RecordFilter) {
  const from = since === undefined ? sql`` : sql`and r.started_at >= ${new Date(since).toISOString()}::timestamptz`
  return until === undefined ? from : sql`${from} and r.started_at < ${new Date(until).toISOString()}::timestamptz`
}

function passes(row: SignInRow, { outcome, identityProviderId, since, until }: RecordFilter): boolean {
  if ((outcome ?? row.outcome) !== row.outcome) return false
  if ((identityProviderId ?? row.provider?.id) !== row.provider?.id) return false
  const startedAt = row.startedAt.getTime()
  return startedAt >= Date.parse(since ?? '0001-01-01') && startedAt < Date.parse(until ?? '9999-12-31')
}

function conditions({ search, outcome, identityProviderId }: RecordFilter) {
  const all = [sql`true`]
  if (outcome !== undefined) all.push(sql`w.outcome = ${outcome}`)
  if (identityProviderId !== undefined) all.push(sql`w.identity_provider_id = ${identityProviderId}`)
  if (search !== undefined && search !== '') {
    const code = readCodeStart(search)
    const some = [sql`position(lower(${search}) in lower(w.username)) > 0`]
    if (code !== undefined) some.push(sql`starts_with(w.code, ${code})`)
    if (isAddressStart(search)) some.push(sql`starts_with(w.address, lower(${search}))`)
    all.push(sql`(${sql.join(some, sql` or `)})`)
  }
  return all
}

function isAddressStart(search: string): boolean {
  return /^[\da-f]*[.:][\da-f.:]*$/i.test(search)
}

/** One attempt by its code, as a person types it. */
export async function findRecord(tx: TenantTransaction, typed: string): Promise<SignInRow | undefined> {
  const code = readCode(typed)
  if (code === undefined) return undefined
  const row = await records(tx).where('r.code', '=', code).executeTakeFirst()
  return row && modelOf(row)
}

export async function findRecordById(tx: TenantTransaction, id: string): Promise<SignInRow | undefined> {
  const row = await records(tx).where('r.id', '=', id).executeTakeFirst()
  return row && modelOf(row)
}

/** The newest first. */
export async function findRecordsById(tx: TenantTransaction, ids: readonly string[]): Promise<SignInRow[]> {
  if (ids.length === 0) return []
  const rows = await records(tx)
    .where(sql<boolean>`r.id = any (${ids}::uuid[])`)
    .orderBy('r.started_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return rows.map(modelOf)
}

function records(tx: TenantTransaction) {
  return tx.db
    .selectFrom('sign_in_records as r')
    .leftJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.identity_provider_id'),
    )
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.id', '=', 'r.user_id'))
    .select(['r.id', 'r.code', 'r.started_at', 'r.finished_at', 'r.purpose', 'r.outcome', 'r.username', 'r.error_id'])
    .select(['r.address', 'r.request_id', 'r.checks', 'p.id as provider_id', 'p.name as provider_name'])
    .select(['p.type as provider_type', 'u.id as user_id', 'u.name as user_name'])
    .where('r.tenant_id', '=', tx.tenantId)
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
  }
}
