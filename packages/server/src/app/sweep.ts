import { sql } from 'kysely'

import { openAuditKey } from '../kit/audit-trail/keys.ts'
import { removeOldRows } from '../kit/audit-trail/retention.ts'
import { startBackgroundWork } from '../kit/background-work.ts'
import type { Database } from '../kit/database/connect.ts'
import { globalQuery } from '../kit/database/tenant-scope.ts'
import type { Deps } from '../kit/http/deps.ts'
import { sweepAssertions } from '../protocols/oauth/assertion-uses.ts'

const sweepEveryMs = 10 * 60_000

/** SECURITY DEFINER functions that remove a bounded number of rows of all tenants and return how many. */
const sweeps = [
  'portico_sweep_sessions',
  'portico_sweep_sign_in_transactions',
  'portico_sweep_cli_sign_in',
  'portico_sweep_sign_in_records',
  'portico_sweep_access_tokens',
  'portico_sweep_provider_tests',
  'portico_sweep_repair_sessions',
  'portico_sweep_setup_sessions',
  'portico_sweep_application_sessions',
  'portico_sweep_saml_logouts',
  'portico_sweep_api_tokens',
  'portico_sweep_scim_requests',
  'portico_sweep_provisioning',
] as const

type Parts = Pick<
  Deps,
  'database' | 'log' | 'clock' | 'settings' | 'metrics' | 'auditKeys' | 'auditMemory' | 'auditAlarms'
>

/** Removes rows that ended long ago. Every process does it; returns a function that stops it. */
export function startSweeping(deps: Parts): () => Promise<void> {
  return startBackgroundWork(() => sweep(deps), {
    ...deps,
    job: 'sweeping',
    everyMs: sweepEveryMs,
    firstAfterMs: sweepEveryMs,
    failed: 'sweeping failed; it is tried again',
  })
}

export async function sweep(parts: Parts): Promise<void> {
  const { database, settings, auditKeys } = parts
  for (const name of sweeps) await drain(() => sweepOnce(database, name))
  await drain(() => sweepAssertions(database))
  await drain(() => sweepOlder(database, 'portico_sweep_idempotency_keys', settings.idempotencyHours * 3_600))
  await sql`delete from rate_limits where window_ends_at < now()`.execute(globalQuery(database))
  const { auditDays } = settings
  if (auditDays !== undefined)
    await drain(() => sweepOlder(database, 'portico_sweep_support_sessions', auditDays * 86_400))
  if (auditDays !== undefined && auditKeys !== undefined)
    await removeOldRows(parts, await openAuditKey(database, auditKeys), auditDays)
}

/** One transaction per batch, each far below the statement timeout, until nothing is left. */
async function drain(removeSome: () => Promise<number>): Promise<void> {
  while ((await removeSome()) > 0);
}

async function sweepOnce(database: Database, name: (typeof sweeps)[number]): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select ${sql.id(name)}() as gone`.execute(globalQuery(database))
  return Number(rows[0]?.gone ?? 0)
}

async function sweepOlder(database: Database, name: string, keepSecs: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    select ${sql.id(name)}(make_interval(secs => ${keepSecs})) as gone`.execute(globalQuery(database))
  return Number(rows[0]?.gone ?? 0)
}
