import { sql, type Kysely, type Migration } from 'kysely'

/**
 * How often the places of a provider's resources in the order of creation changed (docs/decisions/0119): one was deleted or came back,
 * or was added before others. While the sum of `moves` is the same, a place that was found before is still right, except among
 * resources that are younger than two minutes: creates that overlap are not committed in the order of their ids.
 */
export const scimPlaces: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table scim_counts add column moves bigint not null default 0`.execute(db)
    // The lowest UUID version 7 of a time (RFC 9562 section 5.7).
    await sql`
      create function portico_id_at(at timestamptz) returns uuid immutable language sql
      return rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid`.execute(db)
    await sql`
      create or replace function portico_count_scim() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp
      as ${sql.lit(`begin
        if current_setting('portico.restore', true) = 'on' then return null; end if;
        if tg_op = 'INSERT' then
          insert into public.scim_counts as c (tenant_id, identity_provider_id, counted, shard, count, moves)
          select tenant_id, identity_provider_id, tg_table_name, pg_backend_pid() % 64, count(*),
                 count(*) filter (where id < public.portico_id_at(now() - interval '1 minute'))
            from added where deleted_at is null group by tenant_id, identity_provider_id
           order by tenant_id, identity_provider_id
          on conflict (tenant_id, identity_provider_id, counted, shard)
          do update set count = c.count + excluded.count, moves = c.moves + excluded.moves;
          return null;
        end if;
        insert into public.scim_counts as c (tenant_id, identity_provider_id, counted, shard, count, moves)
        values (new.tenant_id, new.identity_provider_id, tg_table_name, pg_backend_pid() % 64,
                case when new.deleted_at is null then 1 else -1 end, 1)
        on conflict (tenant_id, identity_provider_id, counted, shard)
        do update set count = c.count + excluded.count, moves = c.moves + excluded.moves;
        return null;
      end`)}`.execute(db)
  },
}
