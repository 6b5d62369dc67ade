import { randomUUID } from 'node:crypto'

import { endsOf, type ProviderEnd } from '@portico/core/contract'

import { recordAudit } from '../audit/record.ts'
import type { Tables } from '../database/tables.ts'
import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { certificateFacts, readCertificateHistory } from '../identity-providers/certificate-facts.ts'
import { listProviderRows, type ProviderRow } from '../identity-providers/rows.ts'
import { listTenants } from '../tenants/queries.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'log' | 'metrics'>
type Stage = Tables['expiry_warnings']['stage']

const lookEveryMs = 86_400_000
/** Not while the server answers its first requests. */
const firstLookMs = 60_000

/** Days left at which a certificate or secret moves to the next stage of warning; 0: it has expired. */
const stages = [0, 7, 30, 60] as const

/** Looks a minute after the start and then once a day for what expires soon. Returns a function that stops it. */
export function startWatchingExpiries(deps: Needs): () => void {
  const look = () => void watchExpiries(deps)
  const timers = [setTimeout(look, firstLookMs), setInterval(look, lookEveryMs)]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearTimeout)
}

/**
 * A warning in the log and a row in the audit log for each certificate and application secret in effect that moves to a
 * stage: 60, 30, 7 days left, expired, or not valid yet. Once for each stage, also with several processes and after a
 * restart. The metrics get the number in each stage every time.
 */
export async function watchExpiries({ database, clock, log, metrics }: Needs): Promise<void> {
  try {
    const counts = new Map<Stage, number>(
      [...stages.map((days): Stage => `${days}`), 'early' as const].map((stage) => [stage, 0]),
    )
    for (const { id, slug: tenant } of await listTenants(database)) {
      const nowMs = clock.now()
      const { found, fresh } = await tenantScope(database, id).transaction((tx) => warnings(tx, nowMs))
      for (const { stage } of found) counts.set(stage, (counts.get(stage) ?? 0) + 1)
      for (const { row, end, stage } of fresh) {
        const { what, at, from, days, extendedUntil } = end
        const more = { ...(from !== null && { from }), ...(extendedUntil !== null && { extendedUntil }) }
        log.warn(
          { tenant, provider: row.name, what, at, days, ...more },
          `a certificate or secret of an identity provider ${sentences[stage]}`,
        )
      }
    }
    metrics?.expiring(counts)
  } catch (error) {
    log.warn({ err: error }, 'looking for what expires failed; it is tried again tomorrow')
  }
}

const sentences: Readonly<Record<Stage, string>> = {
  '60': 'expires within 60 days',
  '30': 'expires within 30 days',
  '7': 'expires within 7 days',
  '0': 'has expired',
  early: 'is not valid yet',
}

type Warning = { readonly row: ProviderRow; readonly end: ProviderEnd; readonly stage: Stage }

/** What is in a stage now, and of it what no process has warned about. Of drafts nothing: sign-ins do not use them. */
async function warnings(
  tx: TenantTransaction,
  nowMs: number,
): Promise<{ readonly found: readonly Warning[]; readonly fresh: readonly Warning[] }> {
  const history = await readCertificateHistory(tx)
  const rows = (await listProviderRows(tx)).filter(({ enabled }) => enabled)
  const found = rows.flatMap((row) =>
    endsOf({ certificates: certificateFacts(row, history), config: row.config }, nowMs).flatMap((end): Warning[] => {
      const stage = stageOf(end, nowMs)
      return stage === undefined ? [] : [{ row, end, stage }]
    }),
  )
  const fresh: Warning[] = []
  for (const one of found) if (await isFirst(tx, one, nowMs)) fresh.push(one)
  return { found, fresh }
}

function stageOf({ days, from }: ProviderEnd, nowMs: number): Stage | undefined {
  if (from !== null && Date.parse(from) > nowMs) return 'early'
  const stage = stages.find((within) => days < within || (within > 0 && days === within))
  return stage === undefined ? undefined : `${stage}`
}

/** Of several processes that look at once, one records the warning. */
async function isFirst(tx: TenantTransaction, { row, end, stage }: Warning, nowMs: number): Promise<boolean> {
  const { what, at, from, days } = end
  const kind = what === 'certificate1' || what === 'certificate2' ? 'certificate' : 'secret'
  const inserted = await tx.db
    .insertInto('expiry_warnings')
    .values({
      tenant_id: tx.tenantId,
      identity_provider_id: row.id,
      kind,
      at: stage === 'early' ? (from ?? at) : at,
      stage,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('stage')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await recordAudit(
    tx,
    { actor: { kind: 'system', name: 'Portico' }, requestId: randomUUID(), nowMs },
    {
      action: `${kind}.warn`,
      target: { kind: 'identity-provider', id: row.id, name: row.name },
      after: { what, at, days, ...(from !== null && { from }), warning: sentences[stage] },
    },
  )
  return true
}
