import { type Kysely, sql } from 'kysely'
import type pg from 'pg'

import type { Tables } from './tables.ts'

/** The id of a database, and those of the databases that it was restored from. */
export type DatabaseIdentity = { readonly id: string; readonly earlier: readonly string[] }

/** Undefined for a database that no server of this release was started with. */
export async function readIdentity(owner: Kysely<Tables>): Promise<DatabaseIdentity | undefined> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('public.database_identity') is not null as found`.execute(owner)
  if (rows[0]?.found !== true) return undefined
  return owner.selectFrom('database_identity').select(['id', 'earlier']).executeTakeFirst()
}

/** The same, made where there is none. */
export async function ensureIdentity(owner: Kysely<Tables>): Promise<DatabaseIdentity> {
  await owner
    .insertInto('database_identity')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return owner.selectFrom('database_identity').select(['id', 'earlier']).executeTakeFirstOrThrow()
}

/** The id that a database has before a restore replaces its content; undefined if it has none. */
export async function replacedIdentity(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.database_identity') is not null as found`,
  )
  if (rows[0]?.found !== true) return undefined
  return (await client.query<{ id: string }>('select id from public.database_identity')).rows[0]?.id
}

/**
 * Gives a restored database its own id: it is a copy. Data directories of the database that was backed up, and of the one
 * that was replaced, may go on with it.
 */
export async function renewIdentity(client: pg.Client, replaced: string | undefined): Promise<void> {
  await client.query('insert into public.database_identity default values on conflict do nothing')
  await client.query(
    `update public.database_identity
        set id = gen_random_uuid(), earlier = array_remove(array[id, $1::uuid] || earlier, null)`,
    [replaced ?? null],
  )
}
