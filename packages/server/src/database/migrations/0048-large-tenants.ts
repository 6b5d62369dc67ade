import { sql, type Kysely, type Migration } from 'kysely'

/** For tenants with many people, groups and roles (docs/decisions/0094). Earlier versions of the server need not know it. */
export const largeTenants: Migration = {
  async up(db: Kysely<never>) {
    // The members of a group from this index alone: in the table they lie far apart.
    await sql`create index user_groups_members on user_groups (tenant_id, group_id, user_id)`.execute(db)
    await sql`drop index user_groups_group_id`.execute(db)
    // What the lists of groups and mappings are searched and ordered by, instead of computing it for every row of each page.
    await sql`alter table groups
      add column folded_text text collate "C"
        generated always as (${folded('name')} || ' ' || ${folded('claim')}) stored,
      add column sort_text text collate "C" generated always as (left(lower(name), 200)) stored`.execute(db)
    // As text, which only lists compare: where a table has no statistics yet, an index on the provider's id itself looks as good
    // as the unique one for finding a group by its claim, and reads every group of the provider for each.
    await sql`create index groups_by_name on groups (tenant_id, (identity_provider_id::text), sort_text, id)`.execute(
      db,
    )
    for (const table of ['applications', 'app_roles'])
      await sql`alter table ${sql.ref(table)}
        add column folded_label text collate "C" generated always as (portico_folded(label)) stored,
        add column sort_key text collate "C" generated always as (portico_sort_key(portico_folded(label))) stored`.execute(
        db,
      )
  },
}

/** The result of `portico_folded`, which is slow for thousands of names of a directory; ASCII names need only lower case. */
function folded(column: 'name' | 'claim') {
  const text = sql.ref(column)
  return sql`case when octet_length(${text}) = char_length(${text}) then lower(${text} collate "C")
                  else portico_folded(${text}) end`
}
