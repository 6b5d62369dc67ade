import { provisioningState, provisioningStates } from '@portico/core/contract'
import { sql } from 'kysely'

import { globalQuery } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { ProvisioningCount } from '../../kit/metrics/metrics.ts'
import type { ConnectionRow } from './connections.ts'

/** Counts over all tenants for the metrics. While the database does not answer, the metrics have no values. */
export async function countProvisioning({ database, metrics }: Pick<Deps, 'database' | 'metrics'>): Promise<void> {
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
