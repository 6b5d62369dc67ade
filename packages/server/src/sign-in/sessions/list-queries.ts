import { openSessionsMax, userAgentLengthMax, type OpenSession } from '@portico/core/contract'
import { sql, type SqlBool } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { lockPerson } from './lock-order.ts'

/** Where a session begins, for the list of sessions. Nothing is decided by it. */
export type SessionOrigin = { readonly address: string; readonly userAgent: string | null }

export function originOf({ request, address }: { request: Request; address: string }): SessionOrigin {
  const userAgent = request.headers.get('user-agent')?.replaceAll(/\p{Cc}/gu, ' ') ?? null
  return { address, userAgent: userAgent?.slice(0, userAgentLengthMax) ?? null }
}

const isOpen = sql<SqlBool>`s.ended_at is null and s.expires_at > now()
  and s.last_used_at + make_interval(secs => s.idle_secs) > now()`

/** The sessions of a person that have not ended, the latest used first. `hash`: of the session that asks. */
export async function listOpenSessions(tx: TenantTransaction, userId: string, hash?: Buffer): Promise<OpenSession[]> {
  const rows = await tx.db
    .selectFrom('sessions as s')
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.identity_provider_id'),
    )
    .leftJoin('environments as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.environment_id'),
    )
    .leftJoin('application_clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 's.tenant_id').onRef('c.id', '=', 's.client_id'),
    )
    .leftJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.application_id'),
    )
    .select(['s.id', 's.id_hash', 's.kind', 's.user_agent', 's.address', 's.created_at', 's.last_used_at'])
    .select(['p.name as provider', 'e.name as environment', 'a.label as application'])
    .select(sql<Date>`least(s.expires_at, s.last_used_at + make_interval(secs => s.idle_secs))`.as('ends_at'))
    .where('s.tenant_id', '=', tx.tenantId)
    .where('s.user_id', '=', userId)
    .where(isOpen)
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id')
    .limit(openSessionsMax)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    application: row.application,
    userAgent: row.user_agent,
    address: row.address,
    identityProvider: row.provider,
    environment: row.environment,
    beganAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.ends_at.toISOString(),
    isThis: hash !== undefined && row.id_hash.equals(hash),
  }))
}

/**
 * Ends one session of a person, and what the command line could still exchange for another one of the same sign-in; or all
 * but one, and everything of the person that could be exchanged, whichever sign-in allowed it. Returns how many sessions were
 * open.
 */
export async function endOpenSessions(
  tx: TenantTransaction,
  userId: string,
  which: { readonly id: string } | { readonly butHash: Buffer },
): Promise<number> {
  await lockPerson(tx, userId)
  const isOne = 'id' in which
  const wanted = isOne ? sql<SqlBool>`s.id = ${which.id}` : sql<SqlBool>`s.id_hash <> ${which.butHash}`
  const redeemable = isOne
    ? sql<SqlBool>`g.sign_in_id in (select e.sign_in_id from ended e where e.kind = 'browser')`
    : sql<SqlBool>`true`
  const { rows } = await sql<{ count: number }>`
    with ended as (
      update sessions s set ended_at = now()
       where s.tenant_id = ${tx.tenantId} and s.user_id = ${userId} and ${isOpen} and ${wanted}
      returning s.sign_in_id, s.kind),
    grants as (
      update cli_grants g set used_at = now()
       where g.tenant_id = ${tx.tenantId} and g.user_id = ${userId} and g.used_at is null and ${redeemable})
    select count(*)::int as count from ended`.execute(tx.db)
  return rows[0]?.count ?? 0
}

/** undefined: there is no such person in this tenant. */
export async function nameOfPerson(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('users')
    .select('name')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name
}
