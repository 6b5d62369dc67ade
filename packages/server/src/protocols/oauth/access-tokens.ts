import { sql } from 'kysely'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { isUuid } from '../../kit/identifiers.ts'
import type { AccessTokens } from '../../kit/http/access-tokens.ts'
import { senderTenantColumns, senderTenantOf } from '../../tenant/tenants/sender-tenant.ts'
import { acceptProof } from './dpop.ts'
import { readJwt } from './assertion.ts'
import { clockSkewSecs } from './limits.ts'
import { signingAlgorithm, type SigningKey } from './signing-keys.ts'
import { portal, portalAudience } from './targets.ts'

export function createAccessTokens(
  { database, settings, clock }: Pick<Deps, 'database' | 'settings' | 'clock'>,
  keys: readonly SigningKey[],
): AccessTokens {
  const kids = keys.map(({ kid }) => kid).join(' ')
  const published = createLocalJWKSet({
    keys: keys.map(({ kid, publicJwk }) => ({ ...publicJwk, kty: 'RSA', kid, use: 'sig', alg: signingAlgorithm })),
  })
  return {
    async verify(bearer, scheme = 'Bearer') {
      try {
        const { payload } = await jwtVerify(bearer, published, {
          issuer: settings.baseUrl,
          algorithms: [signingAlgorithm],
          typ: 'at+jwt',
          requiredClaims: ['sub', 'exp', 'iat', 'jti', 'aud'],
          currentDate: new Date(clock.now()),
          // The database's clock has the last word, in actor().
          clockTolerance: clockSkewSecs,
        })
        return (jktOf(payload) === undefined) === (scheme === 'Bearer') ? credentialOf(payload) : undefined
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
    async proves(token, { text, method, path }) {
      const url = settings.baseUrl + path
      // The signature of the token is verified separately.
      const jkt = jktOf(readJwt(token)?.claims ?? {})
      const asked = { method, url, nowSecs: clock.now() / 1000, of: { token, jkt } }
      return typeof (await acceptProof(database, text, asked)) === 'object'
    },
    actor: findActor,
    keys: () => kids,
  }
}

/** Which tenant the audience names is compared where the tenant is known, in actor(). */
const audience = /^urn:portico:[a-z0-9-]+:application:portal$/

/** The key that a token is bound to (RFC 9449 section 6.1). */
function jktOf({ cnf }: Record<string, unknown>): unknown {
  return cnf === undefined ? undefined : ((cnf as { jkt?: unknown } | null)?.jkt ?? null)
}

function credentialOf({ tenant, jti, sub, exp, aud }: Record<string, unknown>) {
  if (typeof aud !== 'string' || !audience.test(aud)) return undefined
  if (typeof tenant !== 'string' || !isUuid(tenant)) return undefined
  if (typeof sub !== 'string' || !isUuid(sub)) return undefined
  if (typeof jti !== 'string' || typeof exp !== 'number') return undefined
  return { tenantId: tenant, tokenId: jti, subject: sub, expiresAt: new Date(exp * 1000) }
}

const findActor: AccessTokens['actor'] = async (tx, { tokenId, subject }) => {
  const row = await tx.db
    .selectFrom('access_tokens as k')
    .innerJoin('service_accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'k.tenant_id').onRef('a.id', '=', 'k.service_account_id'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 'k.tenant_id')
    .innerJoin('environments as e', (join) =>
      join.onRef('e.tenant_id', '=', 'a.tenant_id').onRef('e.id', '=', 'a.environment_id'),
    )
    .select(['a.id', 'a.name', 'a.environment_id', 'k.audience', 'k.expires_at', 't.slug'])
    .select(senderTenantColumns)
    .select(['e.name as environment_name', 'e.type as environment_type'])
    .select(sql<number>`extract(epoch from k.expires_at - now())::float8 * 1000`.as('left_ms'))
    .select(
      sql<boolean>`exists (
        select 1 from service_account_dependencies d
          join app_roles r on r.tenant_id = d.tenant_id and r.environment_id = d.environment_id
            and r.application_id = d.application_id and r.id = d.role_id
         where d.tenant_id = a.tenant_id and d.service_account_id = a.id and d.environment_id = a.environment_id
           and d.application_id = ${portal} and r.name = 'security-admin')`.as('is_admin'),
    )
    .where('k.tenant_id', '=', tx.tenantId)
    .where('k.id', '=', tokenId)
    .where('a.id', '=', subject)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`k.key_thumbprint in (a.key1_thumbprint, a.key2_thumbprint)`)
    .executeTakeFirst()
  if (row === undefined || row.audience !== portalAudience(row.slug)) return undefined
  return {
    actor: {
      kind: 'service-account',
      tenantId: tx.tenantId,
      id: row.id,
      name: row.name,
      isAdmin: row.is_admin,
      environmentId: row.environment_id,
      token: { id: tokenId, expiresAt: row.expires_at },
    },
    tenant: senderTenantOf(row),
    environment: { id: row.environment_id, name: row.environment_name, type: row.environment_type },
    leftMs: row.left_ms,
  }
}

/** Revokes a token at once. Returns whether it was active. */
export async function revokeAccessToken(tx: TenantTransaction, tokenId: string): Promise<boolean> {
  const result = await tx.db
    .updateTable('access_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
