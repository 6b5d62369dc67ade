import { sql } from 'kysely'

import type { Tables } from '../../../kit/database/tables.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { maySignIn } from '../../../sign-in/sessions/may-sign-in.ts'

export type Proof = {
  readonly providerId: string
  /** Fingerprint of the configuration that the login was verified with (fingerprint.ts). */
  readonly fingerprint: string
  readonly purpose: Tables['identity_provider_proofs']['purpose']
  /** Whether the Security Admin role was among the resulting roles. */
  readonly securityAdmin: boolean
  /** Username of the person who signed in. */
  readonly provedBy: string
  /** Permanent id of the person (`subjectKey` of AssertedIdentity). */
  readonly subject: string
  /** Groups that the login asserted, after the transforms. */
  readonly groups: readonly ProvenGroup[]
  /** Whether a test login asked the provider to check the credentials again; absent for other sign-ins. */
  readonly isFresh?: boolean
}

/** A group of a proof: its claim, its readable name, and what the transforms made of the claim (decision 68). */
export type ProvenGroup = { readonly claim: string; readonly name?: string; readonly knownAs?: string }

/** Notes that a real login passed with a configuration. The latest of a kind is kept. */
export async function recordProof(tx: TenantTransaction, proof: Proof): Promise<void> {
  const groups = proof.groups.map(({ claim, name, knownAs }) => ({ claim, name, knownAs }))
  const latest = {
    proved_by: proof.provedBy,
    subject: proof.subject,
    subject_username: proof.provedBy,
    groups: JSON.stringify(groups),
    is_fresh: proof.isFresh ?? null,
  }
  await tx.db
    .insertInto('identity_provider_proofs')
    .values({
      tenant_id: tx.tenantId,
      identity_provider_id: proof.providerId,
      fingerprint: proof.fingerprint,
      purpose: proof.purpose,
      security_admin: proof.securityAdmin,
      ...latest,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'identity_provider_id', 'fingerprint', 'purpose', 'security_admin'])
        .doUpdateSet({ ...latest, proved_at: sql<Date>`now()` }),
    )
    .execute()
}

/** The fingerprints of configurations with which a real login passed, by provider. */
export async function provenFingerprints(tx: TenantTransaction): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await tx.db
    .selectFrom('identity_provider_proofs')
    .select(['identity_provider_id as id', 'fingerprint'])
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  const proven = new Map<string, Set<string>>()
  for (const { id, fingerprint } of rows) proven.set(id, (proven.get(id) ?? new Set()).add(fingerprint))
  return proven
}

/**
 * Which logins count as proofs in addition to those of active people: `anyone`, also people whom the portal does not know, such as
 * one who made a test login and never signed in; `known-people`, only active people.
 */
export type ProvenBy = 'anyone' | 'known-people'

/** Groups of the logins that passed with this configuration of a provider. Deactivated people do not count. */
export async function listProofs(
  tx: TenantTransaction,
  { providerId, fingerprint, by }: { providerId: string; fingerprint: string; by: ProvenBy },
): Promise<(readonly ProvenGroup[])[]> {
  // By the username only where the subject is not known, or has no row, as before the first sign-in of an imported person.
  const isActive = sql<boolean | null>`coalesce(
    (select ${maySignIn('u')} from users u
      where u.tenant_id = r.tenant_id and u.identity_provider_id = r.identity_provider_id
        and r.subject_username = r.proved_by and u.subject = r.subject),
    (select bool_and(${maySignIn('u')}) from users u
      where u.tenant_id = r.tenant_id and u.identity_provider_id = r.identity_provider_id
        and u.username = r.proved_by))`
  const rows = await tx.db
    .selectFrom('identity_provider_proofs as r')
    .select('groups')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('fingerprint', '=', fingerprint)
    .where(sql<boolean>`coalesce(${isActive}, ${by === 'anyone'})`)
    .execute()
  return rows.flatMap(({ groups }) => (groups === null ? [] : [groups]))
}
