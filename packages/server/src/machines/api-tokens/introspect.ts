import { portalAppId } from '@portico/core/contract'
import { sql } from 'kysely'

import { recordAudit, type AuditedBy } from '../../kit/audit-trail/record.ts'
import { globalQuery, visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { urn } from '../../kit/identifiers.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { apiTokenTarget } from './audit-details.ts'
import { heldRoles } from './choices.ts'
import { revokeToken } from './queries.ts'
import { isApiToken } from './token-text.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'

export { isApiToken } from './token-text.ts'

/** The answer about an active API token (RFC 7662 section 2.2), with our claims. Times in seconds since the epoch. */
export type ActiveApiToken = {
  readonly active: true
  /** The person's id. */
  readonly sub: string
  readonly username: string
  /** The URN of the application. Another application must not accept the token. */
  readonly aud: string
  readonly iss: string
  /** Ids. */
  readonly tenant: string
  readonly environment: string
  /** Names of the roles that were chosen and that the person holds now. */
  readonly roles: readonly string[]
  /** Labels of the custom roles that were chosen and that the person holds now. */
  readonly tenant_roles: readonly string[]
  readonly exp: number
  readonly iat: number
  readonly jti: string
  readonly token_type: 'Bearer'
}

/**
 * What an API token is at this moment, read from the database each time, so that it holds on every process at once: undefined
 * if it is not ours, expired or revoked; if the person is deactivated or their provider is switched off; if the tenant is
 * deactivated; or if the person can no longer open the application there. Whether the caller may know is decided before.
 */
export async function introspectApiToken(
  { database, settings, apiTokenUses }: Pick<Deps, 'database' | 'settings' | 'apiTokenUses'>,
  token: string,
): Promise<ActiveApiToken | undefined> {
  const tenantId = await tenantOf(database, token)
  if (tenantId === undefined) return undefined
  return visitorScope(database, tenantId).transaction(async (tx) => {
    const row = await activeRow(tx, hashToken(token))
    if (row === undefined || row.application_id === portalAppId) return undefined
    const held = await heldRoles(tx, {
      userId: row.user_id,
      environmentId: row.environment_id,
      applicationId: row.application_id,
    })
    if (!held.opens) return undefined
    apiTokenUses.note({ tenantId, tokenId: row.id })
    return {
      active: true,
      sub: row.user_id,
      username: row.username,
      aud: urn(row.tenant_slug, 'application', row.slug),
      iss: settings.baseUrl,
      tenant: tenantId,
      environment: row.environment_id,
      roles: held.roles.filter(({ id }) => row.role_ids.includes(id)).map(({ name }) => name),
      tenant_roles: held.tenantRoles.filter(({ id }) => row.tenant_role_ids.includes(id)).map(({ label }) => label),
      exp: seconds(row.expires_at),
      iat: seconds(row.created_at),
      jti: row.id,
      token_type: 'Bearer',
    }
  })
}

/** Revokes a token that is presented (RFC 7009). Returns whether it was active. */
export async function revokePresentedApiToken(
  { database }: Pick<Deps, 'database'>,
  token: string,
  by: AuditedBy,
): Promise<boolean> {
  const tenantId = await tenantOf(database, token)
  if (tenantId === undefined) return false
  return visitorScope(database, tenantId).transaction(async (tx) => {
    const row = await activeRow(tx, hashToken(token))
    const revoked = row && (await revokeToken(tx, { id: row.id, by: by.actor.name }))
    if (revoked === undefined) return false
    await recordAudit(tx, by, { action: 'api-token.revoke', target: apiTokenTarget(revoked) })
    return true
  })
}

async function tenantOf(database: Deps['database'], token: string): Promise<string | undefined> {
  if (!isApiToken(token)) return undefined
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from portico_find_api_token(${hashToken(token)})`.execute(globalQuery(database))
  return rows[0]?.tenant_id
}

async function activeRow(tx: TenantTransaction, hash: Buffer) {
  return tx.db
    .selectFrom('api_tokens as k')
    .innerJoin('tenants as t', 't.tenant_id', 'k.tenant_id')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'k.tenant_id').onRef('u.id', '=', 'k.user_id'))
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.id', '=', 'u.identity_provider_id'),
    )
    .innerJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'k.tenant_id').onRef('a.id', '=', 'k.application_id'),
    )
    .select(['k.id', 'k.user_id', 'k.environment_id', 'k.application_id', 'k.role_ids', 'k.tenant_role_ids'])
    .select(['k.created_at', 'k.expires_at', 'u.username', 'a.slug', 't.slug as tenant_slug'])
    .where('k.tenant_id', '=', tx.tenantId)
    .where('k.token_hash', '=', hash)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .where(maySignIn('u'))
    .where('p.enabled', '=', true)
    .where('t.deactivated', '=', false)
    .executeTakeFirst()
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
