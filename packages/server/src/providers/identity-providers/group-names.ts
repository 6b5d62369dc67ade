import { nameTransformer, transformsIn } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { readPattern } from './patterns.ts'

/** The claim of a directory is an id; the name comes from the directory at the next sign-in. */
export const objectId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Groups read and changed at once. */
const batch = 5000

/** What the transforms of a provider make of one claim; null: nothing, or the claim is an id of a directory. */
export function knownAs(config: Readonly<Record<string, unknown>>, claim: string): string | null {
  const transforms = transformsIn(config['groupTransforms'])
  if (transforms.length === 0 || objectId.test(claim)) return null
  return nameTransformer(transforms, readPattern)(claim).after ?? claim
}

/**
 * Gives the stored groups of a provider the names that its present transforms make of their claims. A claim that would be
 * dropped keeps its spelling. Mappings refer to the group, so they stay (decision 68).
 */
export async function refreshGroupNames(tx: TenantTransaction, providerId: string): Promise<void> {
  const provider = await tx.db
    .selectFrom('identity_providers')
    .select('config')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', providerId)
    .executeTakeFirst()
  const transforms = transformsIn(provider?.config['groupTransforms'])
  if (transforms.length === 0) return forgetNames(tx, providerId)
  const transform = nameTransformer(transforms, readPattern)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await tx.db
      .selectFrom('groups')
      .select(['id', 'claim', 'known_as'])
      .where('tenant_id', '=', tx.tenantId)
      .where('identity_provider_id', '=', providerId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    const changed = rows
      .filter(({ claim }) => !objectId.test(claim))
      .map(({ id, claim, known_as }) => ({ id, before: known_as, now: transform(claim).after ?? claim }))
      .filter(({ before, now }) => before !== now)
    await rename(tx, changed)
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = last.id
  }
}

/** A name that an administrator gave in a tenant file is neither the claim nor what the transforms made of it, and stays. */
async function rename(
  tx: TenantTransaction,
  changed: readonly { readonly id: string; readonly now: string }[],
): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update groups g set known_as = n.now,
           name = case when g.name in (g.claim, g.known_as) then n.now else g.name end
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ now }) => now)}::text[]) as n (id, now)
     where g.tenant_id = ${tx.tenantId} and g.id = n.id`.execute(tx.db)
}

async function forgetNames(tx: TenantTransaction, providerId: string): Promise<void> {
  await sql`
    update groups set name = case when name = known_as then claim else name end, known_as = null
     where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId} and known_as is not null`.execute(tx.db)
}
