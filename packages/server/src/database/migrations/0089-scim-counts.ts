import { sql, type Kysely, type Migration } from 'kysely'

import { ownerDoor, tenantWall } from './wall.ts'

/**
 * How many users and groups of a provider are not deleted (docs/decisions/0119): the sum of a few rows, so that creates at the
 * same time do not wait for one. A connection has its own row among 16.
 */
export const scimCounts: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table scim_counts (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        counted text collate "C" not null check (counted in ('scim_users', 'scim_groups')),
        shard smallint not null,
        count bigint not null,
        primary key (tenant_id, identity_provider_id, counted, shard),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      ) with (fillfactor = 50)`.execute(db)
    await tenantWall(db, 'scim_counts')
    await ownerDoor(db, 'scim_counts', 'all')
    for (const table of ['scim_users', 'scim_groups'])
      await sql`
        insert into scim_counts (tenant_id, identity_provider_id, counted, shard, count)
        select tenant_id, identity_provider_id, ${sql.lit(table)}, 0, count(*) from ${sql.table(table)}
         where deleted_at is null group by tenant_id, identity_provider_id`.execute(db)

    // A restore brings the counts as they were.
    await sql`
      create function portico_count_scim() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp
      as ${sql.lit(`begin
        if current_setting('portico.restore', true) = 'on' then return null; end if;
        if tg_op = 'INSERT' then
          insert into public.scim_counts as c (tenant_id, identity_provider_id, counted, shard, count)
          select tenant_id, identity_provider_id, tg_table_name, pg_backend_pid() % 16, count(*) from added
           where deleted_at is null group by tenant_id, identity_provider_id
           order by tenant_id, identity_provider_id
          on conflict (tenant_id, identity_provider_id, counted, shard) do update set count = c.count + excluded.count;
          return null;
        end if;
        insert into public.scim_counts as c (tenant_id, identity_provider_id, counted, shard, count)
        values (new.tenant_id, new.identity_provider_id, tg_table_name, pg_backend_pid() % 16,
                case when new.deleted_at is null then 1 else -1 end)
        on conflict (tenant_id, identity_provider_id, counted, shard) do update set count = c.count + excluded.count;
        return null;
      end`)}`.execute(db)
    for (const table of ['scim_users', 'scim_groups']) {
      await sql`
        create trigger count_added after insert on ${sql.table(table)} referencing new table as added
        for each statement execute function portico_count_scim()`.execute(db)
      await sql`
        create trigger count_deleted after update of deleted_at on ${sql.table(table)}
        for each row when ((old.deleted_at is null) is distinct from (new.deleted_at is null))
        execute function portico_count_scim()`.execute(db)
    }
  },
}
