import { sql } from 'kysely'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import type { Database } from '../../kit/database/connect.ts'
import { globalQuery, tenantScope } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import type { TokenClaims } from '../oauth/signed-tokens.ts'
import type { TokenKind } from '../oauth/token-kinds.ts'
import { findAccessToken, findRefreshToken, revokeApplicationToken } from './grants.ts'
import { readPersonClaims } from './person-claims.ts'
import { endTokens, isRefreshToken } from './refresh-tokens.ts'

/** Access tokens of people that applications hold, for introspection and revocation: read from the database each time. */
export function createPersonTokens(
  { database }: { readonly database: Database },
  verify: (token: string) => TokenClaims | undefined,
): TokenKind {
  return {
    recognises: (token) => token.startsWith('eyJ'),
    async read(token) {
      const claims = verify(token)
      if (claims === undefined) return undefined
      return tenantScope(database, claims.tenant).transaction(async (tx) => {
        const live = await findAccessToken(tx, claims.jti)
        const person = live && (await readPersonClaims(tx, live.userId, live))
        if (live === undefined || person === undefined || live.userId !== claims.sub) return undefined
        return {
          token_type: live.keyThumbprint === null ? 'Bearer' : 'DPoP',
          iss: claims['iss'],
          sub: live.userId,
          client_id: live.clientId,
          username: person.username,
          scope: live.scope,
          aud: live.audience,
          jti: claims.jti,
          iat: claims.iat,
          exp: claims.exp,
          tenant: tx.tenantId,
          environment: live.environmentId,
          roles: person.roles,
          tenant_roles: person.tenantRoles,
          ...(live.keyThumbprint === null ? {} : { cnf: { jkt: live.keyThumbprint } }),
        }
      })
    },
    async revoke(token, by) {
      const claims = verify(token)
      const clientId = claims?.['client_id']
      if (claims === undefined || typeof clientId !== 'string') return
      await tenantScope(database, claims.tenant).transaction(async (tx) => {
        if (!(await revokeApplicationToken(tx, { id: claims.jti, clientId }))) return
        const target = { kind: 'user', id: claims.sub } as const
        await recordAudit(tx, by, { action: 'token.revoke', target, after: { tokenId: claims.jti } })
      })
    },
  }
}

/** Refresh tokens of people that applications hold. Revoking one ends all tokens of its sign-in (RFC 7009 section 2.1). */
export function createRefreshTokens({ database }: { readonly database: Database }, issuer: string): TokenKind {
  return {
    recognises: isRefreshToken,
    onlyForOwner: true,
    async read(token) {
      const tenantId = await tenantOf(token)
      if (tenantId === undefined) return undefined
      return tenantScope(database, tenantId).transaction(async (tx) => {
        const live = await findRefreshToken(tx, token, { lock: false })
        const person = live && !live.isUsed ? await readPersonClaims(tx, live.userId, live) : undefined
        if (live === undefined || person === undefined) return undefined
        return {
          iss: issuer,
          sub: live.userId,
          client_id: live.clientId,
          username: person.username,
          scope: live.scope,
          aud: live.audience,
          ...(live.expiresAt !== null && { exp: Math.floor(live.expiresAt.getTime() / 1000) }),
          tenant: tx.tenantId,
          environment: live.environmentId,
          roles: person.roles,
          tenant_roles: person.tenantRoles,
          ...(live.keyThumbprint !== null && { cnf: { jkt: live.keyThumbprint } }),
        }
      })
    },
    async revoke(token, by) {
      const tenantId = await tenantOf(token)
      if (tenantId === undefined) return
      await tenantScope(database, tenantId).transaction(async (tx) => {
        const live = await findRefreshToken(tx, token, { lock: true })
        if (live === undefined) return
        await endTokens(tx, live)
        const target = { kind: 'user', id: live.userId } as const
        await recordAudit(tx, by, { action: 'token.revoke', target, after: { client: live.clientId } })
      })
    },
  }

  async function tenantOf(token: string): Promise<string | undefined> {
    const { rows } = await sql<{ tenant_id: string }>`
      select tenant_id from portico_find_refresh_token(${hashToken(token)})`.execute(globalQuery(database))
    return rows[0]?.tenant_id
  }
}
