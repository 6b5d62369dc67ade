import type { Logger } from 'pino'

import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { noteKeyUses, type KeyUse } from '../../machines/service-accounts/key-rows.ts'

/** The last use of a key is written at most once in this time. */
export const keyUseEverySecs = 300
/** Keys that are remembered as written, and that may wait for it; a use beyond them is not noted. */
const keysMax = 10_000

export type KeyUses = {
  /** Notes that a key obtained a token; returns at once and never throws. */
  note(use: KeyUse & { readonly tenantId: string }): void
  /** Resolves when everything noted so far has been written, or has failed. */
  settled(): Promise<void>
}

/**
 * Writes when keys were last used, after the answer was sent and in one transaction of a tenant at a time: the cost is
 * one connection at any load. A use that could not be written is logged, and the key's next use is written instead.
 */
export function createKeyUses(database: Database, log: Logger): KeyUses {
  const notedAt = new Map<string, number>()
  let waiting = new Map<string, Map<string, KeyUse>>()
  let waitingCount = 0
  let writing: Promise<void> | undefined

  return {
    note({ tenantId, accountId, thumbprint }) {
      const key = `${accountId} ${thumbprint}`
      const now = performance.now()
      if (now - (notedAt.get(key) ?? -Infinity) < keyUseEverySecs * 1000 || waitingCount >= keysMax) return
      if (notedAt.size >= keysMax) notedAt.clear()
      notedAt.set(key, now)
      const uses = waiting.get(tenantId) ?? new Map<string, KeyUse>()
      waiting.set(tenantId, uses.set(key, { accountId, thumbprint }))
      waitingCount += 1
      writing ??= write()
    },
    settled: async () => writing,
  }

  async function write(): Promise<void> {
    // After the answer, with everything else that arrives in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.size > 0) {
      const taken = waiting
      waiting = new Map()
      waitingCount = 0
      for (const [tenantId, uses] of taken) await writeTenant(tenantId, uses)
    }
    writing = undefined
  }

  async function writeTenant(tenantId: string, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
    try {
      await tenantScope(database, tenantId).transaction((tx) => noteKeyUses(tx, [...uses.values()], keyUseEverySecs))
    } catch (error) {
      for (const key of uses.keys()) notedAt.delete(key)
      log.warn({ err: error, tenantId }, 'the last use of keys was not written; their next use is')
    }
  }
}
