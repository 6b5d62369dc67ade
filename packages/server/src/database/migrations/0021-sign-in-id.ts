import { sql, type Kysely, type Migration } from 'kysely'

/**
 * `sign_in_id` joins the sessions and grants of one sign-in: that of the browser, and those of the command line that
 * began in its name. Until now they were found by a time of ± 1 ms.
 */
export const signInId: Migration = {
  async up(db: Kysely<never>) {
    await sql`alter table sessions add column sign_in_id uuid`.execute(db)
    await sql`alter table cli_grants add column sign_in_id uuid`.execute(db)
    await fillExisting(db)
    await sql`alter table sessions alter column sign_in_id set not null`.execute(db)
    await sql`alter table cli_grants alter column sign_in_id set not null`.execute(db)
    await sql`create index sessions_sign_in on sessions (tenant_id, sign_in_id)`.execute(db)
    await sql`create index cli_grants_sign_in on cli_grants (tenant_id, sign_in_id)`.execute(db)

    // Servers of the version before write no id: a row of the command line gets that of the sign-in it stems from. One of
    // a server that runs already has its id, and costs no look.
    await sql`
      create function portico_fill_sign_in_id() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
      begin
        if tg_table_name = 'cli_grants' or to_jsonb(new) ->> 'kind' = 'cli' then
          select s.sign_in_id into new.sign_in_id from public.sessions s
           where s.tenant_id = new.tenant_id and s.identity_provider_id = new.identity_provider_id
             and s.user_id = new.user_id
             and s.authenticated_at between new.authenticated_at - interval '1 ms'
                                        and new.authenticated_at + interval '1 ms'
           order by s.kind, abs(extract(epoch from s.authenticated_at - new.authenticated_at)) limit 1;
        end if;
        new.sign_in_id := coalesce(new.sign_in_id, gen_random_uuid());
        return new;
      end $$`.execute(db)
    for (const table of ['sessions', 'cli_grants'])
      await sql`
        create trigger sign_in_id before insert on ${sql.table(table)}
        for each row when (new.sign_in_id is null) execute function portico_fill_sign_in_id()`.execute(db)
  },
}

/**
 * Each browser session is a sign-in of its own. What the command line began takes the id of the nearest one within a
 * millisecond; where that one was swept already, rows of the same moment share an id.
 */
async function fillExisting(db: Kysely<never>): Promise<void> {
  await sql`update sessions set sign_in_id = gen_random_uuid() where kind = 'browser'`.execute(db)
  for (const table of ['sessions', 'cli_grants']) {
    const name = sql.table(table)
    await sql`
      update ${name} c set sign_in_id = coalesce(
        (select b.sign_in_id from sessions b
          where b.kind = 'browser' and b.tenant_id = c.tenant_id and b.identity_provider_id = c.identity_provider_id
            and b.user_id = c.user_id
            and b.authenticated_at between c.authenticated_at - interval '1 ms' and c.authenticated_at + interval '1 ms'
          order by abs(extract(epoch from b.authenticated_at - c.authenticated_at)) limit 1),
        md5(concat_ws(' ', c.tenant_id, c.identity_provider_id, c.user_id,
                      extract(epoch from date_trunc('milliseconds', c.authenticated_at))))::uuid)
       where c.sign_in_id is null`.execute(db)
  }
}
