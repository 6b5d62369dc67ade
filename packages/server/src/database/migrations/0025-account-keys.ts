import { sql, type Kysely, type Migration } from 'kysely'

import { tenantWall } from './wall.ts'

/**
 * When a key was added to a service account and when it last obtained a token. A key of before has no row until its first
 * use, and `added_at` stays null. A separate table, so that a use does not write the account's row and its indexes.
 */
export const accountKeys: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table service_account_keys (
        tenant_id uuid not null,
        service_account_id uuid not null,
        thumbprint text collate "C" not null,
        added_at timestamptz,
        last_used_at timestamptz,
        primary key (tenant_id, service_account_id, thumbprint),
        foreign key (tenant_id, service_account_id) references service_accounts on delete cascade
      )`.execute(db)
    await tenantWall(db, 'service_account_keys')
  },
}
