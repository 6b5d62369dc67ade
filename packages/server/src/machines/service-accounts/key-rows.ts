import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** A key that obtained a token. */
export type KeyUse = { readonly accountId: string; readonly thumbprint: string }

/** A key as an account gets it; `notAfter`: the end of the certificate it was given as. */
export type GivenKey = { readonly thumbprint: string; readonly notAfter?: Date | undefined }

/**
 * Notes which keys an account is about to get, before its row is written: those it does not have yet are added now, and
 * what is known of keys it no longer has is dropped. A key that changes its slot keeps its times, and the end of its
 * certificate until it is given as another certificate.
 */
export async function noteKeys(tx: TenantTransaction, accountId: string, keys: readonly GivenKey[]): Promise<void> {
  const thumbprints = keys.map(({ thumbprint }) => thumbprint)
  await sql`
    delete from service_account_keys
     where tenant_id = ${tx.tenantId} and service_account_id = ${accountId}
       and thumbprint <> all (${thumbprints}::text[])`.execute(tx.db)
  await sql`
    insert into service_account_keys (tenant_id, service_account_id, thumbprint, added_at)
    select a.tenant_id, a.id, wanted.thumbprint, now()
      from service_accounts a, unnest(${thumbprints}::text[]) as wanted (thumbprint)
     where a.tenant_id = ${tx.tenantId} and a.id = ${accountId}
       and wanted.thumbprint is distinct from a.key1_thumbprint
       and wanted.thumbprint is distinct from a.key2_thumbprint
    on conflict (tenant_id, service_account_id, thumbprint)
      do update set added_at = excluded.added_at, last_used_at = null`.execute(tx.db)
  await noteEnds(tx, accountId, keys)
}

/** A renewed certificate of the same key gets new warnings. */
async function noteEnds(tx: TenantTransaction, accountId: string, keys: readonly GivenKey[]): Promise<void> {
  for (const { thumbprint, notAfter } of keys) {
    if (notAfter === undefined) continue
    await sql`
      insert into service_account_keys as k (tenant_id, service_account_id, thumbprint, not_after)
      values (${tx.tenantId}, ${accountId}, ${thumbprint}, ${notAfter})
      on conflict (tenant_id, service_account_id, thumbprint)
        do update set not_after = excluded.not_after, warned_step = null
        where k.not_after is distinct from excluded.not_after`.execute(tx.db)
  }
}

/** Notes the keys of an account that was just created. */
export async function noteFirstKeys(
  tx: TenantTransaction,
  accountId: string,
  keys: readonly GivenKey[],
): Promise<void> {
  const thumbprints = keys.map(({ thumbprint }) => thumbprint)
  await sql`
    insert into service_account_keys (tenant_id, service_account_id, thumbprint, added_at)
    select ${tx.tenantId}::uuid, ${accountId}::uuid, thumbprint, now()
      from unnest(${thumbprints}::text[]) as given (thumbprint)`.execute(tx.db)
  await noteEnds(tx, accountId, keys)
}

/** Notes that these keys obtained a token now, except where that was noted less than `everySecs` ago. */
export async function noteKeyUses(tx: TenantTransaction, uses: readonly KeyUse[], everySecs: number): Promise<void> {
  const ids = uses.map(({ accountId }) => accountId)
  const thumbprints = uses.map(({ thumbprint }) => thumbprint)
  // In the order of the keys, so that two processes cannot deadlock.
  await sql`
    insert into service_account_keys as k (tenant_id, service_account_id, thumbprint, last_used_at)
    select a.tenant_id, a.id, used.thumbprint, now()
      from unnest(${ids}::uuid[], ${thumbprints}::text[]) as used (account_id, thumbprint)
      join service_accounts a on a.tenant_id = ${tx.tenantId} and a.id = used.account_id
       and used.thumbprint in (a.key1_thumbprint, a.key2_thumbprint)
     where not exists (
       select from service_account_keys fresh
        where fresh.tenant_id = a.tenant_id and fresh.service_account_id = a.id and fresh.thumbprint = used.thumbprint
          and fresh.last_used_at > now() - make_interval(secs => ${everySecs}))
     order by a.id, used.thumbprint
    on conflict (tenant_id, service_account_id, thumbprint) do update set last_used_at = now()`.execute(tx.db)
}
