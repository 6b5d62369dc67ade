import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor, tenantWall } from './wall.ts'

/** API tokens of people for applications (docs/decisions/0109). Only the SHA-256 of a token is stored. */
export const apiTokens: Migration = {
  async up(db: Kysely<never>) {
    // `role_ids`, `tenant_role_ids`: what was chosen. What a token has is decided when it is introspected, so they are no
    // foreign keys. Removing the person, the environment or the application from it removes the token.
    await sql`
      create table api_tokens (
        tenant_id uuid not null,
        id uuid not null,
        user_id uuid not null,
        environment_id uuid not null,
        application_id text collate "C" not null,
        name text not null check (char_length(name) between 1 and 128),
        beginning text collate "C" not null,
        folded_text text collate "C" generated always as (portico_folded(name || ' ' || beginning)) stored,
        token_hash bytea not null,
        role_ids uuid[] not null,
        tenant_role_ids uuid[] not null,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        last_used_at timestamptz,
        revoked_at timestamptz,
        revoked_by text,
        primary key (tenant_id, id),
        foreign key (tenant_id, user_id) references users on delete cascade,
        foreign key (tenant_id, environment_id, application_id) references environment_applications on delete cascade
      )`.execute(db)
    await sql`create unique index api_tokens_hash on api_tokens (token_hash)`.execute(db)
    await sql`create index api_tokens_newest on api_tokens (tenant_id, created_at, id)`.execute(db)
    await sql`create index api_tokens_owner on api_tokens (tenant_id, user_id, created_at, id)`.execute(db)
    await sql`create index api_tokens_application on api_tokens (tenant_id, environment_id, application_id)`.execute(db)
    await sql`create index api_tokens_end on api_tokens (least(expires_at, revoked_at))`.execute(db)
    await tenantWall(db, 'api_tokens')
    await ownerDoor(db, 'api_tokens', 'all')
    // The door from a token to its tenant.
    await definerFunction(db, {
      name: 'portico_find_api_token',
      args: 'wanted bytea',
      returns: 'table (tenant_id uuid)',
      body: 'select k.tenant_id from public.api_tokens k where k.token_hash = wanted',
    })
    await definerFunction(db, {
      name: 'portico_sweep_api_tokens',
      args: '',
      returns: 'bigint',
      body: `with gone as (
               delete from public.api_tokens k
                using (select tenant_id, id from public.api_tokens
                        where least(expires_at, revoked_at) < now() - interval '90 days' limit 1000) old
                where k.tenant_id = old.tenant_id and k.id = old.id
               returning 1)
             select count(*) from gone`,
      volatile: true,
    })
  },
}
