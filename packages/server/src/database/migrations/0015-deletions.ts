import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor } from './wall.ts'

const own = "tenant_id = nullif(current_setting('portico.tenant', true), '')::uuid"

/**
 * A provider and groups are deleted by a mark. The tenant wall hides marked rows, so to the server they do not exist,
 * and purge.ts removes them with what belongs to them, batch by batch (docs/decisions/0036).
 */
export const deletions: Migration = {
  async up(db: Kysely<never>) {
    for (const table of ['identity_providers', 'groups']) {
      const visible = sql.raw(`${own} and deleted_at is null`)
      await sql`alter table ${sql.table(table)} add column deleted_at timestamptz`.execute(db)
      await sql`create index ${sql.id(`${table}_deleted`)} on ${sql.table(table)} (deleted_at)
        where deleted_at is not null`.execute(db)
      await sql`alter policy tenant_wall on ${sql.table(table)} using (${visible}) with check (${visible})`.execute(db)
    }
    await sql`drop policy owner_door on identity_providers`.execute(db)
    for (const table of ['identity_providers', 'groups', 'users', 'user_groups']) await ownerDoor(db, table, 'all')

    // `enabled` is for processes of the version before, which know no mark. The name is free for another provider.
    await definerFunction(db, {
      name: 'portico_delete_identity_provider',
      args: 'wanted uuid',
      returns: 'boolean',
      body: `with marked as (
               update public.identity_providers
                  set deleted_at = now(), enabled = false, secrets = null, name = id::text,
                      version = version + 1, config_version = config_version + 1
                where ${own} and id = wanted and deleted_at is null and not is_primary
               returning 1)
             select exists (select from marked)`,
      volatile: true,
    })
    // The claim is free for the group that the next sign-in brings.
    await definerFunction(db, {
      name: 'portico_forget_groups',
      args: 'provider uuid',
      returns: 'setof text',
      body: `update public.groups set deleted_at = now(), claim = id::text
              where ${own} and identity_provider_id = provider and deleted_at is null
             returning name`,
      volatile: true,
    })
    await sql`
      create or replace function portico_find_identity_provider_any(wanted uuid) returns table (tenant_id uuid)
        language sql stable security definer set search_path = pg_catalog, public, pg_temp
        as 'select p.tenant_id from public.identity_providers p where p.id = wanted and p.deleted_at is null'`.execute(
      db,
    )
    await definerFunction(db, {
      name: 'portico_purge_deleted',
      args: 'batch integer',
      returns: 'bigint',
      body: purgeBody,
      language: 'plpgsql',
      volatile: true,
    })
  },
}

/** What belongs to a provider and may be millions of rows; the rest goes with the provider's row. */
const belongings = ['sessions', 'cli_grants', 'sign_in_transactions', 'users', 'groups']

/** Removes at most `batch` rows of one kind and answers how many; 0 when nothing that was deleted is left. */
const purgeBody = `
  declare
    provider record;
    gone bigint;
  begin
    select tenant_id, id into provider from public.identity_providers
     where deleted_at is not null order by deleted_at limit 1 for update skip locked;
    if found then
      update public.sign_in_records set identity_provider_id = null, user_id = null where ctid = any (array(
        select ctid from public.sign_in_records
         where tenant_id = provider.tenant_id and identity_provider_id = provider.id limit batch));
      get diagnostics gone = row_count;
      if gone > 0 then return gone; end if;
      ${belongings
        .map(
          (table) => `
      delete from public.${table} where ctid = any (array(
        select ctid from public.${table}
         where tenant_id = provider.tenant_id and identity_provider_id = provider.id limit batch));
      get diagnostics gone = row_count;
      if gone > 0 then return gone; end if;`,
        )
        .join('')}
      delete from public.identity_providers where tenant_id = provider.tenant_id and id = provider.id;
      return 1;
    end if;

    delete from public.user_groups where ctid = any (array(
      select u.ctid from public.groups g
        join public.user_groups u on u.tenant_id = g.tenant_id and u.group_id = g.id
       where g.deleted_at is not null limit batch for update of u skip locked));
    get diagnostics gone = row_count;
    if gone > 0 then return gone; end if;
    delete from public.groups where ctid = any (array(
      select ctid from public.groups where deleted_at is not null limit batch for update skip locked));
    get diagnostics gone = row_count;
    return gone;
  end`
