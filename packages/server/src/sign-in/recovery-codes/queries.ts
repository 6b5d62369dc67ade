import { randomBytes } from 'node:crypto'

import {
  recoveryCodeOf,
  recoveryCodeRandomLength,
  recoveryCodeSymbols,
  type RecoveryCodes,
} from '@portico/core/contract'
import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { endRepairSessions } from '../sessions/repair-sessions.ts'

const slots = [1, 2] as const

/** The tenant that a code belongs to, used or not; undefined for every other code. */
export async function findRecoveryTenant(database: Database, code: string): Promise<string | undefined> {
  const found = await sql<{
    tenant_id: string
  }>`select tenant_id from portico_find_recovery_code(${hashToken(code)})`.execute(database.app)
  return found.rows[0]?.tenant_id
}

/** Two new codes; the earlier ones and their repair session end. The answer is the only place that shows the codes. */
export async function makeCodes(tx: TenantTransaction, made: { by: string; days: number }): Promise<string[]> {
  await endRepairSessions(tx)
  const set = {
    created_at: sql<Date>`now()`,
    created_by: made.by,
    expires_at: sql<Date>`now() + make_interval(days => ${made.days})`,
    drilled_at: null,
    drilled_by: null,
    used_at: null,
    used_from: null,
  }
  await tx.db
    .insertInto('recovery_sets')
    .values({ tenant_id: tx.tenantId, ...set })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(set))
    .execute()
  await tx.db.deleteFrom('recovery_codes').where('tenant_id', '=', tx.tenantId).execute()
  const codes = slots.map(newCode)
  await tx.db
    .insertInto('recovery_codes')
    .values(
      slots.map((slot, index) => ({ tenant_id: tx.tenantId, slot, code_hash: hashOf(codes[index]), used_at: null })),
    )
    .execute()
  return codes
}

/** Replaces a current code by a new one and arms the codes. undefined: it is not a current code of this tenant. */
export async function drillCode(
  tx: TenantTransaction,
  drill: { code: string; by: string },
): Promise<string | undefined> {
  const slot = await lockCurrent(tx, drill.code)
  if (slot === undefined) return undefined
  const code = newCode()
  await tx.db
    .updateTable('recovery_codes')
    .set({ code_hash: hashOf(code) })
    .where('tenant_id', '=', tx.tenantId)
    .where('slot', '=', slot)
    .execute()
  await tx.db
    .updateTable('recovery_sets')
    .set({ drilled_at: sql<Date>`now()`, drilled_by: drill.by })
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  return code
}

export type Refusal = 'used' | 'expired' | 'not-drilled' | 'replaced'

/** Uses up a code at the sign-in page; otherwise says for the audit log why it opens nothing. */
export async function useCode(tx: TenantTransaction, use: { code: string; from: string }): Promise<'opened' | Refusal> {
  const set = await lockSet(tx)
  const row = await tx.db
    .selectFrom('recovery_codes')
    .select(['slot', 'used_at'])
    .where('tenant_id', '=', tx.tenantId)
    .where('code_hash', '=', hashToken(use.code))
    .executeTakeFirst()
  if (set === undefined || row === undefined) return 'replaced'
  if (row.used_at !== null) return 'used'
  if (set.isExpired) return 'expired'
  if (!set.isArmed) return 'not-drilled'
  await tx.db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('slot', '=', row.slot)
    .execute()
  await tx.db
    .updateTable('recovery_sets')
    .set({ used_at: sql<Date>`now()`, used_from: use.from })
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  return 'opened'
}

/** The set's row orders everything that happens to a tenant's codes, on all servers. */
async function lockSet(tx: TenantTransaction): Promise<{ isExpired: boolean; isArmed: boolean } | undefined> {
  return tx.db
    .selectFrom('recovery_sets')
    .select(sql<boolean>`expires_at <= now()`.as('isExpired'))
    .select(sql<boolean>`drilled_at is not null`.as('isArmed'))
    .where('tenant_id', '=', tx.tenantId)
    .forUpdate()
    .executeTakeFirst()
}

async function lockCurrent(tx: TenantTransaction, code: string): Promise<number | undefined> {
  const set = await lockSet(tx)
  if (set === undefined || set.isExpired) return undefined
  const row = await tx.db
    .selectFrom('recovery_codes')
    .select('slot')
    .where('tenant_id', '=', tx.tenantId)
    .where('code_hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.slot
}

export async function readState(tx: TenantTransaction): Promise<RecoveryCodes> {
  const { rows } = await sql<{
    created_at: Date | null
    created_by: string
    expires_at: Date
    drilled_at: Date | null
    drilled_by: string | null
    used_at: Date | null
    used_from: string | null
    codes_left: number
    repair_until: Date | null
  }>`
    select s.created_at, s.created_by, s.expires_at, s.drilled_at, s.drilled_by, s.used_at, s.used_from,
           (select count(*)::int from recovery_codes c where c.tenant_id = s.tenant_id and c.used_at is null) as codes_left,
           (select r.expires_at from repair_sessions r
             where r.tenant_id = s.tenant_id and r.ended_at is null and r.expires_at > now()) as repair_until
      from recovery_sets s where s.tenant_id = ${tx.tenantId}`.execute(tx.db)
  const [row] = rows
  return {
    made: eventOf(row?.created_at, row?.created_by),
    drilled: eventOf(row?.drilled_at, row?.drilled_by),
    used: eventOf(row?.used_at, row?.used_from),
    expiresOn: row?.expires_at.toISOString() ?? null,
    codesLeft: row?.codes_left ?? 0,
    repairUntil: row?.repair_until?.toISOString() ?? null,
  }
}

function eventOf(at: Date | null | undefined, by: string | null | undefined): RecoveryCodes['made'] {
  return at == null ? null : { at: at.toISOString(), by: by ?? '' }
}

/** Each byte gives one of 32 symbols without bias. */
function newCode(): string {
  const symbols = [...randomBytes(recoveryCodeRandomLength)].map((byte) => recoveryCodeSymbols[byte % 32])
  return recoveryCodeOf(symbols.join(''))
}

/** Hash of a written code; a typed code comes without separators. */
function hashOf(code: string | undefined): Buffer {
  return hashToken((code ?? '').replaceAll('-', ''))
}
