import { repairSessionSecs } from '@portico/core/contract'
import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { sendLater } from '../../kit/database/later.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Repairer } from '../../kit/http/actor.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { isSecurityAdmin } from './security-admin.ts'

/** The tenant of an active repair session, found by its cookie, or undefined. */
export async function findRepairTenant(database: Database, hash: Buffer): Promise<string | undefined> {
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_repair_session(${hash})`.execute(
    database.app,
  )
  return found.rows[0]?.tenant_id
}

/** Who holds an active repair session; undefined when it has ended. */
export async function loadRepairer(tx: TenantTransaction, hash: Buffer): Promise<Repairer | undefined> {
  const row = await tx.db
    .selectFrom('repair_sessions')
    .select(['id', 'expires_at'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    kind: 'recovery',
    tenantId: tx.tenantId,
    id: row.id,
    name: 'recovery code',
    isAdmin: true,
    sessionHash: hash,
    environmentId: null,
    expiresAt: row.expires_at,
  }
}

/** Starts the tenant's only repair session, and ends an earlier one. Returns its expiry; it is never extended. */
export async function createRepairSession(tx: TenantTransaction, hash: Buffer, nowMs: number): Promise<Date> {
  await endRepairSessions(tx)
  const row = await tx.db
    .insertInto('repair_sessions')
    .values({
      tenant_id: tx.tenantId,
      id: uuidv7(nowMs),
      id_hash: hash,
      expires_at: sql<Date>`now() + make_interval(secs => ${repairSessionSecs})`,
      ended_at: null,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

export async function endRepairSessions(tx: TenantTransaction): Promise<void> {
  await tx.db
    .updateTable('repair_sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('ended_at', 'is', null)
    .execute()
}

/** A Security Admin who signs in through a provider proves that repair has succeeded or was not needed. */
export async function endRepairAfterSignIn(tx: TenantTransaction, sessionHash: Buffer): Promise<void> {
  const update = sql`
    update repair_sessions set ended_at = now()
     where tenant_id = ${tx.tenantId} and ended_at is null and exists (
       select from sessions s
         join identity_providers p on p.tenant_id = s.tenant_id and p.id = s.identity_provider_id
        where s.tenant_id = ${tx.tenantId} and s.id_hash = ${sessionHash} and ${isSecurityAdmin})`
  await sendLater(tx.db, update)
}
