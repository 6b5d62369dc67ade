import { sql } from 'kysely'

import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { recordProof } from '../../providers/identity-providers/drafts/proofs.ts'
import { readConfigurations } from '../../providers/identity-providers/drafts/working-copy.ts'
import { existing } from '../../providers/identity-providers/rows.ts'
import { isSecurityAdmin } from '../sessions/security-admin.ts'
import type { AssertedIdentity } from './identity.ts'

/**
 * Records that a sign-in passed with the configuration in effect, and whether it led to the Security Admin role: it proves
 * the configuration like a test login (docs/decisions/0075). Once a day for each configuration and result, so that the
 * other sign-ins read one row and write none. A change that waits for a confirmation is confirmed by an administrator, and
 * at a provider that is not primary by anyone.
 */
export async function noteProof(
  tx: TenantTransaction,
  { proven, providerId, confirmed }: SignedIn,
  { subjectKey, username, groups }: AssertedIdentity,
): Promise<void> {
  if (proven?.confirms === true) await confirmed()
  if (proven === undefined || proven.isNoted) return
  const { live } = await readConfigurations(tx, await existing(tx, providerId))
  await recordProof(tx, {
    providerId,
    fingerprint: live.fingerprint,
    purpose: 'login',
    securityAdmin: proven.isAdmin,
    provedBy: username,
    subject: subjectKey,
    groups,
  })
}

type SignedIn = {
  readonly proven: Proven | undefined
  readonly providerId: string
  readonly confirmed: () => Promise<void>
}

/** What a new session proves, and what of it is noted. */
export type Proven = { readonly isAdmin: boolean; readonly confirms: boolean; readonly isNoted: boolean }

/** Asks with the next message (later.ts) what a new session proves. */
export async function sendProven(
  tx: TenantTransaction,
  sessionHash: Buffer,
): Promise<() => Promise<Proven | undefined>> {
  const select = sql<Proven>`
    select a.is_admin as "isAdmin", (a.is_admin or not a.is_primary) and exists (
             select from unconfirmed_changes c
              where c.tenant_id = a.tenant_id and c.identity_provider_id = a.id) as confirms, exists (
             select from identity_provider_proofs r
              where r.tenant_id = a.tenant_id and r.identity_provider_id = a.id and r.purpose = 'login'
                and r.security_admin = a.is_admin
                and r.proved_at >= greatest(a.configured_at, now() - interval '1 day')) as "isNoted"
      from (select p.tenant_id, p.id, p.is_primary, p.configured_at, ${isSecurityAdmin} as is_admin
              from sessions s join identity_providers p on p.tenant_id = s.tenant_id and p.id = s.identity_provider_id
             where s.tenant_id = ${tx.tenantId} and s.id_hash = ${sessionHash}) a`
  const sent = await sendLater(tx.db, select)
  return async () => (await sent.rows())[0]
}
