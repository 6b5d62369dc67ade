import { sql, type Kysely } from 'kysely'

import { definerFunction } from '../schema/wall.ts'

/**
 * Names of SCIM tokens, and in each kept request the name of its token. Tokens that have no name, and those that an earlier version of
 * the server creates meanwhile, are named after the day of their creation.
 */
export async function namesOfScimTokens(db: Kysely<never>): Promise<void> {
  const dated = (at: string) => sql.raw(`'Token of ' || to_char(${at} at time zone 'UTC', 'FMDD FMMonth YYYY')`)
  await sql`alter table scim_tokens add column name text not null default (${dated('now()')})`.execute(db)
  // The wall hides the rows from their owner too: no tenant is chosen in a migration.
  await sql`alter table scim_tokens no force row level security`.execute(db)
  await sql`update scim_tokens set name = ${dated('issued_at')}`.execute(db)
  await sql`alter table scim_tokens force row level security`.execute(db)
  await sql`alter table scim_requests add column token_name text not null default ''`.execute(db)

  // Beside portico_scim_sender, which an earlier version of the server asks.
  await definerFunction(db, {
    name: 'portico_find_scim_token',
    args: 'wanted bytea',
    returns: 'table (tenant_id uuid, identity_provider_id uuid, id uuid, name text, beginning text, dry_run boolean)',
    body: `
      select k.tenant_id, k.identity_provider_id, k.id, k.name, k.beginning, k.dry_run
        from public.scim_tokens k
        join public.tenants t on t.tenant_id = k.tenant_id
        join public.identity_providers p on p.tenant_id = k.tenant_id and p.id = k.identity_provider_id
       where k.token_hash = wanted and k.active and k.expires_at > now()
         and not t.deactivated and p.deleted_at is null`,
  })
}
