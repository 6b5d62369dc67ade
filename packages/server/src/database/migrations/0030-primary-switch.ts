import { sql, type Kysely, type Migration } from 'kysely'

import { tenantWall } from './wall.ts'

/**
 * The pending switch of a tenant's primary provider, at most one, and how long groups of an earlier primary provider keep
 * the Security Admin role. A trigger ends a pending switch with its provider or its group, however these are removed.
 */
export const primarySwitch: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table primary_switches (
        tenant_id uuid not null,
        id uuid not null,
        identity_provider_id uuid not null,
        group_id uuid not null,
        grace_secs integer not null check (grace_secs >= 0),
        chosen_by text not null,
        chosen_at timestamptz not null default now(),
        primary key (tenant_id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade,
        foreign key (tenant_id, group_id) references groups on delete cascade
      )`.execute(db)
    await sql`create index primary_switches_provider on primary_switches (tenant_id, identity_provider_id)`.execute(db)
    await sql`create index primary_switches_group on primary_switches (tenant_id, group_id)`.execute(db)
    await tenantWall(db, 'primary_switches')

    await sql`alter table identity_providers add column admin_until timestamptz`.execute(db)
    // Which switch the person answered with Not Now in this session.
    await sql`alter table sessions add column skipped_switch uuid`.execute(db)

    await sql`
      create function portico_end_pending_switch() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'groups' then
          delete from public.primary_switches s where s.tenant_id = new.tenant_id and s.group_id = new.id;
        else
          delete from public.primary_switches s where s.tenant_id = new.tenant_id and s.identity_provider_id = new.id;
        end if;
        return null;
      end
      $$`.execute(db)
    await sql`
      create trigger end_pending_switch after update of deleted_at, enabled, is_primary on identity_providers
        for each row when (new.deleted_at is not null or not new.enabled or new.is_primary)
        execute function portico_end_pending_switch()`.execute(db)
    await sql`
      create trigger end_pending_switch after update of deleted_at on groups
        for each row when (new.deleted_at is not null) execute function portico_end_pending_switch()`.execute(db)
  },
}
