import { endsOf, type ProviderEnd } from '@portico/core/contract'

import { tenantScope } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { certificateFacts, readCertificateHistory } from '../identity-providers/certificate-facts.ts'
import { listProviderRows } from '../identity-providers/rows.ts'
import { listTenants } from '../tenants/queries.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'log' | 'metrics'>

const lookEveryMs = 86_400_000
/** Not while the server answers its first requests. */
const firstLookMs = 60_000

/** Days left at which a certificate or secret moves to the next stage of warning; 0: it has expired. */
const stages = [0, 7, 30, 60] as const

/** Logs a minute after the start and then once a day what expires soon. Returns a function that stops it. */
export function startWatchingExpiries(deps: Needs): () => void {
  const look = () => void watchExpiries(deps)
  const timers = [setTimeout(look, firstLookMs), setInterval(look, lookEveryMs)]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearTimeout)
}

/**
 * One warning for each certificate and application secret in effect that expires within 60 days, with the stage it is in
 * (60, 30, 7 days, or expired), and the number of each stage for the metrics.
 */
export async function watchExpiries({ database, clock, log, metrics }: Needs): Promise<void> {
  try {
    const counts = new Map<number, number>(stages.map((stage) => [stage, 0]))
    for (const { id, slug: tenant } of await listTenants(database)) {
      for (const { provider, end } of await tenantScope(database, id).transaction((tx) =>
        endsInEffect(tx, clock.now()),
      )) {
        const stage = stages.find((days) => end.days < days || (days > 0 && end.days === days))
        if (stage === undefined) continue
        counts.set(stage, (counts.get(stage) ?? 0) + 1)
        const { what, at, from, days, extendedUntil } = end
        const more = { ...(from !== null && { from }), ...(extendedUntil !== null && { extendedUntil }) }
        const message = stage === 0 ? 'has expired' : `expires within ${stage} days`
        log.warn(
          { tenant, provider, what, at, days, ...more },
          `a certificate or secret of an identity provider ${message}`,
        )
      }
    }
    metrics?.expiring(counts)
  } catch (error) {
    log.warn({ err: error }, 'looking for what expires failed; it is tried again tomorrow')
  }
}

/** Of drafts nothing: sign-ins do not use them. */
async function endsInEffect(
  tx: Parameters<typeof listProviderRows>[0],
  nowMs: number,
): Promise<{ provider: string; end: ProviderEnd }[]> {
  const history = await readCertificateHistory(tx)
  const rows = (await listProviderRows(tx)).filter(({ enabled }) => enabled)
  return rows.flatMap((row) =>
    endsOf({ certificates: certificateFacts(row, history), config: row.config }, nowMs).map((end) => ({
      provider: row.name,
      end,
    })),
  )
}
