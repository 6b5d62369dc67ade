import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/**
 * The people of a provider whom a SCIM user may be: by the subject (0), or by the username (1). lower() and substr() are not
 * leakproof, so that row-level security keeps the app role from their indexes, and each search would read all people.
 */
export const scimMatches: Migration = {
  async up(db: Kysely<never>) {
    await definerFunction(db, {
      name: 'portico_scim_matches',
      args: 'provider uuid, subjects text[], wanted_name text',
      returns: 'table (user_id uuid, place integer)',
      language: 'plpgsql',
      // In plpgsql, which keeps the plan for the next call.
      body: `begin
        return query
          select u.id, 0 from public.users u
           where u.tenant_id = ${tenant} and u.identity_provider_id = provider
             and substr(u.subject, strpos(u.subject, ' ') + 1) = any (subjects)
          union all
          select u.id, 1 from public.users u
           where u.tenant_id = ${tenant} and u.identity_provider_id = provider
             and lower(u.username) = lower(wanted_name);
      end`,
    })
    // Instead of the 1,000 that PostgreSQL assumes, for which it would read the table of people.
    await sql`alter function portico_scim_matches(uuid, text[], text) rows 2`.execute(db)
  },
}

const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`
