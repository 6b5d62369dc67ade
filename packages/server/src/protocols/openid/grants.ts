import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { codeSecs } from './limits.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'

export type IssuedCode = {
  readonly sessionId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly nonce: string | undefined
  readonly scope: string
  readonly audience: string
  /** Only a request that proves to hold this key redeems the code. */
  readonly keyThumbprint: string | undefined
}

export async function insertCode(tx: TenantTransaction, code: string, issued: IssuedCode): Promise<void> {
  await tx.db
    .insertInto('application_grants')
    .values({
      tenant_id: tx.tenantId,
      hash: hashToken(code),
      kind: 'code',
      application_session_id: issued.sessionId,
      redirect_uri: issued.redirectUri,
      code_challenge: issued.codeChallenge,
      nonce: issued.nonce ?? null,
      scope: issued.scope,
      audience: issued.audience,
      key_thumbprint: issued.keyThumbprint ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${codeSecs})`,
    })
    .execute()
}

export type UsedCode = {
  readonly sessionId: string
  readonly userId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly nonce: string | null
  readonly scope: string
  readonly audience: string
  readonly keyThumbprint: string | null
  /** Whether the portal session that it comes from still lasts. */
  readonly isLive: boolean
  readonly credentialsAt: Date | null
}

/**
 * Uses a code up, in one statement: of any number of callers, in any number of processes, one gets it. A code of another client is
 * left as it is. undefined: it is unknown, too old, or was used before; what was issued for it is then revoked.
 */
export async function useCode(tx: TenantTransaction, code: string, clientId: string): Promise<UsedCode | undefined> {
  const hash = hashToken(code)
  const { rows } = await sql<UsedCode>`
    update application_grants g set used_at = now()
      from application_sessions a left join ${liveSession} on s.tenant_id = a.tenant_id and s.id = a.session_id
     where g.tenant_id = ${tx.tenantId} and g.hash = ${hash} and g.kind = 'code' and g.used_at is null
       and g.expires_at > now()
       and a.tenant_id = g.tenant_id and a.id = g.application_session_id and a.client_id = ${clientId}
    returning a.id as "sessionId", a.user_id as "userId", g.redirect_uri as "redirectUri",
              g.code_challenge as "codeChallenge", g.key_thumbprint as "keyThumbprint", g.nonce, g.scope, g.audience,
              a.ended_at is null and s.id is not null as "isLive", s.credentials_at as "credentialsAt"`.execute(tx.db)
  if (rows[0] !== undefined) return rows[0]
  await sql`
    update application_grants g set revoked_at = now()
      from application_grants c
      join application_sessions a on a.tenant_id = c.tenant_id and a.id = c.application_session_id
     where c.tenant_id = ${tx.tenantId} and c.hash = ${hash} and c.used_at is not null and a.client_id = ${clientId}
       and g.tenant_id = c.tenant_id and g.parent_hash = c.hash and g.revoked_at is null`.execute(tx.db)
  return undefined
}

/** Sessions `s` of the portal that have not ended in any way. */
const liveSession = sql`(
  select x.tenant_id, x.id, x.credentials_at from sessions x
    join users u on u.tenant_id = x.tenant_id and u.id = x.user_id and ${maySignIn('u')}
    join identity_providers p on p.tenant_id = x.tenant_id and p.id = x.identity_provider_id and p.enabled
    join tenants t on t.tenant_id = x.tenant_id and not t.deactivated
   where x.ended_at is null and x.expires_at > now()
     and x.last_used_at + make_interval(secs => x.idle_secs) > now()) s`

export async function insertAccessToken(
  tx: TenantTransaction,
  token: {
    readonly id: string
    readonly code: string
    readonly sessionId: string
    readonly scope: string
    readonly audience: string
    readonly lifeSecs: number
    readonly keyThumbprint: string | undefined
  },
): Promise<void> {
  await tx.db
    .insertInto('application_grants')
    .values({
      tenant_id: tx.tenantId,
      hash: hashToken(token.id),
      kind: 'access',
      application_session_id: token.sessionId,
      parent_hash: hashToken(token.code),
      scope: token.scope,
      audience: token.audience,
      key_thumbprint: token.keyThumbprint ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${token.lifeSecs})`,
    })
    .execute()
}

export type LiveToken = {
  readonly sessionId: string
  readonly userId: string
  readonly clientId: string
  readonly scope: string
  readonly audience: string
  readonly keyThumbprint: string | null
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly credentialsAt: Date | null
  readonly environmentId: string
  readonly applicationId: string
}

/** An access token by its `jti`; undefined when it has expired or was revoked, or the session that it comes from has ended. */
export async function findAccessToken(tx: TenantTransaction, id: string): Promise<LiveToken | undefined> {
  const { rows } = await sql<LiveToken>`
    select a.id as "sessionId", a.user_id as "userId", a.client_id as "clientId", g.scope, g.audience,
           g.key_thumbprint as "keyThumbprint", g.created_at as "issuedAt", g.expires_at as "expiresAt",
           s.credentials_at as "credentialsAt", c.environment_id as "environmentId",
           c.application_id as "applicationId"
      from application_grants g
      join application_sessions a on a.tenant_id = g.tenant_id and a.id = g.application_session_id and a.ended_at is null
      join application_clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
      join ${liveSession} on s.tenant_id = a.tenant_id and s.id = a.session_id
     where g.tenant_id = ${tx.tenantId} and g.hash = ${hashToken(id)} and g.kind = 'access'
       and g.revoked_at is null and g.expires_at > now()`.execute(tx.db)
  return rows[0]
}

/** Revokes an access token of a client (RFC 7009). True: there was one. */
export async function revokeApplicationToken(
  tx: TenantTransaction,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update application_grants g set revoked_at = now() from application_sessions a
     where g.tenant_id = ${tx.tenantId} and g.hash = ${hashToken(id)} and g.kind = 'access' and g.revoked_at is null
       and a.tenant_id = g.tenant_id and a.id = g.application_session_id and a.client_id = ${clientId}
    returning 1`.execute(tx.db)
  return rows.length === 1
}
