import type { ApiTokenState, OwnedApiToken } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { urn } from '../../kit/identifiers.ts'

/** In one word, by the database's clock; of table `api_tokens as k`. */
const stateOf = sql<ApiTokenState>`case when k.revoked_at is not null then 'revoked'
  when k.expires_at <= now() then 'expired' else 'active' end`

/** Rows of table `api_tokens as k` in this state. */
export function inState(state: ApiTokenState): RawBuilder<boolean> {
  if (state === 'revoked') return sql<boolean>`k.revoked_at is not null`
  const isLive = sql<boolean>`k.expires_at > now()`
  return sql<boolean>`(k.revoked_at is null and ${state === 'active' ? isLive : sql<boolean>`not ${isLive}`})`
}

/** Tokens with what lists show of them. */
export function tokenRows(tx: TenantTransaction) {
  return tx.db
    .selectFrom('api_tokens as k')
    .innerJoin('tenants as t', 't.tenant_id', 'k.tenant_id')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'k.tenant_id').onRef('u.id', '=', 'k.user_id'))
    .innerJoin('environments as e', (join) =>
      join.onRef('e.tenant_id', '=', 'k.tenant_id').onRef('e.id', '=', 'k.environment_id'),
    )
    .innerJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'k.tenant_id').onRef('a.id', '=', 'k.application_id'),
    )
    .select(['k.id', 'k.name', 'k.beginning', 'k.created_at', 'k.expires_at', 'k.last_used_at'])
    .select(['k.revoked_at', 'k.revoked_by', 'k.environment_id', 'k.application_id', 'k.user_id'])
    .select(['e.name as environment', 'a.label as application', 'a.slug', 't.slug as tenant_slug'])
    .select(['u.name as owner_name', 'u.username as owner_username'])
    .select([
      stateOf.as('state'),
      sql<string[]>`array(select r.label from app_roles r where r.tenant_id = k.tenant_id and r.id = any (k.role_ids)
        order by r.label collate "C")`.as('roles'),
      sql<string[]>`array(select r.label from tenant_roles r
        where r.tenant_id = k.tenant_id and r.id = any (k.tenant_role_ids) order by r.label collate "C")`.as(
        'tenant_roles',
      ),
    ])
    .where('k.tenant_id', '=', tx.tenantId)
}

type Row = Awaited<ReturnType<ReturnType<typeof tokenRows>['execute']>>[number]

export function modelOf(row: Row): OwnedApiToken {
  return {
    id: row.id,
    name: row.name,
    beginning: row.beginning,
    application: {
      id: row.application_id,
      label: row.application,
      urn: urn(row.tenant_slug, 'application', row.slug),
    },
    environment: { id: row.environment_id, name: row.environment },
    roles: row.roles,
    tenantRoles: row.tenant_roles,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by,
    owner: { id: row.user_id, name: row.owner_name, username: row.owner_username },
  }
}

export async function findToken(tx: TenantTransaction, id: string): Promise<OwnedApiToken | undefined> {
  const row = await tokenRows(tx).where('k.id', '=', id).executeTakeFirst()
  return row && modelOf(row)
}

export type NewToken = {
  readonly id: string
  readonly userId: string
  readonly environmentId: string
  readonly applicationId: string
  readonly name: string
  readonly beginning: string
  readonly hash: Buffer
  readonly roleIds: readonly string[]
  readonly tenantRoleIds: readonly string[]
  readonly expiresAt: Date
}

export async function insertToken(tx: TenantTransaction, token: NewToken): Promise<void> {
  await tx.db
    .insertInto('api_tokens')
    .values({
      tenant_id: tx.tenantId,
      id: token.id,
      user_id: token.userId,
      environment_id: token.environmentId,
      application_id: token.applicationId,
      name: token.name,
      beginning: token.beginning,
      token_hash: token.hash,
      role_ids: [...token.roleIds],
      tenant_role_ids: [...token.tenantRoleIds],
      expires_at: token.expiresAt,
    })
    .execute()
}

/**
 * The names of the person's active tokens. Holds the person's row until the transaction ends: another creation waits, and so
 * does a deactivation, which then revokes the new token too.
 */
export async function lockActiveNames(tx: TenantTransaction, userId: string): Promise<string[]> {
  await sql`select from users where tenant_id = ${tx.tenantId} and id = ${userId} for no key update`.execute(tx.db)
  const rows = await tx.db
    .selectFrom('api_tokens as k')
    .select('k.name')
    .where('k.tenant_id', '=', tx.tenantId)
    .where('k.user_id', '=', userId)
    .where(inState('active'))
    .execute()
  return rows.map(({ name }) => name)
}

/** Revokes an active token; undefined: there is none with this id, or it belongs to another person than `ownerId`. */
export async function revokeToken(
  tx: TenantTransaction,
  { id, by, ownerId }: { readonly id: string; readonly by: string; readonly ownerId?: string },
): Promise<OwnedApiToken | undefined> {
  const { rows } = await sql`
    update api_tokens k set revoked_at = now(), revoked_by = ${by}
     where k.tenant_id = ${tx.tenantId} and k.id = ${id} and ${inState('active')}
       and (${ownerId ?? null}::uuid is null or k.user_id = ${ownerId ?? null}::uuid)
    returning 1`.execute(tx.db)
  return rows.length === 0 ? undefined : findToken(tx, id)
}
