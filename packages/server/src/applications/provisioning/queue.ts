import { sql } from 'kysely'

import { globalQuery, tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import { startBackgroundWork } from '../../kit/background-work.ts'
import { tracedWork } from '../../kit/tracing/spans.ts'
import { createWebhookFetch } from '../../tenant/webhooks/deliver.ts'
import { compare } from './compare.ts'
import { bearerTokenContext } from './connections.ts'
import { createLinked } from './linked-accounts.ts'
import { logPause } from './pause.ts'
import { createScimService } from './scim-service.ts'
import { guardRemovals } from './removals.ts'
import { sendNext } from './send.ts'
import { isCompareDue, takeTurn, TurnLost } from './turn.ts'

const lookEveryMs = 2_000
/** The most applications that one process sends to at the same time. */
const applicationsMax = 8
/** The most batches in a row to one application, before others get its place. */
const batchesMax = 200
/** How long this process waits with an application after an error in this process, such as one of the database. The last value repeats. */
const afterErrorsMs = [5_000, 10_000, 20_000, 60_000]
/** After so long without another one, errors no longer count. */
const forgottenAfterMs = 600_000

type Parts = Pick<Deps, 'database' | 'log' | 'metrics' | 'clock' | 'secrets' | 'settings'>
type Due = { readonly tenantId: string; readonly id: string }

/**
 * Brings people and groups to the applications that ask for them (docs/decisions/0121). Every process does it, and one at a time for each
 * application. A slow application takes one of the places of its process and nothing else. Returns a function that stops it.
 */
export function startProvisioning(parts: Parts, everyMs = lookEveryMs): () => Promise<void> {
  const fetch = createWebhookFetch(parts.settings)
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const errors = new Map<string, { readonly inARow: number; readonly untilMs: number }>()
  const begin = (due: Due) => {
    const work = tracedWork('provisioning application', () =>
      provisionNow(parts, due, { fetch, signal: stopping.signal }),
    )
      .then(() => void errors.delete(due.id))
      .catch((error: unknown) => {
        if (stopping.signal.aborted || (error instanceof TurnLost && error.because === 'change')) return
        const inARow = (errors.get(due.id)?.inARow ?? 0) + 1
        const waitMs = afterErrorsMs[Math.min(inARow, afterErrorsMs.length) - 1] ?? 0
        errors.set(due.id, { inARow, untilMs: Date.now() + waitMs })
        parts.log.warn({ err: error, connection: due.id }, 'provisioning an application failed')
      })
      .finally(() => running.delete(due.id))
    running.set(due.id, work)
  }
  const look = async () => {
    if (running.size >= applicationsMax) return
    for (const [id, { untilMs }] of errors) if (Date.now() - untilMs > forgottenAfterMs) errors.delete(id)
    const isLeftAlone = (id: string) => (errors.get(id)?.untilMs ?? 0) > Date.now()
    const due = await dueConnections(parts, applicationsMax + errors.size)
    for (const one of due)
      if (running.size < applicationsMax && !running.has(one.id) && !isLeftAlone(one.id)) begin(one)
  }
  const failed = 'looking for applications to provision failed; it is tried again'
  const stop = startBackgroundWork(look, { ...parts, job: 'provisioning', everyMs, failed })
  return async () => {
    stopping.abort()
    await stop()
    await Promise.all(running.values())
  }
}

async function dueConnections({ database }: Parts, most: number): Promise<Due[]> {
  const { rows } = await sql<{ tenant_id: string; id: string }>`
    select tenant_id, id from portico_due_provisioning(${most})`.execute(globalQuery(database))
  return rows.map(({ tenant_id: tenantId, id }) => ({ tenantId, id }))
}

/** Compares where that is due, and sends until nothing is. No transaction is open while the application is asked. */
export async function provisionNow(
  { database, secrets, clock, log }: Parts,
  { tenantId, id }: Due,
  { fetch, signal }: { readonly fetch: ProviderFetch; readonly signal: AbortSignal },
): Promise<void> {
  const turn = await takeTurn(tenantScope(database, tenantId), id)
  if (turn === undefined) return
  const isStopping = () => signal.aborted
  try {
    const { connection } = turn
    const inTurn: typeof turn.inTurn = async (work) => (isStopping() ? undefined : turn.inTurn(work))
    if (await inTurn((tx) => isCompareDue(tx, id))) if (!(await compare({ connection, inTurn }))) return
    const mayRemove = await inTurn((tx) => guardRemovals(tx, connection, clock.now()))
    if (mayRemove === false) logPause(log, connection, 'removals')
    if (mayRemove !== true) return
    const token = secrets.open(connection.bearer_token, bearerTokenContext(id))
    await turn.hold(async (held) => {
      const whileHeld: ProviderFetch = async (...asked) => {
        held.check()
        return fetch(...asked)
      }
      const ending = AbortSignal.any([signal, held.signal])
      const service = createScimService(whileHeld, { url: connection.url, token, signal: ending })
      const linked = createLinked(id)
      for (let batches = 0; batches < batchesMax && !isStopping(); batches += 1) {
        const sent = await sendNext({ turn, service, linked, clock })
        if (sent === 'unauthorized') logPause(log, connection, sent)
        if (sent !== 'more') return
      }
    })
  } finally {
    await turn.end()
  }
}
