import { folded, isIdWord, searchWords, type AuditRow } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { customPlan } from '../../kit/database/statement-name.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { begunMax } from '../../kit/lists/search-in-order.ts'
import { candidatesMax, partLength } from '../../kit/lists/search.ts'
import type { TimePlace } from '../../kit/lists/time-cursor.ts'
import { auditColumns, auditRowOf } from '../../kit/audit-trail/rows.ts'

export type AuditFilter = {
  /** Id or exact name. */
  readonly actor?: string | undefined
  /** An action, or the beginning of one. */
  readonly action?: string | undefined
  readonly targetKind?: string | undefined
  /** Id or exact name. */
  readonly target?: string | undefined
  readonly requestId?: string | undefined
  /** Words of names. */
  readonly search?: string | undefined
  /** ISO 8601: from `since`, before `until`. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

type PageAsked = {
  readonly limit: number
  readonly isOldestFirst: boolean
  readonly after: TimePlace | undefined
}

/** Bytes of values after which a page ends: one row can have several hundred kilobytes. */
const pageBytesMax = 2_000_000
/** Rows whose values are read at a time. */
const readTogetherMax = 100

/** `next`: where the list continues; undefined at its end. */
export type AuditPage = { readonly rows: readonly AuditRow[]; readonly next: TimePlace | undefined }

/**
 * Rows that one page compares with the conditions that its index does not answer. A page that is short, perhaps empty, for
 * that reason has a `next`, so that one call costs the same in a log of ten million rows (docs/decisions/0035).
 */
export const comparedMax = 20_000

/** One page in the order of time. The rows come from the index of one condition (schema/audit.ts). */
export async function auditPage(tx: TenantTransaction, filter: AuditFilter, page: PageAsked): Promise<AuditPage> {
  const conditions = await conditionsOf(tx, filter)
  const indexed = conditions.find((one) => one.isIndexed) ?? inOrderOfTime
  const others = conditions.filter((one) => one !== indexed)
  const { found, end } = await walked(tx, { indexed, others, filter, page })
  const places = found.slice(0, page.limit)
  const { rows, isWhole, last } = await rowsOf(tx, places, page)
  if (!isWhole) return { rows, next: last }
  return { rows, next: found.length > page.limit ? places.at(-1) : end }
}

/** A row passes if it meets one of the alternatives. Where `isIndexed`, each of them is one range of an index. */
type Condition = { readonly alternatives: readonly RawBuilder<boolean>[]; readonly isIndexed: boolean }

const inOrderOfTime: Condition = { alternatives: [sql`true`], isIndexed: true }

/** The conditions of a filter without those of time; the one that usually finds the fewest rows comes first. */
async function conditionsOf(tx: TenantTransaction, filter: AuditFilter): Promise<readonly Condition[]> {
  const { actor, action, target, targetKind, requestId, search = '' } = filter
  const indexed = (...alternatives: RawBuilder<boolean>[]) => ({ alternatives, isIndexed: true })
  const conditions: Condition[] = []
  if (requestId !== undefined) conditions.push(indexed(sql`a.request_id = ${requestId}`))
  if (target !== undefined) conditions.push(indexed(sql`a.target_id = ${target}`, sql`a.target_name = ${target}`))
  conditions.push(...(await searchConditions(tx, searchWords(search))))
  if (actor !== undefined) conditions.push(indexed(sql`a.actor_id = ${actor}`, sql`a.actor_name = ${actor}`))
  if (action !== undefined) conditions.push(await actionCondition(tx, action))
  if (targetKind !== undefined) conditions.push(indexed(sql`a.target_kind = ${targetKind}`))
  return conditions
}

/** Words that few rows have are found by the index of parts. All are compared with the rows, also those that it does not hold. */
async function searchConditions(tx: TenantTransaction, words: readonly string[]): Promise<Condition[]> {
  if (words.length === 0) return []
  const each = words.map((word) => {
    const inNames = sql<boolean>`strpos(a.names, ${word}) > 0`
    return isIdWord(word) ? sql<boolean>`(${inNames} or ${word} in (a.target_id, a.actor_id))` : inNames
  })
  const compared = { alternatives: [sql<boolean>`(${sql.join(each, sql` and `)})`], isIndexed: false }
  const held = words.filter((word) => [...word].length >= partLength && !isIdWord(word))
  if (held.length === 0) return [compared]
  const { rows } = await sql<{ ids: string[] | null }>`
    select portico_audit_candidates(${held.map(folded)}::text[], ${candidatesMax}) as ids`.execute(tx.db)
  const ids = rows[0]?.ids ?? null
  if (ids === null) return [compared]
  // `offset` keeps the planner from walking the list in its order and looking each row up among the candidates.
  const among = sql<boolean>`a.id in (select c.id from audit c
    where c.tenant_id = ${tx.tenantId} and c.id = any (${ids}::uuid[]) offset 0)`
  return [{ alternatives: [among], isIndexed: true }, compared]
}

/** Actions with one beginning that are walked each by itself; where there are more, rows are compared instead. */
const walkedActionsMax = 8

async function actionCondition(tx: TenantTransaction, start: string): Promise<Condition> {
  const next = (after: RawBuilder<unknown>) => sql`
    select a.action from audit a where a.tenant_id = ${tx.tenantId} and a.action ${after} and a.action < ${`${start}~`}
     order by a.action limit 1`
  const { rows } = await sql<{ action: string }>`
    with recursive known (action) as (
      (${next(sql`>= ${start}`)})
      union all
      select (${next(sql`> k.action`)}) from known k where k.action is not null)
    select action from known where action is not null limit ${walkedActionsMax + 1}`.execute(tx.db)
  if (rows.length > walkedActionsMax) return { alternatives: [sql`starts_with(a.action, ${start})`], isIndexed: false }
  const alternatives = rows.map(({ action }) => sql<boolean>`a.action = ${action}`)
  return { alternatives: alternatives.length === 0 ? [sql`false`] : alternatives, isIndexed: true }
}

type Walk = {
  readonly indexed: Condition
  readonly others: readonly Condition[]
  readonly filter: AuditFilter
  readonly page: PageAsked
}

/** `end`: the last row compared, if the walk ended before the list did. */
type Walked = { readonly found: readonly TimePlace[]; readonly end: TimePlace | undefined }

/** What many rows have is found among the first, whatever the length of the log. */
async function walked(tx: TenantTransaction, asked: Walk): Promise<Walked> {
  const { limit } = asked.page
  if (asked.others.length === 0) return walk(tx, asked, limit + 1)
  const begun = await walk(tx, asked, begunMax)
  return begun.end === undefined || begun.found.length > limit ? begun : walk(tx, asked, comparedMax)
}

async function walk(
  tx: TenantTransaction,
  { indexed, others, filter: { since, until }, page: { limit, isOldestFirst, after } }: Walk,
  compared: number,
): Promise<Walked> {
  const [order, reverse] = isOldestFirst ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`]
  const times = [
    ...(since === undefined ? [] : [sql`and a.at >= ${new Date(since).toISOString()}::timestamptz`]),
    ...(until === undefined ? [] : [sql`and a.at < ${new Date(until).toISOString()}::timestamptz`]),
    ...(after === undefined
      ? []
      : [sql`and (a.at, a.id) ${sql.raw(isOldestFirst ? '>' : '<')} (${after.at}::timestamptz, ${after.id}::uuid)`]),
  ]
  const ranges = indexed.alternatives.map(
    (condition) => sql`
      (select a.id, a.at, a.actor_id, a.actor_name, a.action, a.target_kind, a.target_id, a.target_name, a.request_id, a.names
         from audit a where a.tenant_id = ${tx.tenantId} and ${condition} ${sql.join(times, sql` `)}
        order by a.at ${order}, a.id ${order} limit ${compared})`,
  )
  const passes = others.map(({ alternatives }) => sql`and (${sql.join(alternatives, sql` or `)})`)
  const { rows } = await sql<TimePlace & { isEnd: boolean }>`
    with ${customPlan} walked as materialized (
      select * from (${sql.join(ranges, sql` union `)}) r order by at ${order}, id ${order} limit ${compared}),
    found as (
      select a.id, a.at from walked a where true ${sql.join(passes, sql` `)}
       order by a.at ${order}, a.id ${order} limit ${limit + 1}),
    ended as (
      select e.id, e.at from walked e where (select count(*) from walked) = ${compared}
       order by e.at ${reverse}, e.id ${reverse} limit 1)
    select p.id, p.at::text as at, p.is_end as "isEnd"
      from (select id, at, false as is_end from found union all select id, at, true from ended) p
     order by p.is_end, p.at ${order}, p.id ${order}`.execute(tx.db)
  return { found: rows.filter(({ isEnd }) => !isEnd), end: rows.find(({ isEnd }) => isEnd) }
}

/** The rows at these places, read in parts up to `pageBytesMax`. `last`: the place of the last row that was read. */
async function rowsOf(
  tx: TenantTransaction,
  places: readonly TimePlace[],
  { isOldestFirst }: PageAsked,
): Promise<{ readonly rows: AuditRow[]; readonly isWhole: boolean; readonly last: TimePlace | undefined }> {
  const direction = isOldestFirst ? 'asc' : 'desc'
  const rows: AuditRow[] = []
  let [read, bytes] = [0, 0]
  while (read < places.length && bytes <= pageBytesMax) {
    const part = places.slice(read, read + readTogetherMax)
    const found = await tx.db
      .selectFrom('audit')
      .select(auditColumns)
      .select(sql<number>`octet_length(concat(before::text, after::text))`.as('bytes'))
      .where('tenant_id', '=', tx.tenantId)
      .where(sql<boolean>`id = any (${part.map(({ id }) => id)}::uuid[])`)
      .orderBy('at', direction)
      .orderBy('id', direction)
      .execute()
    rows.push(...found.map(auditRowOf))
    read += part.length
    bytes += found.reduce((sum, row) => sum + row.bytes, 0)
  }
  return { rows, isWhole: read >= places.length, last: places[read - 1] }
}

export async function findAuditRow(tx: TenantTransaction, id: string): Promise<AuditRow | undefined> {
  const row = await tx.db
    .selectFrom('audit')
    .select(auditColumns)
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && auditRowOf(row)
}
