import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { codeSecs } from './limits.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'

export type IssuedCode = {
  readonly sessionId: string
  readonly redirectUri: string
  readonly codeChallenge: string | undefined
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
      code_challenge: issued.codeChallenge ?? null,
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
  readonly codeChallenge: string | null
  readonly nonce: string | null
  readonly scope: string
  readonly audience: string
  readonly keyThumbprint: string | null
  /** Whether the portal session that it comes from still lasts. */
  readonly isLive: boolean
  readonly credentialsAt: Date | null
  readonly acr: string | null
  readonly amr: readonly string[] | null
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
              a.ended_at is null and s.id is not null as "isLive", s.credentials_at as "credentialsAt", s.acr, s.amr`.execute(
    tx.db,
  )
  if (rows[0] !== undefined) return rows[0]
  await lockFamily(tx, hash)
  await sql`
    update application_grants g set revoked_at = now()
      from application_grants c
      join application_sessions a on a.tenant_id = c.tenant_id and a.id = c.application_session_id
     where c.tenant_id = ${tx.tenantId} and c.hash = ${hash} and c.used_at is not null and a.client_id = ${clientId}
       and g.tenant_id = c.tenant_id and g.parent_hash = c.hash and g.revoked_at is null`.execute(tx.db)
  return undefined
}

/**
 * Waits for a rotation of the same family that has not committed, so that the tokens it inserts are revoked too. Taken before any row of
 * the family is locked.
 */
async function lockFamily(tx: TenantTransaction, family: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${family.readBigInt64BE(0).toString()}::bigint)`.execute(tx.db)
}

/** Live sessions `s`, of the portal and of applications. */
const liveSession = sql`(
  select x.tenant_id, x.id, x.user_id, x.client_id, x.credentials_at, x.acr, x.amr from sessions x
    join users u on u.tenant_id = x.tenant_id and u.id = x.user_id and ${maySignIn('u')}
    join identity_providers p on p.tenant_id = x.tenant_id and p.id = x.identity_provider_id and p.enabled
    join tenants t on t.tenant_id = x.tenant_id and not t.deactivated
   where x.ended_at is null and x.expires_at > now()
     and x.last_used_at + make_interval(secs => x.idle_secs) > now()) s`

/** What a token belongs to: the application's session in the browser, or a separate one (sign-in/sessions/application-session.ts). */
export type GrantSession = { readonly applicationSessionId: string } | { readonly ownSessionId: string }

export type Granted = {
  /** The hash of the code that the first token was issued for: all tokens of one sign-in have it. */
  readonly family: Buffer
  readonly scope: string
  readonly audience: string
  /** The thumbprint of the key that the token is bound to. */
  readonly keyThumbprint: string | undefined
}

