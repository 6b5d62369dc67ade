import { nameTransformer, type NameTransform } from '@portico/core/contract'
import { sql } from 'kysely'

import { isMapped } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { ProvenGroup } from './drafts/proofs.ts'
import { readPattern } from './patterns.ts'

export type TestedGroups = {
  readonly id: string
  readonly config: { readonly groupTransforms?: readonly NameTransform[] | undefined }
}

/**
 * Ids of the groups with mappings that this person would be in. Stored groups are known by what the transforms in effect
 * made of them, so those of the tested configuration are applied to their claims (decision 68).
 */
export async function mappedGroups(
  tx: TenantTransaction,
  { id, config }: TestedGroups,
  groups: readonly ProvenGroup[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; claim: string }>`
    select g.id, g.claim from groups g
     where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${id}
       and ${isMapped(tx)}`.execute(tx.db)
  const claims = new Set(groups.map(({ claim }) => claim))
  const known = new Set(groups.flatMap(({ knownAs }) => knownAs ?? []))
  const transform = nameTransformer(config.groupTransforms ?? [], readPattern)
  return rows
    .filter(({ claim }) => claims.has(claim) || (known.size > 0 && known.has(transform(claim).after ?? '')))
    .map((row) => row.id)
}
