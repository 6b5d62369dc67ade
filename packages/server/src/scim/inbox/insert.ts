import { sql } from 'kysely'

import type { ScimRequestRow } from '../../database/tables.ts'
import type { TenantTransaction } from '../../database/tenant-scope.ts'

/** Writes requests of a tenant. A provider that was deleted meanwhile is hidden: its requests are left out. */
export async function insertScimRequests({ db, tenantId }: TenantTransaction, rows: readonly ScimRequestRow[]) {
  await sql`
    insert into scim_requests (tenant_id, identity_provider_id, id, at, method, path, query, body, status, took_ms, dialect,
                               dry_run, token_beginning, request_id, changes, detail)
    select ${tenantId}::uuid, r.identity_provider_id, r.id, r.at, r.method, r.path, r.query, r.body, r.status, r.took_ms,
           r.dialect, r.dry_run, r.token_beginning, r.request_id, r.changes, r.detail
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
             identity_provider_id uuid, id uuid, at timestamptz, method text, path text, query text, body jsonb,
             status smallint, took_ms integer, dialect text, dry_run boolean, token_beginning text, request_id text,
             changes jsonb, detail text)
      join identity_providers p on p.tenant_id = ${tenantId} and p.id = r.identity_provider_id`.execute(db)
}
