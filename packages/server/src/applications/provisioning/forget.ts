import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** In place of the hash of what was sent: what the application has is not known. */
export const unknown = sql.lit('\\x00')
/** The same for a person whom it should not have and, as far as is known, no longer has. */
export const unknownRemoved = sql.lit('\\x01')

/** Condition on `provisioned_objects`: a person who is in the application, as far as is known, and is to be removed from it. */
export const isPendingRemoval = sql<boolean>`
  kind = 'person' and wanted is null and sent is not null and sent <> ${unknownRemoved}`

/** Condition on `provisioned_objects`: a person or group that should be there, and whose name belongs to something else there. */
export const isTaken = sql<boolean>`obstacle is not null and wanted is not null and wanted is distinct from sent`

/** The same, until an administrator decides about it. */
export const waitsForApproval = sql<boolean>`${isTaken} and obstacle = 'approval' and approved_at is null`

/**
 * Everything that was sent counts as unknown, so that it is behind and looked for before it is created. `which`: a condition on
 * `provisioned_objects`. Done again, it changes nothing more.
 */
export async function forgetSent(
  tx: TenantTransaction,
  connectionId: string,
  which: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    update provisioned_objects
       set sent = case when sent = ${unknownRemoved} or wanted is null and sent is null then ${unknownRemoved}::bytea
                       when sent is not null then ${unknown}::bytea end,
           tried = true, members_unknown = kind = 'group', attempts = 0, next_attempt_at = now(),
           last_failure = null, last_status = null, last_detail = null, refused_at = null
     where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and ${which}`.execute(tx.db)
}
