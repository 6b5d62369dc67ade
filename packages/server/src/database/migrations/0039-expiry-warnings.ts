import { sql, type Kysely, type Migration } from 'kysely'

import { tenantWall } from './wall.ts'

/** What was warned about: once for each stage of each certificate and secret, by any process. */
export const expiryWarnings: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table expiry_warnings (
        tenant_id uuid not null,
        identity_provider_id uuid not null,
        kind text collate "C" not null,
        at text collate "C" not null,
        stage text collate "C" not null,
        warned_at timestamptz not null default now(),
        primary key (tenant_id, identity_provider_id, kind, at, stage),
        foreign key (tenant_id, identity_provider_id) references identity_providers on delete cascade
      )`.execute(db)
    await tenantWall(db, 'expiry_warnings')
  },
}
