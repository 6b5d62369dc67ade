import { sql, type Migration } from 'kysely'

import { definerFunction } from '../schema/wall.ts'

/**
 * Refresh tokens of applications (docs/decisions/0141). Those with a life of their own belong to a session of the kind `application`,
 * so that what ends the sessions of a person ends them too.
 */
export const refreshTokens: Migration = {
  async up(db) {
    await sql`
      alter table sessions
        drop constraint sessions_kind_check,
        add constraint sessions_kind_check check (kind in ('browser', 'cli', 'application')),
        -- Of the kind application: the registration that holds the refresh tokens.
        add column client_id uuid,
        add constraint sessions_client_check check ((kind = 'application') = (client_id is not null)),
        add foreign key (tenant_id, client_id) references application_clients on delete cascade`.execute(db)
    await sql`
      create index sessions_client on sessions (tenant_id, client_id) where client_id is not null`.execute(db)
    await sql`
      alter table application_grants
        drop constraint application_grants_kind_check,
        add constraint application_grants_kind_check check (kind in ('code', 'access', 'refresh')),
        alter column application_session_id drop not null,
        -- Of a refresh token with a life of its own, and of access tokens that it brought.
        add column session_id uuid,
        add constraint application_grants_session_check check ((application_session_id is null) <> (session_id is null)),
        add foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade`.execute(db)
    await sql`
      create index application_grants_own_session on application_grants (tenant_id, session_id)
       where session_id is not null`.execute(db)
    // The door from a refresh token to its tenant, for introspection and revocation.
    await definerFunction(db, {
      name: 'portico_find_refresh_token',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: `select g.tenant_id from public.application_grants g where g.hash = wanted and g.kind = 'refresh'`,
    })
    await sql`
      create index application_grants_refresh on application_grants (hash) where kind = 'refresh'`.execute(db)
  },
}
