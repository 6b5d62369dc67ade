import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from '../database/connect.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import type { ApiTokenUses } from '../deps.ts'

/** The last use of a token is written at most once in this time. */
export const apiTokenUseEverySecs = 60
/** Tokens that are remembered as written, and that may wait for it; a use beyond them is not noted. */
const tokensMax = 10_000

/** Writes when tokens were last used, after the answers and in one transaction of a tenant at a time, like key uses. */
export function createApiTokenUses(database: Database, log: Pick<Logger, 'warn'>): ApiTokenUses {
  const notedAt = new Map<string, number>()
  let waiting = new Map<string, Set<string>>()
  let waitingCount = 0
  let writing: Promise<void> | undefined

  return {
    note({ tenantId, tokenId }) {
      const now = performance.now()
      if (now - (notedAt.get(tokenId) ?? -Infinity) < apiTokenUseEverySecs * 1000 || waitingCount >= tokensMax) return
      if (notedAt.size >= tokensMax) notedAt.clear()
      notedAt.set(tokenId, now)
      waiting.set(tenantId, (waiting.get(tenantId) ?? new Set()).add(tokenId))
      waitingCount += 1
      writing ??= write()
    },
    settled: async () => writing,
  }

  async function write(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0) {
      const taken = waiting
      waiting = new Map()
      waitingCount = 0
      for (const [tenantId, tokenIds] of taken) await writeTenant(tenantId, [...tokenIds])
    }
    writing = undefined
  }

  async function writeTenant(tenantId: string, tokenIds: readonly string[]): Promise<void> {
    try {
      await tenantScope(database, tenantId).transaction(async (tx) => {
        // Rows that another transaction is changing are left out: their next use is written.
        await sql`
          with used as (
            select k.id from api_tokens k
             where k.tenant_id = ${tenantId} and k.id = any (${tokenIds}::uuid[])
               and coalesce(k.last_used_at, '-infinity') < now() - make_interval(secs => ${apiTokenUseEverySecs / 2})
               for update skip locked)
          update api_tokens k set last_used_at = now() from used u
           where k.tenant_id = ${tenantId} and k.id = u.id`.execute(tx.db)
      })
    } catch (error) {
      for (const id of tokenIds) notedAt.delete(id)
      log.warn({ err: error, tenantId }, 'the last use of API tokens was not written; their next use is')
    }
  }
}
