import { type Kysely, sql } from 'kysely'

/** Whether anything in another database of the cluster belongs to the role or was granted to it. */
export async function usedElsewhere<T>(owner: Kysely<T>, role: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (
      select from pg_catalog.pg_shdepend d
        join pg_catalog.pg_roles r on r.oid = d.refobjid and d.refclassid = 'pg_catalog.pg_authid'::regclass
        join pg_catalog.pg_database here on here.datname = current_database()
       where r.rolname = ${role}
         and case when d.dbid <> 0 then d.dbid <> here.oid
                  else d.classid = 'pg_catalog.pg_database'::regclass and d.objid <> here.oid end
    ) as used`.execute(owner)
  return rows[0]?.used === true
}

/**
 * Copies the grants of earlier app roles to this one: after an upgrade from the shared role, and after PORTICO_APP_ROLE
 * changed. An app role is a role that may execute our functions. Earlier roles keep their grants, because servers may
 * still use them. Takes no lock when nothing is missing.
 */
export async function alignGrants<T>(owner: Kysely<T>, role: string): Promise<void> {
  const { rows } = await sql<{ privilege: string; object: string }>`
    with granted as (
      select a.grantee, a.privilege_type as privilege, 'function ' || p.oid::regprocedure as object
        from pg_catalog.pg_proc p, aclexplode(p.proacl) a
       where p.pronamespace = 'public'::regnamespace and p.proname like 'portico\\_%' and a.grantee not in (0, p.proowner)
      union
      select a.grantee, a.privilege_type, case c.relkind when 'S' then 'sequence ' else '' end || c.oid::regclass
        from pg_catalog.pg_class c, aclexplode(c.relacl) a
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S') and a.grantee not in (0, c.relowner)
    ), ours as (select distinct grantee from granted where object like 'function %')
    select privilege, object from granted where grantee in (select grantee from ours)
    except
    select privilege, object from granted g join pg_catalog.pg_roles r on r.oid = g.grantee where r.rolname = ${role}
    order by object, privilege`.execute(owner)
  for (const { privilege, object } of rows) {
    // Both come from the system catalogue, already quoted.
    await sql`grant ${sql.raw(privilege)} on ${sql.raw(object)} to ${sql.id(role)}`.execute(owner)
  }
}
