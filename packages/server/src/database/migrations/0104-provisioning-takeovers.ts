import { sql, type Kysely, type Migration } from 'kysely'

/** Accounts of an application are taken over only if an administrator approved it (docs/decisions/0126). */
export const provisioningTakeovers: Migration = {
  async up(db: Kysely<never>) {
    // `obstacle`: why the name belongs to another account there; null: it does not, as far as is known. `found`: that account, as it was
    // at `found_at`; null: none was found, or several. `approved_at`: an administrator allowed to take over the account in `found`.
    await sql`
      alter table provisioned_objects
        add column obstacle text check (obstacle in ('approval', 'identifier', 'ours', 'several', 'hidden')),
        add column found jsonb,
        add column found_at timestamptz,
        add column approved_at timestamptz`.execute(db)
    await sql`
      create index provisioned_objects_obstacles
          on provisioned_objects (tenant_id, connection_id, kind, id) where obstacle is not null`.execute(db)
    // The next attempt records which account has the name.
    await sql`
      update provisioned_objects set next_attempt_at = now()
       where last_failure = 'taken' and wanted is distinct from sent`.execute(db)
  },
}
