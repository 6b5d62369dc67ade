import {
  getScimActivity,
  getScimDrift,
  getScimRequest,
  listScimRequests,
  listScimUnseen,
  type ScimRequestSummary,
  type SearchMatch,
} from '@portico/core/contract'
import { sql, type Selectable } from 'kysely'

import type { Tables } from '../../../kit/database/tables.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { invalid, notFound } from '../../../kit/http/failure.ts'
import { route } from '../../../kit/http/route.ts'
import { isUuid } from '../../../kit/identifiers.ts'
import { findProviderRow } from '../../../providers/identity-providers/rows.ts'
import { placeOf } from '../../../kit/lists/cursor.ts'
import { pageOf } from '../../../kit/lists/keyset.ts'
import { totalOf } from '../../../kit/lists/total.ts'
import { searchCondition } from '../../../kit/lists/search.ts'
import { readDrift, readUnseen } from './drift.ts'

const rowsDefault = 50
const rowsMax = 200
const order = 'id'

type RequestRow = Selectable<Tables['scim_requests']>

/** What directories sent, for their administrators. */
export const scimInboxRoutes = [
  route(listScimRequests, ['admin', 'support-reading'], async ({ tx, params, query }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    const limit = limitIn(query)
    const place = placeOf(query.cursor, order, (key) => key === '')
    const wanted = requestsOf(tx, params.id, query)
    const isBackward = place?.side === 'before'
    let page = wanted
      .selectAll()
      .select(sql<string>`''`.as('sortText'))
      .orderBy('id', isBackward ? 'asc' : 'desc')
    if (place?.key !== undefined) page = page.where('id', isBackward ? '>' : '<', place.id)
    const found = await page.limit(limit + 1).execute()
    const { rows, ...cursors } = pageOf(found, { limit, place, sort: order, isBackward })
    const total = await totalOf(tx, query, sql`${wanted.select(sql`1`.as('one'))}`)
    return { value: { requests: rows.map(summaryOf), ...cursors, ...total } }
  }),

  route(getScimRequest, ['admin', 'support-reading'], async ({ tx, params }) => {
    const row = await tx.db
      .selectFrom('scim_requests')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('identity_provider_id', '=', params.id)
      .where('id', '=', params.requestId)
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    const { request_id: requestID, ignored, query, body } = row
    return { value: { ...summaryOf(row), requestID, ignored, query, body } }
  }),

  route(getScimActivity, ['admin', 'support-reading'], async ({ tx, params }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    const rows = await tx.db
      .selectFrom('scim_activity')
      .select(['hour', 'requests', 'changed', 'failed'])
      .where('tenant_id', '=', tx.tenantId)
      .where('identity_provider_id', '=', params.id)
      .where('hour', '>', sql<Date>`now() - interval '31 days'`)
      .orderBy('hour')
      .execute()
    return { value: { hours: rows.map(({ hour, ...counts }) => ({ at: hour.toISOString(), ...counts })) } }
  }),

  route(getScimDrift, ['admin', 'support-reading'], async ({ tx, params }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    return { value: await readDrift(tx, params.id) }
  }),

  route(listScimUnseen, ['admin', 'support-reading'], async ({ tx, params, query }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    const { limit, cursor } = pageIn(query)
    return { value: await readUnseen(tx, params.id, { limit, after: cursor?.toLowerCase() }) }
  }),
]

type PageQuery = { readonly limit?: string | undefined; readonly cursor?: string | undefined }

/** Throws 400 for an invalid cursor. */
function pageIn(query: PageQuery) {
  const { cursor } = query
  if (cursor !== undefined && !isUuid(cursor)) throw invalid([{ errorID: 'INVALID_VALUE', fieldID: 'cursor' }])
  return { limit: limitIn(query), cursor }
}

function limitIn({ limit }: PageQuery): number {
  return Math.min(Math.max(Number(limit ?? rowsDefault), 1), rowsMax)
}

type Wanted = {
  readonly only?: 'changed' | 'failed' | undefined
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
}

function requestsOf(tx: TenantTransaction, providerId: string, { only, search = '', match = 'contains' }: Wanted) {
  let wanted = tx.db
    .selectFrom('scim_requests')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
  if (only === 'failed') wanted = wanted.where('status', '>=', 400)
  if (only === 'changed') wanted = wanted.where(sql<boolean>`changes <> '[]'::jsonb`)
  const name = sql<string>`portico_folded(concat_ws(' ', method, path, status::text, detail))`
  const condition = searchCondition({ name, urn: sql<string>`id::text` }, search, match)
  return condition === undefined ? wanted : wanted.where(condition)
}

function summaryOf(row: RequestRow): ScimRequestSummary {
  const { id, method, path, status, dialect, changes, detail } = row
  return {
    id,
    at: row.at.toISOString(),
    method,
    path,
    status,
    tookMs: row.took_ms,
    dialect,
    dryRun: row.dry_run,
    tokenName: row.token_name,
    beginning: row.token_beginning,
    changes,
    detail,
  }
}
