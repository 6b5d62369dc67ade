import type { Database } from '../../kit/database/connect.ts'
import { createHeldCache } from '../../kit/database/held-cache.ts'
import type { ProviderTenants } from '../../kit/http/provider-tenants.ts'
import { findAnyProviderTenant } from './queries.ts'

/** Providers that one process knows: about 200 bytes each. */
const heldMax = 10_000

/** Held in memory until a change of the tenant's providers is reported (docs/decisions/0085): a deleted one has no tenant. */
export function createProviderTenants(database: Database): ProviderTenants {
  const cache = createHeldCache<string>(database.changes, { max: heldMax })
  return {
    async of(id) {
      try {
        return cache.get(id) ?? (await cache.read(id, () => load(id)))
      } catch (error) {
        if (error instanceof UnknownProvider) return undefined
        throw error
      }
    },
  }

  async function load(id: string) {
    const tenantId = await findAnyProviderTenant(database, id)
    // Thrown, so that ids that never were take no room.
    if (tenantId === undefined) throw new UnknownProvider()
    return { value: tenantId, subjects: [`tenant:${tenantId}`], ...untilTold }
  }
}

const untilTold = { leftMs: Infinity, calmMs: Infinity, fixedEndAt: Infinity } as const

class UnknownProvider extends Error {
  override name = 'UnknownProvider'
}
