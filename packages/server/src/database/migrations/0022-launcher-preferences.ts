import { sql, type Kysely, type Migration } from 'kysely'

import { tenantWall } from './wall.ts'

/** How each person arranged the launcher, and when they last opened which application. */
export const launcherPreferences: Migration = {
  async up(db: Kysely<never>) {
    await sql`
      create table launcher_preferences (
        tenant_id uuid not null,
        user_id uuid not null,
        layout text not null check (layout in ('grid', 'list')),
        favourites text[] not null,
        own_order text[] not null,
        primary key (tenant_id, user_id),
        foreign key (tenant_id, user_id) references users on delete cascade
      )`.execute(db)
    await tenantWall(db, 'launcher_preferences')

    await sql`
      create table application_launches (
        tenant_id uuid not null,
        user_id uuid not null,
        application_id text collate "C" not null,
        launched_at timestamptz not null default now(),
        primary key (tenant_id, user_id, application_id),
        foreign key (tenant_id, user_id) references users on delete cascade,
        foreign key (tenant_id, application_id) references applications on delete cascade
      )`.execute(db)
    await sql`create index application_launches_application on application_launches (tenant_id, application_id)`.execute(
      db,
    )
    await tenantWall(db, 'application_launches')
  },
}
