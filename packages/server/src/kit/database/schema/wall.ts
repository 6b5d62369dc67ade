import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

type Privilege = 'select' | 'insert' | 'update' | 'delete'
const allPrivileges: readonly Privilege[] = ['select', 'insert', 'update', 'delete']

/**
 * Puts a table that has a `tenant_id uuid` behind the second wall: rows of the tenant set in the transaction can be
 * read and written, all others do not exist, for the table's owner too. The app role gets the privileges.
 */
export async function tenantWall(
  db: QueryExecutorProvider,
  table: string,
  privileges: readonly Privilege[] = allPrivileges,
): Promise<void> {
  const name = sql.table(table)
  // Outside a transaction with a tenant the setting is missing, or '' on a connection that had one before.
  const own = sql`tenant_id = nullif(current_setting('portico.tenant', true), '')::uuid`
  await sql`alter table ${name} enable row level security`.execute(db)
  await sql`alter table ${name} force row level security`.execute(db)
  await sql`create policy tenant_wall on ${name} using (${own}) with check (${own})`.execute(db)
  await backupDoors(db, table)
  await grant(db, table, privileges)
}

/**
 * Lets the owner read every row for a backup and write every row at a restore, in a session that says so by the settings
 * `portico.backup` and `portico.restore` (docs/decisions/0030). The app role gains nothing: it may set them, but the
 * policies are the owner's.
 */
async function backupDoors(db: QueryExecutorProvider, table: string): Promise<void> {
  const name = sql.table(table)
  await sql`create policy backup_door on ${name} for select to current_user
    using (current_setting('portico.backup', true) = 'on')`.execute(db)
  await sql`create policy restore_door on ${name} for insert to current_user
    with check (current_setting('portico.restore', true) = 'on')`.execute(db)
}

/**
 * Lets the owner's SECURITY DEFINER functions through the wall. A forced policy holds for an owner who is not a superuser,
 * so without this door such a function sees nothing. The app role gains nothing.
 */
export async function ownerDoor(
  db: QueryExecutorProvider,
  table: string,
  access: 'select' | 'all' = 'select',
): Promise<void> {
  const check = access === 'all' ? sql` with check (true)` : sql``
  await sql`create policy owner_door on ${sql.table(table)} for ${sql.raw(access)} to current_user
    using (true)${check}`.execute(db)
}

/** Grants a table that belongs to no tenant. */
export async function serverWide(
  db: QueryExecutorProvider,
  table: string,
  privileges: readonly Privilege[] = allPrivileges,
): Promise<void> {
  await grant(db, table, privileges)
}

export interface DefinerFunction {
  readonly name: string
  /** SQL, e.g. `wanted uuid`. */
  readonly args: string
  /** SQL, e.g. `table (tenant_id uuid)`. */
  readonly returns: string
  /** SQL; it names tables with their schema. */
  readonly body: string
  readonly language?: 'sql' | 'plpgsql'
  /** True when it writes. */
  readonly volatile?: boolean
}

/**
 * Makes a function that runs with the owner's rights, which only the app role can call. Its search path is fixed, with
 * the caller's temporary tables last, so that no caller can substitute a table.
 */
export async function definerFunction(
  db: QueryExecutorProvider,
  { name, args, returns, body, language = 'sql', volatile = false }: DefinerFunction,
): Promise<void> {
  const signature = sql`${sql.id(name)}(${sql.raw(args)})`
  await sql`create function ${signature} returns ${sql.raw(returns)}
    language ${sql.raw(language)} ${sql.raw(volatile ? 'volatile' : 'stable')} security definer
    set search_path = pg_catalog, public, pg_temp
    as ${sql.lit(body)}`.execute(db)
  await sql`revoke all on function ${signature} from public`.execute(db)
  await sql`grant execute on function ${signature} to ${await appRole(db)}`.execute(db)
}

async function grant(db: QueryExecutorProvider, table: string, privileges: readonly Privilege[]): Promise<void> {
  await sql`grant ${sql.raw(privileges.join(', '))} on ${sql.table(table)} to ${await appRole(db)}`.execute(db)
}

/** The migration step sets the role's name on its connection. */
async function appRole(db: QueryExecutorProvider): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ role: string }>`select current_setting('portico.app_role') as role`.execute(db)
  const [row] = rows
  if (!row?.role) throw new Error('Migrations run through migrate(), which names the app role.')
  return sql.id(row.role)
}

/** Rows that were deleted by a mark do not exist for the server; purge.ts removes them (docs/decisions/0036). */
export async function hideDeleted(db: QueryExecutorProvider, table: string): Promise<void> {
  const visible = sql`tenant_id = nullif(current_setting('portico.tenant', true), '')::uuid and deleted_at is null`
  await sql`alter policy tenant_wall on ${sql.table(table)} using (${visible}) with check (${visible})`.execute(db)
}
