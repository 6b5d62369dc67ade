import { sql } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import type { ProvenGroup } from './proofs.ts'

const groupsMax = 500

/**
 * Adds the groups of the last test login with this configuration, so that roles can be mapped to them before anyone signs in.
 * Groups that are known already stay as they are.
 */
export async function addTestedGroups(
  tx: TenantTransaction,
  { providerId, fingerprint }: { readonly providerId: string; readonly fingerprint: string },
  nowMs: number,
): Promise<void> {
  const proof = await tx.db
    .selectFrom('identity_provider_proofs')
    .select('groups')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('fingerprint', '=', fingerprint)
    .where('purpose', '=', 'test')
    .orderBy('proved_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Groups that are known as the same are one group.
  const groups = [
    ...new Map(((proof?.groups ?? []) as ProvenGroup[]).map((one) => [one.knownAs ?? one.claim, one])).values(),
  ]
  if (groups.length === 0) return
  // Another sign-in may add the same groups at this moment: all add them in one order.
  const sorted = groups.slice(0, groupsMax).toSorted((a, b) => (a.claim < b.claim ? -1 : 1))
  const rows = sorted.map(({ claim, knownAs, name }) => ({
    id: uuidv7(nowMs),
    claim,
    known_as: knownAs ?? null,
    name: name ?? knownAs ?? claim,
  }))
  await sql`
    insert into groups (tenant_id, id, identity_provider_id, claim, name, known_as)
    select ${tx.tenantId}::uuid, r.id, ${providerId}::uuid, r.claim, r.name, r.known_as
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, claim text, name text, known_as text)
     where not exists (select from groups g where g.tenant_id = ${tx.tenantId}
                          and g.identity_provider_id = ${providerId} and g.known_as = r.known_as)
    on conflict (tenant_id, identity_provider_id, claim) do nothing`.execute(tx.db)
}
