import {
  getScimActivity,
  getScimDrift,
  getScimRequest,
  listScimRequests,
  listScimUnseen,
  type ScimRequestSummary,
} from '@portico/core/contract'
import { sql, type Selectable } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import { invalid, notFound } from '../../http/failure.ts'
import { route } from '../../http/route.ts'
import { isUuid } from '../../identifiers.ts'
import { findProviderRow } from '../../identity-providers/rows.ts'
import { readDrift, readUnseen } from './drift.ts'

const rowsDefault = 50
const rowsMax = 200

type RequestRow = Selectable<Tables['scim_requests']>

/** What directories sent, for their administrators. */
export const scimInboxRoutes = [
  route(listScimRequests, 'admin', async ({ tx, params, query }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    const { limit, cursor } = pageIn(query)
    const { only } = query
    let wanted = tx.db
      .selectFrom('scim_requests')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('identity_provider_id', '=', params.id)
      .orderBy('id', 'desc')
      .limit(limit + 1)
    if (cursor !== undefined) wanted = wanted.where('id', '<', cursor)
    if (only === 'failed') wanted = wanted.where('status', '>=', 400)
    if (only === 'changed') wanted = wanted.where(sql<boolean>`changes <> '[]'::jsonb`)
    const rows = await wanted.execute()
    const shown = rows.slice(0, limit)
    const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
    return { value: { requests: shown.map(summaryOf), next } }
  }),

  route(getScimRequest, 'admin', async ({ tx, params }) => {
    const row = await tx.db
      .selectFrom('scim_requests')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('identity_provider_id', '=', params.id)
      .where('id', '=', params.requestId)
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    const { request_id: requestID, query, body } = row
    return { value: { ...summaryOf(row), requestID, query, body } }
  }),

  route(getScimActivity, 'admin', async ({ tx, params }) => {
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

  route(getScimDrift, 'admin', async ({ tx, params }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    return { value: await readDrift(tx, params.id) }
  }),

  route(listScimUnseen, 'admin', async ({ tx, params, query }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    const { limit, cursor } = pageIn(query)
    return { value: await readUnseen(tx, params.id, { limit, after: cursor?.toLowerCase() }) }
  }),
]

type PageQuery = { readonly limit?: string | undefined; readonly cursor?: string | undefined }

/** Throws 400 for an invalid cursor. */
function pageIn({ limit, cursor }: PageQuery) {
  if (cursor !== undefined && !isUuid(cursor)) throw invalid([{ errorID: 'INVALID_VALUE', fieldID: 'cursor' }])
  return { limit: Math.min(Math.max(Number(limit ?? rowsDefault), 1), rowsMax), cursor }
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
    beginning: row.token_beginning,
    changes,
    detail,
  }
}
