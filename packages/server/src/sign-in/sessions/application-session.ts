import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'

/**
 * Begins the session that the refresh tokens of an application belong to where they outlive the portal session (docs/decisions/0141), or
 * extends the one of the same sign-in. No cookie refers to it. The caller has locked the person's row. Returns its id; undefined: the portal
 * session has ended.
 */
export async function keepApplicationSession(
  tx: TenantTransaction,
  {
    applicationSessionId,
    lifeSecs,
  }: {
    /** The id of the application's session in the browser, which belongs to the portal session. */
    readonly applicationSessionId: string
    readonly lifeSecs: number
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    with origin as (
      select s.*, a.client_id as for_client, c.environment_id as for_environment
        from application_sessions a
        join application_clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
        join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id and s.ended_at is null
       where a.tenant_id = ${tx.tenantId} and a.id = ${applicationSessionId}),
    kept as (
      update sessions k
         set expires_at = now() + make_interval(secs => ${lifeSecs}), idle_secs = ${lifeSecs}, last_used_at = now()
        from origin o
       where k.tenant_id = ${tx.tenantId} and k.sign_in_id = o.sign_in_id and k.client_id = o.for_client
         and k.ended_at is null and k.expires_at > now()
      returning k.id),
    made as (
      insert into sessions
             (tenant_id, id_hash, kind, client_id, user_id, identity_provider_id, environment_id, sign_in_id,
              authenticated_at, credentials_at, acr, amr, address, user_agent, idle_secs, expires_at)
      select ${tx.tenantId}, ${hashToken(randomToken())}, 'application', o.for_client, o.user_id, o.identity_provider_id,
             o.for_environment, o.sign_in_id, o.authenticated_at, o.credentials_at, o.acr, o.amr, o.address, o.user_agent, ${lifeSecs},
             now() + make_interval(secs => ${lifeSecs})
        from origin o where not exists (select from kept)
      returning id)
    select id from kept union all select id from made`.execute(tx.db)
  return rows[0]?.id
}

/** Records that an application used its session. */
export async function useApplicationSession(tx: TenantTransaction, id: string): Promise<void> {
  await sql`update sessions set last_used_at = now() where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx.db)
}

/** Ends the session of an application. */
export async function endApplicationSession(tx: TenantTransaction, id: string): Promise<void> {
  await sql`
    update sessions set ended_at = now()
     where tenant_id = ${tx.tenantId} and id = ${id} and kind = 'application' and ended_at is null`.execute(tx.db)
}

/** Ends the sessions of applications and revokes refresh tokens for the people of a provider. */
export async function endRefreshTokensOfProvider(tx: TenantTransaction, providerId: string): Promise<void> {
  await sql`
    update application_grants g set revoked_at = now()
      from application_sessions a join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id
     where g.tenant_id = ${tx.tenantId} and g.kind = 'refresh' and g.revoked_at is null
       and a.tenant_id = g.tenant_id and a.id = g.application_session_id
       and s.identity_provider_id = ${providerId}`.execute(tx.db)
  await sql`
    update sessions set ended_at = now()
     where tenant_id = ${tx.tenantId} and kind = 'application' and identity_provider_id = ${providerId}
       and ended_at is null`.execute(tx.db)
}
