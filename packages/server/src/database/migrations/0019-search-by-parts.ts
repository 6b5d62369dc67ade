import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/**
 * Search by a part of a name in time that does not grow with the list (docs/decisions/0055). The indexes hold each three
 * letters of a name together with the list it is in, so that a search meets no other tenant's names. GIN over arrays is
 * part of PostgreSQL itself; the trigram extension may be missing.
 */
export const searchByParts: Migration = {
  async up(db: Kysely<never>) {
    // The cost keeps the planner from computing it row by row where it can use an index.
    await sql`
      create function portico_parts(list uuid, value text) returns integer[]
      language sql immutable strict parallel safe cost 1000
      as ${sql.lit(`select array(
        select pg_catalog.hashtext(list::text || pg_catalog.substr(value, at, 3) collate "C")
          from pg_catalog.generate_series(1, pg_catalog.length(value) - 2) at)`)}`.execute(db)
    // Without a pending list, which each search would have to read through.
    await sql`create index service_accounts_parts on service_accounts
      using gin (portico_parts(environment_id, folded_name)) with (fastupdate = off)`.execute(db)
    await sql`create index sign_in_records_parts on sign_in_records
      using gin (portico_parts(tenant_id, lower(username))) with (fastupdate = off)`.execute(db)

    // Row security keeps the app role from such an index: its operators are not leakproof. The candidates are compared
    // again by the query that uses them. null: there are `most` of them or more.
    await definerFunction(db, {
      name: 'portico_service_account_candidates',
      args: 'environment uuid, words text[], most integer',
      returns: 'uuid[]',
      body: `
        select case when count(*) < most then coalesce(array_agg(c.id) filter (where c.tenant_id = ${tenant}), '{}') end
          from (select a.tenant_id, a.id from public.service_accounts a
                 where public.portico_parts(a.environment_id, a.folded_name) @> (
                         select array_agg(part)
                           from unnest(words) word, unnest(public.portico_parts(environment, word)) part)
                 limit most) c`,
    })
    await definerFunction(db, {
      name: 'portico_sign_in_candidates',
      args: 'wanted text, code_start text, most integer',
      returns: 'uuid[]',
      body: `
        select case when count(*) < most then coalesce(array_agg(c.id) filter (where c.tenant_id = ${tenant}), '{}') end
          from ((select r.tenant_id, r.id from public.sign_in_records r
                  where public.portico_parts(r.tenant_id, lower(r.username))
                        @> public.portico_parts(${tenant}, lower(wanted))
                  limit most)
                union
                (select r.tenant_id, r.id from public.sign_in_records r
                  where r.tenant_id = ${tenant} and r.code >= code_start and r.code < code_start || '~'
                  limit most)) c`,
    })
  },
}

const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`
