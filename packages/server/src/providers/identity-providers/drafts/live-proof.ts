import { sql } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { recordProof, type ProvenGroup } from './proofs.ts'
import type { Configuration } from './working-copy.ts'
import { maySignIn } from '../../../sign-in/sessions/may-sign-in.ts'

/**
 * Before the configuration in effect is replaced: keeps the proof that is in the people who signed in with it, among them
 * one with Security Admin, so that a return to it is known to lead to the role.
 */
export async function keepLiveProof(tx: TenantTransaction, { row, fingerprint }: Configuration): Promise<void> {
  const { rows } = await sql<{ username: string; subject: string; groups: ProvenGroup[] }>`
    with one as (
      select u.id, u.username, u.subject from portal_role_groups r
        join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
        join user_groups ug on ug.tenant_id = r.tenant_id and ug.group_id = r.group_id
        join users u on u.tenant_id = ug.tenant_id and u.id = ug.user_id
        join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id
       where r.tenant_id = ${tx.tenantId} and r.role = 'security-admin' and g.identity_provider_id = ${row.id}
         and p.id = ${row.id} and p.is_primary and ${maySignIn('u')} and u.last_sign_in_at >= p.configured_at
       order by u.last_sign_in_at desc limit 1)
    select o.username, o.subject,
           jsonb_agg(jsonb_strip_nulls(jsonb_build_object('claim', g.claim, 'knownAs', g.known_as))) as groups
      from one o
      join user_groups ug on ug.tenant_id = ${tx.tenantId} and ug.user_id = o.id
      join groups g on g.tenant_id = ug.tenant_id and g.id = ug.group_id
     group by o.username, o.subject`.execute(tx.db)
  const [found] = rows
  if (found === undefined) return
  const { username: provedBy, subject, groups } = found
  const proof = { fingerprint, securityAdmin: true, provedBy, subject, groups }
  await recordProof(tx, { providerId: row.id, purpose: 'login', ...proof })
}
