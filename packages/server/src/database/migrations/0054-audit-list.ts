import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction } from './wall.ts'

/**
 * The audit log as a list: the caller's address, and an index for each way in which it is read. Servers of the version
 * before write rows without an address.
 */
export const auditList: Migration = {
  async up(db: Kysely<never>) {
    // `names` is what a search compares. ASCII, most names, needs only lower case (as in migration 0048).
    await sql`
      alter table audit
        add column address text,
        add column names text collate "C" generated always as (
          case when octet_length(actor_name || coalesce(target_name, '')) = char_length(actor_name || coalesce(target_name, ''))
               then lower((actor_name || ' ' || coalesce(target_name, '')) collate "C")
               else portico_folded(actor_name || ' ' || coalesce(target_name, '')) end) stored`.execute(db)
    await sql`create index audit_list on audit (tenant_id, at, id)`.execute(db)
    for (const column of ['actor_id', 'actor_name', 'action', 'target_kind', 'target_id', 'target_name'])
      await sql`create index ${sql.id(`audit_${column}`)} on audit (tenant_id, ${sql.id(column)}, at, id)
        where ${sql.id(column)} is not null`.execute(db)
    await sql`create index audit_request on audit (tenant_id, request_id, at, id)`.execute(db)
    await sql`create index audit_parts on audit
      using gin (portico_parts(tenant_id, names)) with (fastupdate = off)`.execute(db)
    // As in migration 0019. null: there are `most` of them or more.
    await definerFunction(db, {
      name: 'portico_audit_candidates',
      args: 'words text[], most integer',
      returns: 'uuid[]',
      body: `
        select case when count(*) < most then coalesce(array_agg(c.id) filter (where c.tenant_id = ${tenant}), '{}') end
          from (select a.tenant_id, a.id from public.audit a
                 where public.portico_parts(a.tenant_id, a.names) @> (
                         select array_agg(part)
                           from unnest(words) word, unnest(public.portico_parts(${tenant}, word)) part)
                 limit most) c`,
    })
  },
}

const tenant = `nullif(current_setting('portico.tenant', true), '')::uuid`
