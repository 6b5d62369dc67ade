import type { CheckLine } from '../kit/checks/checks.ts'
import type { TenantTransaction } from '../kit/database/tenant-scope.ts'
import { uuidv7 } from '../kit/identifiers.ts'
import { openSecrets, type ProviderSecrets } from '../providers/identity-providers/queries.ts'
import type { SecretBox } from '../kit/secrets/secret-box.ts'
import { reserveFormat } from '../providers/username-formats/save.ts'

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

/** People in one INSERT, whose parameters PostgreSQL limits to 65,535. */
const peopleInsertedMax = 2_000

/** Adds people of the names `Person 00000`, `Person 00001`, … who are known but have not signed in. */
export async function addPeople(
  { db, tenantId }: TenantTransaction,
  { providerId, count, nowMs }: { readonly providerId: string; readonly count: number; readonly nowMs: number },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = String(at).padStart(5, '0')
    return {
      tenant_id: tenantId,
      id: uuidv7(nowMs),
      identity_provider_id: providerId,
      subject: `p${number}`,
      username: `p${number}@acme.example`,
      name: `Person ${number}`,
      nickname: `Person ${number}`,
      email: null,
      last_sign_in_at: null,
    }
  })
  for (let from = 0; from < count; from += peopleInsertedMax)
    await db
      .insertInto('users')
      .values(rows.slice(from, from + peopleInsertedMax))
      .execute()
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
