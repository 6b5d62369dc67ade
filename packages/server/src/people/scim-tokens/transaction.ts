import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { askWhetherValid, type ScimSender } from './sender.ts'

/** The token was disabled or deleted, or has expired. */
export class TokenEnded extends Error {}

/**
 * The transaction of a SCIM request. Its first message checks the token: one that has ended meanwhile changes nothing, and the caller
 * learns nothing else (TokenEnded). For a token of a dry run it is rolled back after the work, whose result is returned all the
 * same: the answer is that of a request that applied.
 */
export async function scimTransaction<T>(
  { database, scimTokenUses }: Pick<Deps, 'database' | 'scimTokenUses'>,
  sender: Pick<ScimSender, 'tenantId' | 'tokenId' | 'dryRun' | 'tokenHash'>,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  const scope = tenantScope(database, sender.tenantId)
  const undone: { value?: T } = {}
  try {
    return await scope.transaction(async (tx) => {
      const found = await askWhetherValid(tx, sender)
      const [outcome] = await Promise.allSettled([Promise.resolve(tx).then(work)])
      if ((await found.rows()).length === 0) throw new TokenEnded('The SCIM token is not valid any more.')
      scimTokenUses.note(sender)
      if (outcome.status === 'rejected') throw outcome.reason
      if (!sender.dryRun) return outcome.value
      undone.value = outcome.value
      throw undone
    })
  } catch (reason) {
    if (reason !== undone) throw reason
    return undone.value as T
  }
}
