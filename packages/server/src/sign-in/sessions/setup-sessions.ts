import { setupSessionHours } from '@portico/core/contract'
import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SetupActor } from '../../kit/http/actor.ts'
import { uuidv7 } from '../../kit/identifiers.ts'

/** The tenant of an active setup session, found by its cookie, or undefined. */
export async function findSetupSessionTenant(database: Database, hash: Buffer): Promise<string | undefined> {
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_setup_session(${hash})`.execute(
    database.app,
  )
  return found.rows[0]?.tenant_id
}

/** Who holds an active setup session; undefined when it has ended, or its URL has. */
export async function loadSetupActor(tx: TenantTransaction, hash: Buffer): Promise<SetupActor | undefined> {
  const row = await tx.db
    .selectFrom('setup_sessions as s')
    .innerJoin('setups as u', 'u.tenant_id', 's.tenant_id')
    .select(['s.id', 's.expires_at', 'u.identity_provider_id'])
    .where('s.tenant_id', '=', tx.tenantId)
    .where('s.id_hash', '=', hash)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    kind: 'setup',
    tenantId: tx.tenantId,
    id: row.id,
    name: 'setup URL',
    isAdmin: true,
    sessionHash: hash,
    environmentId: null,
    expiresAt: row.expires_at,
    providerId: row.identity_provider_id,
  }
}

/** Starts a session of a setup URL. Several browsers may have one. It expires no later than its URL; returns its expiry. */
export async function createSetupSession(
  tx: TenantTransaction,
  session: { readonly hash: Buffer; readonly nowMs: number; readonly urlEndsAt: Date },
): Promise<Date> {
  const { hash, nowMs, urlEndsAt } = session
  const row = await tx.db
    .insertInto('setup_sessions')
    .values({
      tenant_id: tx.tenantId,
      id: uuidv7(nowMs),
      id_hash: hash,
      expires_at: sql<Date>`least(now() + make_interval(hours => ${setupSessionHours}), ${urlEndsAt}::timestamptz)`,
      ended_at: null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** Ends all setup sessions of the tenant, or the one with this hash. */
export async function endSetupSessions(tx: TenantTransaction, hash?: Buffer): Promise<void> {
  let ended = tx.db
    .updateTable('setup_sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('ended_at', 'is', null)
  if (hash !== undefined) ended = ended.where('id_hash', '=', hash)
  await ended.execute()
}
