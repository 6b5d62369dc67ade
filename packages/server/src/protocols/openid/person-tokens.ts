import { recordAudit } from '../../kit/audit-trail/record.ts'
import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { TokenClaims } from '../oauth/signed-tokens.ts'
import type { TokenKind } from '../oauth/token-kinds.ts'
import { findAccessToken, revokeApplicationToken } from './grants.ts'
import { readPersonClaims } from './person-claims.ts'

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
