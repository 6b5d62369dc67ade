import { sql, type Kysely, type Migration } from 'kysely'

import { ownerDoor, tenantWall } from './wall.ts'

/** SCIM tokens of identity providers. Only the SHA-256 of a token is stored. */
export const scimTokens: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table scim_tokens (
        tenant_id uuid not null,
        id uuid not null,
        identity_provider_id uuid not null,
        beginning text collate "C" not null,
        token_hash bytea not null,
        active boolean not null default true,
        dry_run boolean not null,
        version integer not null default 1,
        issued_at timestamptz not null default now(),
        expires_at timestamptz not null,
        last_used_at timestamptz,
        primary key (tenant_id, id),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await sql`create unique index scim_tokens_hash on scim_tokens (token_hash)`.execute(db)
    await sql`create index scim_tokens_provider on scim_tokens (tenant_id, identity_provider_id, issued_at)`.execute(db)
    await tenantWall(db, 'scim_tokens')
    await ownerDoor(db, 'scim_tokens')
  },
}
