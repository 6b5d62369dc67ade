import { provisioningState, provisioningStates } from '@portico/core/contract'
import { sql } from 'kysely'

import { globalQuery } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { ProvisioningCount } from '../../kit/metrics/metrics.ts'
import { startBackgroundWork } from '../../kit/background-work.ts'
import type { ConnectionRow } from './connections.ts'

const countEveryMs = 15_000

type Parts = Pick<Deps, 'database' | 'log' | 'metrics'>

/** Counts for the metrics, where they are on. Returns a function that stops it. */
export function startCountingProvisioning(parts: Parts): () => Promise<void> {
  if (parts.metrics === undefined) return async () => {}
  const failed = 'counting provisioning for metrics failed; it is tried again'
  return startBackgroundWork(() => countProvisioning(parts), { everyMs: countEveryMs, log: parts.log, failed })
}

/** Counts over all tenants for the metrics. While the database does not answer, the metrics have no values. */
export async function countProvisioning({ database, metrics }: Omit<Parts, 'log'>): Promise<void> {
  try {
    const { rows } = await sql<Row>`
      select enabled, paused_reason as "pausedReason", failed_attempts as "failedAttempts",
             refused_kind as "refusedKind", connections, behind::int as behind,
             secs_since_success as "secsSinceSuccess"
        from portico_count_provisioning()`.execute(globalQuery(database))
    metrics?.provisioning(provisioningStates.map((state) => sumOf(state, rows)))
  } catch (error) {
    metrics?.provisioning([])
    throw error
  }
}

type Row = Omit<ProvisioningCount, 'state'> & {
  readonly enabled: boolean
  readonly pausedReason: ConnectionRow['paused_reason']
  readonly failedAttempts: number
  readonly refusedKind: ConnectionRow['refused_kind']
}

function sumOf(state: ProvisioningCount['state'], rows: readonly Row[]): ProvisioningCount {
  const those = rows.filter(({ enabled, ...row }) => provisioningState({ ...row, config: { enabled } }) === state)
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const waits = those.flatMap(({ secsSinceSuccess }) => secsSinceSuccess ?? [])
  return {
    state,
    connections: sum(those.map(({ connections }) => connections)),
    behind: sum(those.map(({ behind }) => behind)),
    secsSinceSuccess: waits.length === 0 ? null : Math.max(...waits),
  }
}
