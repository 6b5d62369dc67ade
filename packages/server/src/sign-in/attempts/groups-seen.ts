import { sql } from 'kysely'

import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** The time of a group is not written again by sign-ins of the next minutes. */
const coalescedMinutes = 5

/**
 * Notes on the groups of a person that this sign-in has them. A group whose row another transaction holds is left out, so that
 * sign-ins with the same group do not wait for each other: the other one is most often a sign-in that writes the time.
 */
export async function noteGroupsSeen(tx: TenantTransaction, userId: string): Promise<void> {
  // Each group is looked up by its key, and written where it stands: a join with the groups of the tenant, planned without
  // fresh statistics, did all this for each of them.
  const update = sql`
    update groups set last_seen_at = now()
     where ctid = any (array(
       select s.ctid from user_groups ug cross join lateral (
         select ctid from groups
          where tenant_id = ug.tenant_id and id = ug.group_id
            and (last_seen_at is null or last_seen_at < now() - make_interval(mins => ${sql.lit(coalescedMinutes)}))
            for no key update skip locked) s
        where ug.tenant_id = ${tx.tenantId} and ug.user_id = ${userId}))`
  await sendLater(tx.db, update)
}
