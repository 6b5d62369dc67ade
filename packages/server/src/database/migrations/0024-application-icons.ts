import { sql, type Kysely, type Migration } from 'kysely'

import { tenantWall } from './wall.ts'

/** One icon for each application: its bytes as they are answered, and where they were read if from a link. */
export const applicationIcons: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table application_icons (
        tenant_id uuid not null,
        application_id text collate "C" not null,
        hash text collate "C" not null,
        type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
        bytes bytea not null,
        source_url text,
        primary key (tenant_id, application_id),
        foreign key (tenant_id, application_id) references applications on delete cascade
      )`.execute(db)
    await sql`create index application_icons_hash on application_icons (tenant_id, hash)`.execute(db)
    await tenantWall(db, 'application_icons')
  },
}
