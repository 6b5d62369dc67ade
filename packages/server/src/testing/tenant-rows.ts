import type { CheckLine } from '../checks/checks.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import { uuidv7 } from '../identifiers.ts'
import { openSecrets, type ProviderSecrets } from '../identity-providers/queries.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { reserveFormat } from '../username-formats/save.ts'

/** A sign-in as the flight recorder keeps it. */
export type RecordedAttempt = {
  /** Four characters, a dash, and four more. */
  readonly code: string
  readonly outcome: 'open' | 'signed-in' | 'failed'
  readonly username: string
  readonly providerId: string
  readonly checks: readonly CheckLine[]
}

/** Adds sign-ins, the first of them as the newest: one each second before now. */
export async function addSignIns(
  { db, tenantId }: TenantTransaction,
  attempts: readonly RecordedAttempt[],
  nowMs: number,
): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map(({ code, outcome, username, providerId, checks }, at) => ({
    tenant_id: tenantId,
    id: uuidv7(nowMs - at * 1000),
    code,
    identity_provider_id: providerId,
    purpose: 'login' as const,
    outcome,
    username,
    user_id: null,
    error_id: outcome === 'failed' ? 'IDP_ERROR' : null,
    finding: checks.find((line) => line.outcome === 'failed')?.finding ?? null,
    checks: JSON.stringify(checks),
    address: '192.0.2.1',
    request_id: 'request-9',
    started_at: new Date(nowMs - at * 1000),
    finished_at: outcome === 'open' ? null : new Date(nowMs),
  }))
  await db.insertInto('sign_in_records').values(rows).execute()
}

export async function addEmailDomain(tx: TenantTransaction, providerId: string, value: string): Promise<void> {
  const format = { id: uuidv7(Date.now()), providerId, type: 'suffix' as const, value }
  if (!(await reserveFormat(tx, format))) throw new Error(`${value} is taken.`)
}

/** The secrets of a provider, opened. */
export async function storedSecrets(
  { db, tenantId }: TenantTransaction,
  providerId: string,
  box: SecretBox,
): Promise<ProviderSecrets> {
  const row = await db
    .selectFrom('identity_providers')
    .select(['id', 'secrets'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', providerId)
    .executeTakeFirstOrThrow()
  return openSecrets(row, box)
}
