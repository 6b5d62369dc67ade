import { sql } from 'kysely'

import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/**
 * Notes that a certificate verified a sign-in, at most once a minute: no sign-in
 * waits for another one's row. After the first one the metadata is due, if a certificate waits there for its successor to
 * prove itself. Nothing is noted of a provider that was deleted meanwhile.
 */
export async function noteCertificateUse(
  tx: TenantTransaction,
  providerId: string,
  fingerprint: string,
): Promise<void> {
  const update = sql`
    with noted as (
      insert into certificate_uses (tenant_id, identity_provider_id, fingerprint)
      select p.tenant_id, p.id, ${fingerprint} from identity_providers p
       where p.tenant_id = ${tx.tenantId} and p.id = ${providerId} and not exists (
         select 1 from certificate_uses u
          where u.tenant_id = ${tx.tenantId} and u.identity_provider_id = ${providerId}
            and u.fingerprint = ${fingerprint} and u.last_used_at > now() - interval '1 minute')
      on conflict (tenant_id, identity_provider_id, fingerprint) do update set last_used_at = now()
      returning xmax = 0 as is_first)
    update metadata_readings set next_at = now()
     where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId} and cardinality(withdrawn) > 0
       and exists (select from noted where is_first)`
  await sendLater(tx.db, update)
}
