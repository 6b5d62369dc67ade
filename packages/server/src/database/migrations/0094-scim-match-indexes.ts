import { sql, type Kysely, type Migration } from 'kysely'

/**
 * The two searches of migration 0080, each with an index that no other condition fits. Where statistics do not know a provider yet,
 * every index that begins with its id looks like one row, and the search read all people of a directory for each one it sent.
 */
export const scimMatchIndexes: Migration = {
  async up(db: Kysely<never>) {
    const keys = { users_scim_subject: subjectKey, users_scim_name: nameKey }
    for (const [name, key] of Object.entries(keys))
      await sql`create index ${sql.id(name)} on users (${sql.raw(key)})`.execute(db)
    for (const index of ['users_subject', 'users_username_key']) await sql`drop index ${sql.id(index)}`.execute(db)
    // `is not distinct from` is not a condition of an index.
    await sql`
      create or replace function portico_scim_matches(provider uuid, subjects text[], wanted_name text)
      returns table (user_id uuid, place integer) language plpgsql stable security definer rows 2
      set search_path = pg_catalog, public, pg_temp
      as ${sql.lit(`begin
        return query
          select u.id, 0 from public.users u
           where ${subjectKey} = any (array(select provider::text || ' ' || subject from unnest(subjects) subject))
             and u.tenant_id is not distinct from ${tenant}
          union all
          select u.id, 1 from public.users u
           where ${nameKey} = provider::text || ' ' || lower(wanted_name)
             and u.tenant_id is not distinct from ${tenant};
      end`)}`.execute(db)
  },
}

const subjectKey = `(identity_provider_id::text || ' ' || substr(subject, strpos(subject, ' ') + 1))`
const nameKey = `(identity_provider_id::text || ' ' || lower(username))`
const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`