export function insertAccessToken(
  tx: TenantTransaction,
  { lifeSecs, ...token }: Granted & { readonly id: string; readonly session: GrantSession; readonly lifeSecs: number },
): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(secs => ${lifeSecs})`
  return insertToken(tx, { ...token, kind: 'access', hash: hashToken(token.id), expiresAt })
}

/** `expiresAt` undefined: it ends only with its session. */
export function insertRefreshToken(
  tx: TenantTransaction,
  token: Granted & {
    readonly token: string
    readonly session: GrantSession
    readonly expiresAt: Date | RawBuilder<Date> | undefined
  },
): Promise<void> {
  const expiresAt = token.expiresAt ?? sql<Date>`'infinity'`
  return insertToken(tx, { ...token, kind: 'refresh', hash: hashToken(token.token), expiresAt })
}

async function insertToken(
  tx: TenantTransaction,
  token: Granted & {
    readonly kind: 'access' | 'refresh'
    readonly hash: Buffer
    readonly session: GrantSession
    readonly expiresAt: Date | RawBuilder<Date>
  },
): Promise<void> {
  const { session } = token
  await tx.db
    .insertInto('application_grants')
    .values({
      tenant_id: tx.tenantId,
      hash: token.hash,
      kind: token.kind,
      application_session_id: 'applicationSessionId' in session ? session.applicationSessionId : null,
      session_id: 'ownSessionId' in session ? session.ownSessionId : null,
      parent_hash: token.family,
      scope: token.scope,
      audience: token.audience,
      key_thumbprint: token.keyThumbprint ?? null,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** A refresh token while its session lasts. */
export type LiveRefreshToken = {
  readonly family: Buffer
  readonly session: GrantSession
  readonly userId: string
  readonly clientId: string
  readonly environmentId: string
  readonly applicationId: string
  readonly scope: string
  readonly audience: string
  readonly keyThumbprint: string | null
  readonly credentialsAt: Date | null
  readonly acr: string | null
  readonly amr: readonly string[] | null
  /** null: it expires only with its session. */
  readonly expiresAt: Date | null
  /** The token was used before: another party may have it too. */
  readonly isUsed: boolean
}

/**
 * A refresh token; undefined: it is unknown, expired or revoked, or its session has ended. `lock`: locks its family until this
 * transaction ends, so that concurrent callers in any process see the token as used.
 */
export async function findRefreshToken(
  tx: TenantTransaction,
  token: string,
  { lock }: { readonly lock: boolean },
): Promise<LiveRefreshToken | undefined> {
  const hash = hashToken(token)
  if (lock) {
    const { rows } = await sql<{ family: Buffer }>`
      select parent_hash as family from application_grants
       where tenant_id = ${tx.tenantId} and hash = ${hash} and kind = 'refresh'`.execute(tx.db)
    if (rows[0] === undefined) return undefined
    await lockFamily(tx, rows[0].family)
  }
  const { rows } = await sql<
    Omit<LiveRefreshToken, 'session'> & { applicationSessionId: string | null; ownSessionId: string | null }
  >`
    select g.parent_hash as family, a.id as "applicationSessionId", g.session_id as "ownSessionId",
           s.user_id as "userId", c.id as "clientId", c.environment_id as "environmentId",
           c.application_id as "applicationId", g.scope, g.audience, g.key_thumbprint as "keyThumbprint",
           s.credentials_at as "credentialsAt", s.acr, s.amr, nullif(g.expires_at, 'infinity') as "expiresAt",
           g.used_at is not null as "isUsed"
      from application_grants g ${sessionOfGrant}
     where g.tenant_id = ${tx.tenantId} and g.hash = ${hash} and g.kind = 'refresh'
       and g.revoked_at is null and g.expires_at > now()
       ${lock ? sql`for update of g` : sql``}`.execute(tx.db)
  const [row] = rows
  if (row === undefined) return undefined
  const { applicationSessionId, ownSessionId, ...rest } = row
  if (ownSessionId !== null) return { ...rest, session: { ownSessionId } }
  return applicationSessionId === null ? undefined : { ...rest, session: { applicationSessionId } }
}

/** Marks a refresh token as used. The caller has locked it. */
export async function useRefreshToken(tx: TenantTransaction, token: string): Promise<void> {
  await sql`
    update application_grants set used_at = now()
     where tenant_id = ${tx.tenantId} and hash = ${hashToken(token)}`.execute(tx.db)
}

/** Revokes every token of a sign-in. */
export async function revokeFamily(tx: TenantTransaction, family: Buffer): Promise<void> {
  await sql`
    update application_grants set revoked_at = now()
     where tenant_id = ${tx.tenantId} and parent_hash = ${family} and revoked_at is null`.execute(tx.db)
}

/** Whether a session of an application has a usable refresh token. */
export async function hasRefreshToken(tx: TenantTransaction, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from application_grants
     where tenant_id = ${tx.tenantId} and session_id = ${sessionId} and kind = 'refresh' and used_at is null
       and revoked_at is null and expires_at > now() limit 1`.execute(tx.db)
  return rows.length === 1
}

/** The live session `s` of a grant `g`: the portal session, found through the application's session `a`, or a session of the application itself. */
const sessionOfGrant = sql`
  left join application_sessions a on a.tenant_id = g.tenant_id and a.id = g.application_session_id and a.ended_at is null
  join ${liveSession} on s.tenant_id = g.tenant_id and s.id = coalesce(a.session_id, g.session_id)
  join application_clients c on c.tenant_id = g.tenant_id and c.id = coalesce(a.client_id, s.client_id)`

export type LiveToken = {
  /** The id of the application's session in the browser; null: the token is not bound to one. */
  readonly sessionId: string | null
  readonly userId: string
  readonly clientId: string
  readonly scope: string
  readonly audience: string
  readonly keyThumbprint: string | null
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly credentialsAt: Date | null
  readonly acr: string | null
  readonly amr: readonly string[] | null
  readonly environmentId: string
  readonly applicationId: string
}

/** An access token by its `jti`; undefined when it has expired or was revoked, or the session that it comes from has ended. */
export async function findAccessToken(tx: TenantTransaction, id: string): Promise<LiveToken | undefined> {
  const { rows } = await sql<LiveToken>`
    select a.id as "sessionId", s.user_id as "userId", c.id as "clientId", g.scope, g.audience,
           g.key_thumbprint as "keyThumbprint", g.created_at as "issuedAt", g.expires_at as "expiresAt",
           s.credentials_at as "credentialsAt", s.acr, s.amr, c.environment_id as "environmentId",
           c.application_id as "applicationId"
      from application_grants g ${sessionOfGrant}
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
    update application_grants o set revoked_at = now()
      from application_grants g ${sessionOfGrant}
     where g.tenant_id = ${tx.tenantId} and g.hash = ${hashToken(id)} and g.kind = 'access' and g.revoked_at is null
       and c.id = ${clientId} and o.tenant_id = g.tenant_id and o.hash = g.hash
    returning 1`.execute(tx.db)
  return rows.length === 1
}
