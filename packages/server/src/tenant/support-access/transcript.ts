import { supportRequestsMax, supportSessionsMax, type SupportRequest, type SupportVisit } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

type Page = { requests: SupportRequest[]; next: string | null }

/** A page of the transcript that this tenant keeps of a support session, the oldest request first. */
export async function readTranscript(tx: TenantTransaction, sessionId: string, cursor?: string): Promise<Page> {
  let query = tx.db
    .selectFrom('support_requests')
    .select(['id', 'at', 'method', 'path', 'status', 'request_id', firstAction.as('action')])
    .where('tenant_id', '=', tx.tenantId)
    .where('session_id', '=', sessionId)
  if (cursor !== undefined) query = query.where('id', '>', cursor)
  const rows = await query
    .orderBy('id')
    .limit(supportRequestsMax + 1)
    .execute()
  const shown = rows.slice(0, supportRequestsMax)
  return {
    requests: shown.map(({ at, method, path, status, request_id, action }) => ({
      at: at.toISOString(),
      method,
      path,
      status,
      requestId: request_id,
      action,
    })),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** The first entry of the audit log that a request wrote. */
const firstAction = sql<string | null>`(
  select a.action from audit a where a.tenant_id = support_requests.tenant_id and a.request_id = support_requests.request_id
    and a.request_id <> '' order by a.at, a.id limit 1)`

/** Support sessions of the vendor's people, as the vendor's tenant keeps them; the latest first. */
export async function listVisits(tx: TenantTransaction): Promise<SupportVisit[]> {
  const rows = await tx.db
    .selectFrom('support_visits')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .orderBy('began_at', 'desc')
    .orderBy('id')
    .limit(supportSessionsMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    tenant: { id: row.visited_tenant_id, name: row.visited_name },
    name: row.person,
    reason: row.reason,
    since: row.began_at.toISOString(),
    until: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }))
}

export async function isVisit(tx: TenantTransaction, id: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('support_visits')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
