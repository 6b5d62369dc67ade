import { setupUrlHours, type IdentityProviderType, type SetupProductId, type SetupStep } from '@portico/core/contract'
import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { endSetupSessions } from '../sessions/setup-sessions.ts'

/** How far the setup of a tenant is. */
export type SetupRow = {
  readonly step: SetupStep
  readonly product: SetupProductId | null
  readonly type: IdentityProviderType | null
  readonly providerId: string | null
  /** Whether a provider with this id was saved. */
  readonly isMade: boolean
  readonly version: number
  readonly expiresAt: Date
  /** `refused`: completed, withdrawn or expired. */
  readonly state: 'open' | 'refused'
}

/** The tenant that a token belongs to, whether it opens something or not; undefined for every other text. */
export async function findSetupTenant(database: Database, token: string): Promise<string | undefined> {
  const found = await sql<{ tenant_id: string }>`
    select tenant_id from portico_find_setup_url(${hashToken(token)})`.execute(database.app)
  return found.rows[0]?.tenant_id
}

/**
 * A new setup URL of the tenant, by its token; an earlier one and its sessions end (spec section 4). What was entered
 * stays, unless that setup is complete.
 */
export async function makeSetupUrl(tx: TenantTransaction, made: { token: string; by: string }): Promise<Date> {
  await endSetupSessions(tx)
  await tellAdministrators(tx)
  const fresh = {
    token_hash: hashToken(made.token),
    created_at: sql<Date>`now()`,
    created_by: made.by,
    expires_at: sql<Date>`now() + make_interval(hours => ${setupUrlHours})`,
    opened_at: null,
    opened_from: null,
    completed_at: null,
    withdrawn_at: null,
  }
  const kept = (column: string) =>
    sql<null>`case when setups.completed_at is null then ${sql.ref(`setups.${column}`)} end`
  const row = await tx.db
    .insertInto('setups')
    .values({ tenant_id: tx.tenantId, product: null, type: null, identity_provider_id: null, ...fresh })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({
        ...fresh,
        step: sql<number>`case when setups.completed_at is null then setups.step else 1 end`,
        product: kept('product'),
        type: kept('type'),
        identity_provider_id: kept('identity_provider_id'),
        provider_made: sql<boolean>`setups.provider_made and setups.completed_at is null`,
        version: sql<number>`setups.version + 1`,
      }),
    )
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** The setup with the token, or without one that of the tenant; undefined if there is none. `lock`: until the end of the transaction. */
export async function readSetup(
  tx: TenantTransaction,
  { token, lock = false }: { readonly token?: string; readonly lock?: boolean } = {},
): Promise<SetupRow | undefined> {
  let found = tx.db
    .selectFrom('setups')
    .select(['step', 'product', 'type', 'identity_provider_id', 'provider_made', 'version', 'expires_at'])
    .select(sql<boolean>`completed_at is null and withdrawn_at is null and expires_at > now()`.as('isOpen'))
    .where('tenant_id', '=', tx.tenantId)
  if (token !== undefined) found = found.where('token_hash', '=', hashToken(token))
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    step: row.step as SetupStep,
    product: row.product as SetupProductId | null,
    type: row.type as IdentityProviderType | null,
    providerId: row.identity_provider_id,
    isMade: row.provider_made,
    version: row.version,
    expiresAt: row.expires_at,
    state: row.isOpen ? 'open' : 'refused',
  }
}

type Change = Partial<Pick<SetupRow, 'step' | 'product' | 'type' | 'providerId' | 'isMade'>>

export async function changeSetup(tx: TenantTransaction, { providerId, isMade, ...change }: Change): Promise<void> {
  await tx.db
    .updateTable('setups')
    .set({
      ...change,
      ...(providerId === undefined ? {} : { identity_provider_id: providerId }),
      ...(isMade === undefined ? {} : { provider_made: isMade }),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tx.tenantId)
    .execute()
}

export async function noteOpened(tx: TenantTransaction, from: string): Promise<void> {
  await tellAdministrators(tx)
  await tx.db
    .updateTable('setups')
    .set({ opened_at: sql<Date>`now()`, opened_from: from })
    .where('tenant_id', '=', tx.tenantId)
    .execute()
}

/** The URL and its sessions end: the setup is complete, or the operator withdraws it. */
export async function endSetup(tx: TenantTransaction, why: 'completed' | 'withdrawn'): Promise<void> {
  await endSetupSessions(tx)
  await tellAdministrators(tx)
  const at = sql<Date>`now()`
  await tx.db
    .updateTable('setups')
    .set(why === 'completed' ? { completed_at: at } : { withdrawn_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .execute()
}

/** The session of an administrator announces an open setup URL (sessions/admin-news.ts), so processes read it again. */
async function tellAdministrators(tx: TenantTransaction): Promise<void> {
  await sql`select portico_tell(${`tenant:${tx.tenantId}`}, ${tx.tenantId}::uuid)`.execute(tx.db)
}
