import { sql, type Kysely, type Migration } from 'kysely'

/**
 * When a sign-in last had each group, which the list of groups shows: until now it was read from the rows of the members
 * (docs/decisions/0136).
 */
export const groupsSeen: Migration = {
  async up(db: Kysely<never>) {
    // Members are read before the table of groups is locked, so that sign-ins wait only while its rows are written.
    await sql`
      create table groups_seen as
      select ug.tenant_id, ug.group_id, max(u.last_sign_in_at) as at
        from user_groups ug
        join users u on u.tenant_id = ug.tenant_id and u.id = ug.user_id
       where u.last_sign_in_at is not null
       group by ug.tenant_id, ug.group_id`.execute(db)
    await sql`alter table groups add column last_seen_at timestamptz`.execute(db)
    await sql`
      update groups g set last_seen_at = s.at from groups_seen s
       where g.tenant_id = s.tenant_id and g.id = s.group_id`.execute(db)
    await sql`drop table groups_seen`.execute(db)
    // The time is in no index, and a page has room for another version of its rows: then a sign-in writes no index.
    await sql`alter table groups set (fillfactor = 80)`.execute(db)
  },
}
