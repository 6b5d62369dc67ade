import type pg from 'pg'

export type BackupTable = { readonly name: string; readonly columns: readonly string[] }

/**
 * Portico's tables (those of one owner that the server may read), each after the tables it refers to. A standby has no
 * unlogged tables: their counts of attempts are not needed in a backup.
 */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; parents: string[] }>(`
    select c.relname as name,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns,
           array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
                  where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (c.relpersistence <> 'u' or not pg_is_in_recovery())
       and c.relowner = (select relowner from pg_class where oid = 'public.tenants'::regclass)
       and exists (select from aclexplode(c.relacl) a where a.grantee not in (0, c.relowner) and a.privilege_type = 'SELECT')
     order by c.relname`)
  const sorted: BackupTable[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (free.length === 0)
      throw new Error(`The tables ${[...waiting.keys()].join(', ')} refer to each other in a circle.`)
    for (const { name, columns } of free) {
      sorted.push({ name, columns })
      waiting.delete(name)
    }
  }
  return sorted
}

/** Throws unless this login sees every row of every table: with forced row-level security, a reader may see none. */
export async function checkDoors(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
       and not exists (select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls))
       and not exists (select from pg_policy p, unnest(p.polroles) r (oid)
                        where p.polrelid = c.oid and p.polname = 'backup_door' and pg_has_role(r.oid, 'usage'))`)
  if (rows.length > 0) {
    throw new Error(
      `The role of DATABASE_URL cannot read all of ${rows.map(({ name }) => name).join(', ')}. Use the role that owns ` +
        'the database, and run portico-server migrate.',
    )
  }
}

export async function countRows(client: pg.Client, { name }: Pick<BackupTable, 'name'>): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    `select count(*)::text as n from public.${client.escapeIdentifier(name)}`,
  )
  return Number(rows[0]?.n)
}

/** `public.name (columns)`, quoted. */
export function withColumns(client: pg.Client, { name, columns }: BackupTable): string {
  return `public.${client.escapeIdentifier(name)} (${columnList(client, columns)})`
}

export function columnList(client: pg.Client, columns: readonly string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}
