import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { refreshTokenLifeSecs } from '@portico/core/contract'
import { sql } from 'kysely'

import type { Client } from '../../applications/clients/queries.ts'
import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { invalidRequest, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { isCheckedToken, makeCheckedToken } from '../../kit/secrets/checked-token.ts'
import {
  endApplicationSession,
  keepApplicationSession,
  useApplicationSession,
} from '../../sign-in/sessions/application-session.ts'
import { authenticateClient } from './client-authentication.ts'
import {
  findRefreshToken,
  hasRefreshToken,
  insertAccessToken,
  insertRefreshToken,
  revokeFamily,
  useRefreshToken,
  type Granted,
  type LiveRefreshToken,
} from './grants.ts'
import { readPersonClaims } from './person-claims.ts'
import { provenKey } from './proven-key.ts'
import { signTokens, type Issued, type TokenDeps, type TokenReply } from './sign-tokens.ts'

/** The prefix of refresh tokens, so that people and secret scanners recognise them. */
const prefix = 'prt_'

/** Whether a text has the form of a refresh token. */
export const isRefreshToken = (text: string) => isCheckedToken(prefix, text)

const invalidGrant: Refusal = {
  status: 400,
  error: 'invalid_grant',
  description:
    'The refresh token is not accepted. It is valid once, for its client and key, until it expires or its session or access ends.',
}

/**
 * The first refresh token of a sign-in that asked for `offline_access` (OpenID Connect Core section 11), if the registration allows
 * refresh tokens. Runs in the transaction that redeems the code.
 */
export async function issueRefreshToken(
  tx: TenantTransaction,
  { config }: Client,
  {
    applicationSessionId,
    userId,
    ...granted
  }: Granted & { readonly applicationSessionId: string; readonly userId: string },
): Promise<string | undefined> {
  const life = config.protocol === 'openid' ? config.refreshTokens : 'none'
  if (life === 'none' || !granted.scope.split(' ').includes('offline_access')) return undefined
  const token = makeCheckedToken(prefix)
  if (life === 'session') {
    await insertRefreshToken(tx, { ...granted, token, session: { applicationSessionId }, expiresAt: undefined })
    return token
  }
  const lifeSecs = refreshTokenLifeSecs[life]
  // Ensures that ending the sessions of the person also ends this one (sessions/lock-order.ts).
  await sql`select from users where tenant_id = ${tx.tenantId} and id = ${userId} for key share`.execute(tx.db)
  const ownSessionId = await keepApplicationSession(tx, { applicationSessionId, lifeSecs })
  if (ownSessionId === undefined) return undefined
  const expiresAt = sql<Date>`now() + make_interval(secs => ${lifeSecs})`
  await insertRefreshToken(tx, { ...granted, token, session: { ownSessionId }, expiresAt })
  return token
}

/**
 * The refresh grant of a registered client (RFC 6749 section 6). The token is replaced at each use; using a token a second time
 * revokes all tokens of its sign-in (RFC 9700 section 4.14.2).
 */
export async function useRefreshGrant(
  fields: ReadonlyMap<string, string>,
  headers: IncomingHttpHeaders,
  deps: TokenDeps & { readonly by: GrantedBy },
): Promise<TokenReply | Refusal> {
  const client = await authenticateClient(fields, headers, deps)
  if ('status' in client) return client
  const token = fields.get('refresh_token')
  if (token === undefined) return invalidRequest('refresh_token is needed.')
  if (!isRefreshToken(token)) return invalidGrant
  const jkt = await provenKey(client, headers, deps)
  if (typeof jkt === 'object') return jkt
  const request = { token, jkt, scope: fields.get('scope'), resource: fields.get('resource') }
  const outcome = await tenantScope(deps.database, client.tenantId).transaction((tx) =>
    rotate(tx, { client, request, deps }),
  )
  if (!('status' in outcome)) return signTokens(client, outcome, deps)
  deps.log.info({ tenantId: client.tenantId, client: client.id, reason: outcome.description }, 'refresh token refused')
  await deps.refused(client, outcome.description)
  return outcome
}

/** For the audit log. */
export type GrantedBy = { readonly requestId: string; readonly address: string }

type Rotation = {
  readonly client: Client
  readonly request: {
    readonly token: string
    readonly jkt: string | undefined
    readonly scope: string | undefined
    readonly resource: string | undefined
  }
  readonly deps: Pick<TokenDeps, 'settings' | 'clock'> & { readonly by: GrantedBy }
}

/** Checks the token, then the request, then the person; writes only after that. */
async function rotate(tx: TenantTransaction, { client, request, deps }: Rotation): Promise<Issued | Refusal> {
  const { config, environmentId, application } = client
  const presented = await findRefreshToken(tx, request.token, { lock: true })
  if (presented?.clientId !== client.id || client.tenantDeactivated) return invalidGrant
  // First: without a proof of the key, the token is useless to the sender, and nothing is revoked.
  if (presented.keyThumbprint !== null && presented.keyThumbprint !== request.jkt) return invalidGrant
  if (presented.isUsed) return endReused(tx, { client, presented, deps })
  if (request.resource !== undefined && request.resource !== application.urn)
    return { status: 400, error: 'invalid_target', description: 'resource must be the URN of the application.' }
  const scope = narrowed(presented.scope, request.scope)
  if (scope === undefined)
    return {
      status: 400,
      error: 'invalid_scope',
      description: 'scope must include openid and name only granted scopes.',
    }
  const life = config.protocol === 'openid' ? config.refreshTokens : 'none'
  const isRegistered = 'ownSessionId' in presented.session ? life in refreshTokenLifeSecs : life === 'session'
  const person =
    isRegistered && (await readPersonClaims(tx, presented.userId, { environmentId, applicationId: application.id }))
  if (!person) {
    await endTokens(tx, presented)
    return invalidGrant
  }

  const { family, session, audience, userId, credentialsAt, acr, amr } = presented
  const keyThumbprint = presented.keyThumbprint ?? undefined
  const [tokenId, refreshToken] = [randomUUID(), makeCheckedToken(prefix)]
  await useRefreshToken(tx, request.token)
  await insertRefreshToken(tx, {
    family,
    session,
    audience,
    keyThumbprint,
    scope: presented.scope,
    token: refreshToken,
    expiresAt: presented.expiresAt ?? undefined,
  })
  const lifeSecs = deps.settings.accessTokenSecs
  await insertAccessToken(tx, { family, session, audience, scope, id: tokenId, lifeSecs, keyThumbprint: request.jkt })
  if ('ownSessionId' in session) await useApplicationSession(tx, session.ownSessionId)
  const sid = 'applicationSessionId' in session ? session.applicationSessionId : null
  const said = { credentialsAt, acr, amr, nonce: null }
  return { userId, sid, scope, audience, ...said, person, tokenId, jkt: request.jkt, refreshToken }
}

/** RFC 6749 section 6: the granted scopes, or the subset that the request names. undefined: the request names other scopes, or omits openid. */
function narrowed(granted: string, asked: string | undefined): string | undefined {
  if (asked === undefined) return granted
  const named = new Set(asked.split(' ').filter((one) => one !== ''))
  const known = granted.split(' ')
  const isWithin = [...named].every((one) => known.includes(one)) && named.has('openid')
  return isWithin ? known.filter((one) => named.has(one)).join(' ') : undefined
}

/** Another party may have the token, or had it first: all tokens of the sign-in are revoked. */
async function endReused(
  tx: TenantTransaction,
  { client, presented, deps }: Pick<Rotation, 'client' | 'deps'> & { readonly presented: LiveRefreshToken },
): Promise<Refusal> {
  await endTokens(tx, presented)
  const actor = { kind: 'system', id: client.id, name: client.application.label } as const
  const by = { ...deps.by, actor, nowMs: deps.clock.now() }
  const target = { kind: 'user', id: presented.userId } as const
  await recordAudit(tx, by, {
    action: 'token.revoke',
    target,
    after: { reason: 'refresh-token-reused', client: client.id },
  })
  return invalidGrant
}

/** Ends all tokens of a sign-in, and the session of the application if no other sign-in uses it. */
export async function endTokens(
  tx: TenantTransaction,
  { family, session }: Pick<LiveRefreshToken, 'family' | 'session'>,
): Promise<void> {
  await revokeFamily(tx, family)
  if ('ownSessionId' in session && !(await hasRefreshToken(tx, session.ownSessionId)))
    await endApplicationSession(tx, session.ownSessionId)
}
