import { sql } from 'kysely'

import type { TenantTransaction } from '../../database/tenant-scope.ts'

/** Notes that a certificate verified a sign-in, at most once a minute: no sign-in waits for another one's row. */
export async function noteCertificateUse(
  tx: TenantTransaction,
  providerId: string,
  fingerprint: string,
): Promise<void> {
  await sql`
    insert into certificate_uses (tenant_id, identity_provider_id, fingerprint)
    select ${tx.tenantId}::uuid, ${providerId}::uuid, ${fingerprint}
     where not exists (
       select 1 from certificate_uses u
        where u.tenant_id = ${tx.tenantId} and u.identity_provider_id = ${providerId}
          and u.fingerprint = ${fingerprint} and u.last_used_at > now() - interval '1 minute')
    on conflict (tenant_id, identity_provider_id, fingerprint) do update set last_used_at = now()`.execute(tx.db)
}
