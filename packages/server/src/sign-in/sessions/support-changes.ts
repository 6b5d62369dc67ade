import type { Endpoint } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { Failure } from '../../kit/http/failure.ts'
import { lockFormatsInEffect } from '../../providers/username-formats/save.ts'

/** The provider that a path is about; undefined: none. */
function providerOf({ path }: Endpoint, params: Readonly<Record<string, string>>): string | undefined {
  return path.includes('/idps/{id}') ? params['id'] : undefined
}

/**
 * Throws 403 if a change of a support session is about a provider whose groups administer the tenant, or would after a
 * pending switch: its configuration decides who administers. The provider is locked until the transaction ends.
 */
export async function checkNotAdministering(
  tx: TenantTransaction,
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const id = providerOf(endpoint, params)
  if (id === undefined) return
  // What follows may change formats, and locks them before any provider.
  await lockFormatsInEffect(tx)
  const { rows } = await sql<{ administers: boolean }>`
    select p.is_primary or coalesce(p.admin_until > now(), false)
           or exists (select from primary_switches w where w.tenant_id = p.tenant_id and w.identity_provider_id = p.id)
           as administers
      from identity_providers p where p.tenant_id = ${tx.tenantId} and p.id = ${id} for no key update`.execute(tx.db)
  if (rows[0]?.administers === true) throw new Failure(403, 'SUPPORT_NEVER')
}
