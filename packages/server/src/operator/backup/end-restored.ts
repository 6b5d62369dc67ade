import type pg from 'pg'

/** What a restore ended in one tenant. */
export type EndedHere = { readonly tenantId: string; readonly sessions: number; readonly setupUrl: boolean }

/**
 * Ends what a restored database must not bring back: a session may have been ended, or its person deactivated, since the backup.
 * In the transaction that is open on `client`. `keepSessions` leaves all but setup URLs, which open a tenant to their holder.
 */
export async function endRestored(
  client: pg.Client,
  { keepSessions }: { readonly keepSessions: boolean },
): Promise<EndedHere[]> {
  const { rows } = await client.query<{ id: string }>('select tenant_id as id from public.tenants order by slug')
  const ended: EndedHere[] = []
  for (const { id } of rows) {
    await client.query(`select set_config('portico.tenant', $1, true)`, [id])
    const setupUrl = await withdrawSetupUrl(client)
    const sessions = keepSessions ? 0 : await endSessions(client)
    ended.push({ tenantId: id, sessions, setupUrl })
  }
  // Rows without a tenant: commands that wait for a person.
  if (!keepSessions) await client.query('delete from public.device_authorizations')
  return ended
}

const own = `tenant_id = current_setting('portico.tenant')::uuid`

async function withdrawSetupUrl(client: pg.Client): Promise<boolean> {
  await client.query(`update public.setup_sessions set ended_at = now() where ${own} and ended_at is null`)
  const { rows } = await client.query<{ open: boolean }>(`
    with before as (select tenant_id, expires_at > now() as open from public.setups
                     where ${own} and completed_at is null and withdrawn_at is null)
    update public.setups s set withdrawn_at = now() from before b where s.tenant_id = b.tenant_id returning b.open`)
  return rows[0]?.open === true
}

/** Returns how many sessions of people, of support and of recovery codes there were. */
async function endSessions(client: pg.Client): Promise<number> {
  // First, so that applications are not notified: a copy must not send to the real ones.
  await client.query(
    `update public.application_sessions set ended_at = coalesce(ended_at, now()), next_attempt_at = null where ${own}`,
  )
  await client.query(
    `update public.application_grants
        set used_at = coalesce(used_at, now()), revoked_at = coalesce(revoked_at, now()) where ${own}`,
  )
  await client.query(`update public.access_tokens set revoked_at = now() where ${own} and revoked_at is null`)
  await client.query(`update public.cli_grants set used_at = now() where ${own} and used_at is null`)
  for (const begun of ['sign_in_transactions', 'saml_logouts'])
    await client.query(`delete from public.${begun} where ${own}`)
  await client.query(`delete from public.identity_provider_tests where ${own} and finished_at is null`)
  await client.query(
    `update public.support_visits set ended_at = now(), end_reason = 'vendor' where ${own} and ended_at is null`,
  )
  let sessions = 0
  for (const [table, more] of [
    ['sessions', ''],
    ['support_sessions', `, end_reason = 'vendor'`],
    ['repair_sessions', ''],
  ] as const) {
    // Also those that are over by the clock, which may be another one now.
    const { rows } = await client.query<{ count: number }>(
      `with ended as (
         update public.${table} set ended_at = now()${more} where ${own} and ended_at is null
         returning expires_at > now() as was_running)
       select count(*) filter (where was_running)::int as count from ended`,
    )
    sessions += rows[0]?.count ?? 0
  }
  return sessions
}
