import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { withQuery } from './respond.ts'

/**
 * Where the launcher opens applications with an OpenID registration, by application (OpenID Connect Core section 4). There is no
 * `login_hint`: the session of the browser says who it is, and the address is kept in histories and logs.
 */
export async function initiateAddresses(
  tx: TenantTransaction,
  environmentId: string,
  issuer: string,
): Promise<ReadonlyMap<string, (launchUrl: string | null) => string>> {
  const { rows } = await sql<{ applicationId: string; address: string }>`
    select c.application_id as "applicationId", c.config ->> 'initiateLoginUri' as address
      from application_clients c
     where c.tenant_id = ${tx.tenantId} and c.environment_id = ${environmentId} and c.protocol = 'openid'
       and c.config ->> 'initiateLoginUri' is not null`.execute(tx.db)
  return new Map(
    rows.map(({ applicationId, address }) => [
      applicationId,
      (launchUrl) => withQuery(address, { iss: issuer, ...(launchUrl !== null && { target_link_uri: launchUrl }) }),
    ]),
  )
}
