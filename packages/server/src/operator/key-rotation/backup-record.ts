import { sql, type Kysely } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'

/** Notes that a backup needs these keys. */
export async function recordBackup(owner: Kysely<Tables>, keys: readonly string[], at: Date): Promise<void> {
  for (const id of keys)
    await sql`
      insert into backup_keys as b (key_id, last_at) values (${id}, ${at})
      on conflict (key_id) do update set last_at = greatest(b.last_at, excluded.last_at), backups = b.backups + 1`.execute(
      owner,
    )
}

/** When the last backup that needs the key was made; undefined: none is on record. */
export async function lastBackupWith(owner: Kysely<Tables>, id: string): Promise<Date | undefined> {
  const row = await owner.selectFrom('backup_keys').select('last_at').where('key_id', '=', id).executeTakeFirst()
  return row?.last_at
}
