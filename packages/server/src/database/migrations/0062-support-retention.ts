import { sql, type Kysely, type Migration } from 'kysely'

import { definerFunction, ownerDoor } from './wall.ts'

/**
 * Transcripts have the retention of the audit log. The server's role cannot remove these rows; the function removes whole support
 * sessions whose last possible moment is older than the time, some at a time, in the tenant that was entered and in the vendor's.
 */
export const supportRetention: Migration = {
  async up(db: Kysely<never>) {
    await sql`create policy owner_sweep on support_sessions for delete to current_user using (true)`.execute(db)
    await ownerDoor(db, 'support_visits', 'all')
    await ownerDoor(db, 'support_requests', 'all')
    await definerFunction(db, {
      name: 'portico_sweep_support_sessions',
      args: 'keep interval',
      returns: 'bigint',
      body: `
        with old as (
          select s.tenant_id, s.id from public.support_sessions s where s.expires_at < now() - keep
          union all
          select v.tenant_id, v.id from public.support_visits v where v.expires_at < now() - keep
          limit 20),
        requests as (
          delete from public.support_requests r using old where r.tenant_id = old.tenant_id and r.session_id = old.id),
        sessions as (
          delete from public.support_sessions s using old where s.tenant_id = old.tenant_id and s.id = old.id),
        visits as (
          delete from public.support_visits v using old where v.tenant_id = old.tenant_id and v.id = old.id)
        select count(*) from old`,
      volatile: true,
    })
  },
}
