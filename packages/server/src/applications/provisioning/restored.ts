import type pg from 'pg'

/**
 * Pauses every connection of a restored database, in the transaction that is open on `client`: the copy may be a test, and what it
 * believes was sent is as old as the backup. An administrator switches it on again. Returns how many there are.
 */
export async function pauseRestored(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(`
    update public.provisioning_connections
       set enabled = false, paused_reason = 'restored', version = version + 1, taken_by = null, taken_until = null
     where removed_at is null`)
  return rowCount ?? 0
}
