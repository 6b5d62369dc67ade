import { countProvisioning } from '../applications/provisioning/count.ts'
import { countUnsealed } from '../kit/audit-trail/count.ts'
import { PartFailures, startBackgroundWork } from '../kit/background-work.ts'
import type { Deps } from '../kit/http/deps.ts'
import { countWebhookBacklog } from '../tenant/webhooks/count.ts'

const countEveryMs = 15_000

type Parts = Pick<Deps, 'database' | 'log' | 'metrics'>

/** Counts what waits in the database for the metrics, where they are on: a scrape itself does not query tables. Returns a function that stops it. */
export function startCounting(parts: Parts): () => Promise<void> {
  if (parts.metrics === undefined) return async () => {}
  return startBackgroundWork(() => countAll(parts), {
    ...parts,
    job: 'counting',
    everyMs: countEveryMs,
    failed: 'counting for metrics failed; it is tried again',
  })
}

/** Runs every count, then throws the errors. */
export async function countAll(parts: Pick<Deps, 'database' | 'metrics'>): Promise<void> {
  const failures = new PartFailures()
  for (const count of [countProvisioning, countWebhookBacklog, countUnsealed])
    await count(parts).catch((error: unknown) => failures.add(error))
  failures.throwIfAny()
}
