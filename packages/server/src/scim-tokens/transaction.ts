import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import type { ScimSender } from './sender.ts'

/**
 * The transaction of a SCIM request. For a token of a dry run it is rolled back after the work, whose result is returned all the
 * same: the answer is that of a request that applied.
 */
export async function scimTransaction<T>(
  { database }: Pick<Deps, 'database'>,
  { tenantId, dryRun }: Pick<ScimSender, 'tenantId' | 'dryRun'>,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  const scope = tenantScope(database, tenantId)
  if (!dryRun) return scope.transaction(work)
  const undone: { value?: T } = {}
  try {
    await scope.transaction(async (tx) => {
      undone.value = await work(tx)
      throw undone
    })
  } catch (reason) {
    if (reason !== undone) throw reason
  }
  return undone.value as T
}
