import { sql } from 'kysely'

import type { ScimRequestRow } from '../../../kit/database/tables.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'

/** Counts requests of a tenant, and writes those that are kept. Those of a provider that was deleted meanwhile are left out. */
export async function insertScimRequests({ db, tenantId }: TenantTransaction, rows: readonly ScimRequestRow[]) {
  await sql`
    with answered as materialized (
      select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
               identity_provider_id uuid, id uuid, at timestamptz, method text, path text, query text, body jsonb,
               status smallint, took_ms integer, dialect text, dry_run boolean, token_name text, token_beginning text, request_id text,
               changes jsonb, ignored text[], detail text, unknown_members text[], kept boolean)
        join identity_providers p on p.tenant_id = ${tenantId} and p.id = r.identity_provider_id),
    counted as (
      insert into scim_activity as a (tenant_id, identity_provider_id, hour, requests, changed, failed)
      select ${tenantId}::uuid, identity_provider_id, date_trunc('hour', at, 'UTC') as hour, count(*),
             count(*) filter (where changes <> '[]'), count(*) filter (where status >= 400)
        from answered group by identity_provider_id, hour order by identity_provider_id, hour
      on conflict (tenant_id, identity_provider_id, hour) do update
        set requests = a.requests + excluded.requests, changed = a.changed + excluded.changed,
            failed = a.failed + excluded.failed)
    insert into scim_requests (tenant_id, identity_provider_id, id, at, method, path, query, body, status, took_ms, dialect,
                               dry_run, token_name, token_beginning, request_id, changes, ignored, detail,
                               unknown_members)
    select ${tenantId}::uuid, identity_provider_id, id, at, method, path, query, body, status, took_ms, dialect, dry_run,
           token_name, token_beginning, request_id, changes, ignored, detail, unknown_members
      from answered where kept`.execute(db)
}
