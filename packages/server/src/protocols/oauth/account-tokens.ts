import { sql } from 'kysely'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import type { Database } from '../../kit/database/connect.ts'
import { createHeldCache } from '../../kit/database/held-cache.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { revokeAccessToken } from './access-tokens.ts'
import type { ClientAccount, ClientAccounts } from './accounts.ts'
import type { TokenClaims } from './signed-tokens.ts'
import { portalAudience } from './targets.ts'
import type { TokenFacts, TokenKind } from './token-kinds.ts'

/** Tokens that one process holds: about 500 bytes each. */
const heldMax = 20_000

type State = { readonly accountId: string; readonly audiences: readonly string[] }

/**
 * Access tokens of service accounts. The database decides whether a token is active, and with which roles, never the token itself.
 * Held in memory until a change of the token, its account or its tenant is reported (docs/decisions/0085).
 */
export function createAccountTokens(
  { database, accounts }: { readonly database: Database; readonly accounts: ClientAccounts },
  verify: (token: string) => TokenClaims | undefined,
): TokenKind {
  const cache = createHeldCache<State>(database.changes, { max: heldMax })
  return {
    recognises: (token) => token.startsWith('eyJ'),
    async read(token) {
      const claims = verify(token)
      if (claims === undefined) return undefined
      const key = `${claims.tenant} ${claims.jti}`
      const state = cache.get(key) ?? (await cache.read(key, () => load(claims)).catch(unlessEnded))
      if (state === undefined || state.accountId !== claims.sub) return undefined
      const account = accounts.held(claims.sub) ?? (await accounts.read(claims.sub))
      return account && factsOf(claims, state, account)
    },
    async revoke(token, by) {
      const claims = verify(token)
      if (claims === undefined) return
      await tenantScope(database, claims.tenant).transaction(async (tx) => {
        if (!(await revokeAccessToken(tx, claims.jti))) return
        const target = { kind: 'service-account', id: claims.sub } as const
        await recordAudit(tx, by, { action: 'token.revoke', target, after: { tokenId: claims.jti } })
      })
    },
  }

  async function load({ tenant, jti }: TokenClaims) {
    const row = await tenantScope(database, tenant).transaction((tx) =>
      tx.db
        .selectFrom('access_tokens as k')
        .innerJoin('service_accounts as a', (join) =>
          join.onRef('a.tenant_id', '=', 'k.tenant_id').onRef('a.id', '=', 'k.service_account_id'),
        )
        .select(['k.service_account_id', 'k.audience'])
        .select(sql<number>`extract(epoch from k.expires_at - now())::float8 * 1000`.as('left_ms'))
        .where('k.tenant_id', '=', tx.tenantId)
        .where('k.id', '=', jti)
        .where('k.revoked_at', 'is', null)
        .where('k.expires_at', '>', sql<Date>`now()`)
        .where(sql<boolean>`k.key_thumbprint in (a.key1_thumbprint, a.key2_thumbprint)`)
        .executeTakeFirst(),
    )
    // Thrown, so that ended tokens take no room.
    if (row === undefined) throw new Ended()
    const accountId = row.service_account_id
    return {
      value: { accountId, audiences: row.audience.split(' ') },
      subjects: [`token:${jti}`, `account:${accountId}`, `tenant:${tenant}`],
      leftMs: row.left_ms,
      calmMs: Infinity,
      fixedEndAt: performance.now() + row.left_ms,
    }
  }
}

class Ended extends Error {
  override name = 'Ended'
}

function unlessEnded(error: unknown): undefined {
  if (!(error instanceof Ended)) throw error
}

/** Applications that the account no longer depends on are left out; undefined when none is left. */
function factsOf(claims: TokenClaims, { audiences }: State, account: ClientAccount): TokenFacts | undefined {
  const counts = (audience: string): boolean =>
    account.targets.has(audience) && (!account.deactivated || audience === portalAudience(account.tenantSlug))
  const left = audiences.filter(counts)
  const [first] = left
  if (first === undefined) return undefined
  const roles = (audience: string): readonly string[] => account.targets.get(audience) ?? []
  const isOne = audiences.length === 1
  return {
    token_type: claims['cnf'] === undefined ? 'Bearer' : 'DPoP',
    iss: claims['iss'],
    sub: claims.sub,
    client_id: claims.sub,
    aud: isOne ? first : left,
    jti: claims.jti,
    iat: claims.iat,
    exp: claims.exp,
    tenant: account.tenantId,
    environment: account.environmentId,
    roles: isOne ? roles(first) : Object.fromEntries(left.map((audience) => [audience, roles(audience)])),
    ...(claims['cnf'] === undefined ? {} : { cnf: claims['cnf'] }),
  }
}
