import type { AuditRow } from '@portico/core/contract'
import type { Selectable } from 'kysely'

import type { Tables } from '../database/tables.ts'

/** What {@link auditRowOf} needs. */
export const auditColumns = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'target_kind',
  'target_id',
  'target_name',
  'before',
  'after',
  'request_id',
  'address',
] as const

/** A row as the API, the export, the log and webhooks show it: without secrets, which are not in the row. */
export function auditRowOf(row: Pick<Selectable<Tables['audit']>, (typeof auditColumns)[number]>): AuditRow {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    before: row.before,
    after: row.after,
    requestId: row.request_id,
    address: row.address,
  }
}
