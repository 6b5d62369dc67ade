import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Person } from '../http/actor.ts'
import { isSecurityAdmin } from './security-admin.ts'

/** The tenant of an active session, found by its cookie, or undefined. */
export async function findSessionTenant(database: Database, hash: Buffer): Promise<string | undefined> {
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_session(${hash})`.execute(
    database.app,
  )
  return found.rows[0]?.tenant_id
}

/** The person of an active session; undefined when it has ended or the person was deactivated. */
export async function loadPerson(
  tx: TenantTransaction,
  hash: Buffer,
): Promise<(Person & { lastUsedAt: Date }) | undefined> {
  const row = await tx.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'))
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.identity_provider_id'),
    )
    .select(['s.user_id', 's.environment_id', 's.last_used_at', 'u.name'])
    .select(isSecurityAdmin.as('is_admin'))
    .where('s.tenant_id', '=', tx.tenantId)
    .where('s.id_hash', '=', hash)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`s.last_used_at + make_interval(secs => s.idle_secs) > now()`)
    .where('u.active', '=', true)
    .where('p.enabled', '=', true)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    kind: 'user',
    tenantId: tx.tenantId,
    id: row.user_id,
    name: row.name,
    isAdmin: row.is_admin,
    sessionHash: hash,
    environmentId: row.environment_id,
    lastUsedAt: row.last_used_at,
  }
}

/** How often the last use is written: a session in use costs one write in this many seconds (design "The API"). */
export const extendEverySecs = 30

/** `force` writes at once, for `PUT cloudsession`. The absolute end never moves. */
export async function extendSession(tx: TenantTransaction, hash: Buffer, force: boolean): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .where(force ? sql<boolean>`true` : sql<boolean>`last_used_at < now() - make_interval(secs => ${extendEverySecs})`)
    .execute()
}

export async function endSession(tx: TenantTransaction, hash: Buffer): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .where('ended_at', 'is', null)
    .execute()
}

/** The sign-in a session stems from, for those that are made in its name. */
export async function readSessionOrigin(
  tx: TenantTransaction,
  hash: Buffer,
): Promise<{
  kind: 'browser' | 'cli'
  identityProviderId: string
  signInId: string
  authenticatedAt: Date
  endsAt: Date
}> {
  return tx.db
    .selectFrom('sessions')
    .select(['kind', 'identity_provider_id as identityProviderId', 'authenticated_at as authenticatedAt'])
    .select(['sign_in_id as signInId', 'expires_at as endsAt'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .executeTakeFirstOrThrow()
}

/** When it ends if nothing happens: idle or absolute, whichever comes first. */
export async function readSession(tx: TenantTransaction, hash: Buffer): Promise<{ expiresOn: Date; idleSecs: number }> {
  return tx.db
    .selectFrom('sessions')
    .select(sql<Date>`least(expires_at, last_used_at + make_interval(secs => idle_secs))`.as('expiresOn'))
    .select('idle_secs as idleSecs')
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .executeTakeFirstOrThrow()
}

export async function createSession(
  tx: TenantTransaction,
  session: {
    hash: Buffer
    /** Shared by all sessions and grants of one sign-in. */
    signInId: string
    userId: string
    identityProviderId: string
    environmentId: string | null
    providerSession: string | null
    /** For sign-outs that the provider starts, and for reporting ours to it (sign-in/attempts/provider-state.ts). */
    providerSubjectHash?: Buffer
    providerState?: Buffer
    /** The provider's own end, in ms: the session ends then at the latest. */
    endsAtMs?: number | null
    /** A session of the command line begins in the name of another sign-in, and ends with it at the latest. */
    cli?: { authenticatedAt: Date; endsAt: Date }
  },
): Promise<void> {
  const tenant = await tx.db
    .selectFrom('tenants')
    .select(['idle_secs', 'session_secs'])
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('sessions')
    .values({
      tenant_id: tx.tenantId,
      id_hash: session.hash,
      sign_in_id: session.signInId,
      user_id: session.userId,
      identity_provider_id: session.identityProviderId,
      environment_id: session.environmentId,
      idle_secs: tenant.idle_secs,
      authenticated_at: session.cli?.authenticatedAt ?? sql<Date>`now()`,
      expires_at:
        session.cli?.endsAt ??
        sql<Date>`least(now() + make_interval(secs => ${tenant.session_secs}),
                        ${session.endsAtMs == null ? null : new Date(session.endsAtMs)}::timestamptz)`,
      provider_subject_hash: session.providerSubjectHash ?? null,
      provider_state: session.providerState ?? null,
      provider_session: session.providerSession,
      kind: session.cli === undefined ? 'browser' : 'cli',
    })
    .execute()
}

/**
 * The same session under a new id, as after selecting an environment (security.md "Sessions"); the old id is dead.
 * False: it was renamed or ended at the same time.
 */
export async function renameSession(
  tx: TenantTransaction,
  oldHash: Buffer,
  newHash: Buffer,
  environmentId: string,
): Promise<boolean> {
  const result = await tx.db
    .updateTable('sessions')
    .set({ id_hash: newHash, environment_id: environmentId, last_used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', oldHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Not Now: this session is not asked about this switch again. */
export async function skipSwitch(tx: TenantTransaction, hash: Buffer, switchId: string): Promise<void> {
  await tx.db
    .updateTable('sessions')
    .set({ skipped_switch: switchId })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .execute()
}
