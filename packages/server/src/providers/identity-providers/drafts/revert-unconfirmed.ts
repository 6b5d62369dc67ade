import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { PartFailures, startBackgroundWork } from '../../../kit/background-work.ts'
import { recordAudit } from '../../../kit/audit-trail/record.ts'
import {
  globalQuery,
  tenantScope,
  type TenantScope,
  type TenantTransaction,
} from '../../../kit/database/tenant-scope.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import { Failure } from '../../../kit/http/failure.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { keepingAdminPath } from '../keep-admin-path.ts'
import { endProviderSessions } from '../../../sign-in/sessions/end-sessions.ts'
import { formatConflicts } from '../../username-formats/conflicts.ts'
import { checkUsernames } from '../../../people/usernames/check-usernames.ts'
import { listFormats, lockFormatsInEffect, replaceFormats } from '../../username-formats/save.ts'
import { refreshGroupNames } from '../group-names.ts'
import { existing, lockProviderList, lockProviderRow, providerNameTaken } from '../rows.ts'
import { showProvider } from '../show.ts'
import { confirmChange, findUnconfirmed, type UnconfirmedRow } from './unconfirmed.ts'

type Needs = Pick<Deps, 'database' | 'secrets' | 'clock' | 'log' | 'metrics'>

const kind = 'identity-provider'
const lookEveryMs = 5_000

/** Reverts changes that no sign-in confirmed in time. Every process does it; returns a function that stops it. */
export function startReverting(deps: Needs, everyMs = lookEveryMs): () => Promise<void> {
  return startBackgroundWork(() => revertDue(deps), {
    ...deps,
    job: 'reverting',
    everyMs,
    firstAfterMs: everyMs,
    failed: 'reverting unconfirmed changes failed; it is tried again',
  })
}

/** Reverts all changes that are due, then throws the errors. Returns how many this process reverted. */
export async function revertDue(deps: Needs): Promise<number> {
  const { rows } = await sql<{ tenant_id: string; identity_provider_id: string }>`
    select tenant_id, identity_provider_id from portico_due_reverts()`.execute(globalQuery(deps.database))
  let count = 0
  const failures = new PartFailures()
  // Each may be what locked an administrator out.
  for (const { tenant_id: tenantId, identity_provider_id: id } of rows)
    await revertOrStay(tenantScope(deps.database, tenantId), id, deps).then(
      (isReverted) => (count += Number(isReverted)),
      (cause: unknown) =>
        failures.add(new Error(`Reverting the change of provider ${id} failed.`, { cause }), tenantId),
    )
  failures.throwIfAny()
  return count
}

/** Groups or mappings may have changed meanwhile, so that only the change leads to Security Admin: then it stays. */
async function revertOrStay(scope: TenantScope, id: string, deps: Needs): Promise<boolean> {
  try {
    return await scope.transaction((tx) => revertProvider(tx, id, deps))
  } catch (error) {
    if (!(error instanceof Failure && error.errorID === 'LAST_ADMIN_PATH')) throw error
    await scope.transaction((tx) => stay(tx, id, { ...deps, reason: error.message }))
    return false
  }
}

async function stay(tx: TenantTransaction, id: string, { clock, log, reason }: Needs & { reason: string }) {
  await lockProviderList(tx)
  const row = await lockProviderRow(tx, id)
  if (row === undefined || !(await isDue(tx, id))) return
  await confirmChange(tx, id)
  const actor = { kind: 'system', name: 'Portico' } as const
  await recordAudit(
    tx,
    { actor, requestId: randomUUID(), nowMs: clock.now() },
    { action: `${kind}.confirm`, target: { kind, id, name: row.name }, after: { reason } },
  )
  log.warn({ tenantId: tx.tenantId, provider: row.name, reason }, 'an unconfirmed change was not reverted; it stays')
}

/**
 * One transaction under the locks of Keep: of several processes the first one reverts, and the others find nothing. A
 * sign-in holds the provider's row too, so that it confirms the change or comes too late.
 */
async function revertProvider(tx: TenantTransaction, id: string, { secrets, clock, log }: Needs): Promise<boolean> {
  await lockFormatsInEffect(tx)
  await lockProviderList(tx)
  const row = await lockProviderRow(tx, id)
  const before = await findUnconfirmed(tx, id)
  if (row === undefined || before === undefined || !(await isDue(tx, id))) return false
  const { live } = await showProvider(tx, row, secrets)
  await keepingAdminPath(tx, () => restoreUnconfirmed(tx, before, clock.now()))
  const after = await existing(tx, id)
  const actor = { kind: 'system', name: 'Portico' } as const
  await recordAudit(
    tx,
    { actor, requestId: randomUUID(), nowMs: clock.now() },
    {
      action: `${kind}.revert-unconfirmed`,
      target: { kind, id, name: after.name },
      before: live,
      after: (await showProvider(tx, after, secrets)).live,
    },
  )
  log.warn({ tenantId: tx.tenantId, provider: after.name }, 'no sign-in confirmed a change; it was reverted')
  return true
}

/** Puts back what was in effect before a change that waits for a confirmation; the caller holds the locks of Keep. */
export async function restoreUnconfirmed(tx: TenantTransaction, before: UnconfirmedRow, nowMs: number): Promise<void> {
  await restore(tx, before, () => uuidv7(nowMs))
  await checkUsernames(tx, nowMs)
  await confirmChange(tx, before.identity_provider_id)
}

/** Asked again under the lock: the change may have been kept again with more time. */
async function isDue(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from unconfirmed_changes
     where tenant_id = ${tx.tenantId} and identity_provider_id = ${id} and reverts_at <= now()`.execute(tx.db)
  return rows.length > 0
}

/** A name or a format that another provider took meanwhile stays with it. */
async function restore(tx: TenantTransaction, before: UnconfirmedRow, newId: () => string): Promise<void> {
  const id = before.identity_provider_id
  const isTaken = await providerNameTaken(tx, before.name, id)
  await tx.db
    .updateTable('identity_providers')
    .set({
      ...(isTaken ? {} : { name: before.name }),
      enabled: before.enabled,
      config: JSON.stringify(before.config),
      secrets: before.secrets,
      secrets_id: before.secrets_id,
      version: sql<number>`version + 1`,
      config_version: sql<number>`config_version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
  const now = await listFormats(tx, id)
  const wanted = { prefixes: before.prefixes, suffixes: before.suffixes, emailDomains: before.email_domains }
  const conflicts = await formatConflicts(tx, id, { before: now, after: wanted })
  const taken = new Set(conflicts.map(({ values }) => values['value']))
  const free = (values: readonly string[]) => values.filter((value) => !taken.has(value))
  const after = {
    prefixes: free(before.prefixes),
    suffixes: free(before.suffixes),
    emailDomains: free(before.email_domains),
  }
  await replaceFormats(tx, id, { before: now, after }, newId)
  await refreshGroupNames(tx, id)
  if (!before.enabled) await endProviderSessions(tx, id)
}
