import { sql } from 'kysely'
import type { Logger } from 'pino'

import type { Database } from './connect.ts'
import { tenantScope } from './tenant-scope.ts'

/** Writes when tokens were last used, after the answers. */
export type TokenUses = {
  /** Notes that an active token was used; returns at once and never throws. */
  note(use: { readonly tenantId: string; readonly tokenId: string }): void
  /** Resolves when everything noted so far has been written, or has failed. */
  settled(): Promise<void>
}

/** The last use of a token is written at most once in this time. */
const everySecs = 60
/** Tokens that are remembered as written, and that may wait for it; a use beyond them is not noted. */
const tokensMax = 10_000

/** Writes when tokens were last used, after the answers and in one transaction of a tenant at a time, like key uses. */
export function createTokenUses(
  table: 'api_tokens' | 'scim_tokens',
  database: Database,
  log: Pick<Logger, 'warn'>,
): TokenUses {
  const notedAt = new Map<string, number>()
  let waiting = new Map<string, Set<string>>()
  let waitingCount = 0
  let writing: Promise<void> | undefined

  return {
    note({ tenantId, tokenId }) {
      const now = performance.now()
      if (now - (notedAt.get(tokenId) ?? -Infinity) < everySecs * 1000 || waitingCount >= tokensMax) return
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
            select k.id from ${sql.table(table)} k
             where k.tenant_id = ${tenantId} and k.id = any (${tokenIds}::uuid[])
               and coalesce(k.last_used_at, '-infinity') < now() - make_interval(secs => ${everySecs / 2})
               for update skip locked)
          update ${sql.table(table)} k set last_used_at = now() from used u
           where k.tenant_id = ${tenantId} and k.id = u.id`.execute(tx.db)
      })
    } catch (error) {
      for (const id of tokenIds) notedAt.delete(id)
      log.warn({ err: error, tenantId, table }, 'the last use of tokens was not written; their next use is')
    }
  }
}
