import { sql } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { wouldBeRefused } from './bind.ts'

/**
 * Whether the directory of the person's provider keeps them from signing in: it calls the person inactive, also under a name that
 * the sign-in no longer has, or a sign-in would be refused because it deleted the user. Only the directory can change that
 * (docs/decisions/0112).
 */
export async function isKeptOutByDirectory(tx: TenantTransaction, personId: string): Promise<boolean> {
  const { rows } = await sql<PersonRow>`
    select u.identity_provider_id as "providerId", u.subject as "subjectKey", u.username, u.username_received as "received",
           exists (select from scim_users s
                    where s.tenant_id = u.tenant_id and s.person_id = u.id and s.deleted_at is null and not s.active) as "isInactive"
      from users u
      join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id
     where u.tenant_id = ${tx.tenantId} and u.id = ${personId} and p.is_provisioned`.execute(tx.db)
  const [person] = rows
  if (person === undefined) return false
  const { providerId, subjectKey, username, received, isInactive } = person
  return (
    isInactive || (await wouldBeRefused(tx, { providerId, subjectKey, usernames: [username, received ?? username] }))
  )
}

type PersonRow = {
  readonly providerId: string
  readonly subjectKey: string
  readonly username: string
  readonly received: string | null
  readonly isInactive: boolean
}
