import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** Webhooks of tenants and how far each is in the audit log (docs/decisions/0101). */
export const webhooks: Migration = {
  async up(db: Kysely<never>) {
    // `position`, `row_id`: the last row that was sent or passed over. `until_…`: the end of the message that is tried again under
    // `message_id`. `taken_by`: the turn of a process that sends to it, until `taken_until`.
    await sql`
      create table webhooks (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        url text not null,
        events text[] collate "C" not null,
        actions text[] collate "C" not null,
        enabled boolean not null,
        paused_reason text check (paused_reason in ('failing', 'gone')),
        secret bytea not null,
        previous_secret bytea,
        previous_secret_until timestamptz,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        position bigint not null,
        row_id uuid not null,
        until_position bigint,
        until_row_id uuid,
        message_id text collate "C",
        taken_by uuid,
        taken_until timestamptz,
        failed_attempts integer not null default 0,
        failing_since timestamptz,
        next_attempt_at timestamptz,
        last_delivered_at timestamptz,
        last_failure text,
        last_status smallint,
        primary key (tenant_id, id)
      )`.execute(db)
    await tenantWall(db, 'webhooks')
    await ownerDoor(db, 'webhooks')

    // Those with rows to send that no process sends to. A webhook costs one look into an index.
    await definerFunction(db, {
      name: 'portico_due_webhooks',
      args: 'most integer',
      returns: 'table (tenant_id uuid, id uuid)',
      body: `
        select w.tenant_id, w.id
          from public.webhooks w
          join public.tenants t on t.tenant_id = w.tenant_id and not t.deactivated
         where w.enabled
           and coalesce(w.next_attempt_at, '-infinity') <= now()
           and coalesce(w.taken_until, '-infinity') <= now()
           and exists (
             select from public.audit a
              where a.tenant_id = w.tenant_id and (a.position, a.id) > (w.position, w.row_id)
                and a.position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint + public.portico_audit_base())
         order by coalesce(w.next_attempt_at, w.last_delivered_at, '-infinity')
         limit most`,
    })
  },
}
