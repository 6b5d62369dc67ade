import { sql } from 'kysely'

import { globalQuery } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { WebhookCount } from '../../kit/metrics/metrics.ts'

/** As `webhookState` of core. */
const states = ['on', 'retrying', 'off', 'failing', 'gone']

/** Counts over all tenants for the metrics. While the database does not answer, the metrics have no values. */
export async function countWebhookBacklog({ database, metrics }: Pick<Deps, 'database' | 'metrics'>): Promise<void> {
  try {
    const { rows } = await sql<WebhookCount>`
      select state, webhooks, backlog::int as backlog, oldest_secs as "oldestSecs"
        from portico_count_webhooks()`.execute(globalQuery(database))
    const none = { webhooks: 0, backlog: 0, oldestSecs: 0 }
    metrics?.webhooks(states.map((state) => ({ ...none, ...rows.find((row) => row.state === state), state })))
  } catch (error) {
    metrics?.webhooks([])
    throw error
  }
}
