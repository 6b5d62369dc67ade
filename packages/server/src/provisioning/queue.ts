import { sql } from 'kysely'

import { globalQuery, tenantScope } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import type { ProviderFetch } from '../outbound/provider-fetch.ts'
import { startTurns } from '../turns.ts'
import { createWebhookFetch } from '../webhooks/deliver.ts'
import { compare } from './compare.ts'
import { bearerTokenContext } from './connections.ts'
import { createScimService } from './scim-service.ts'
import { guardRemovals } from './removals.ts'
import { sendNext } from './send.ts'
import { isCompareDue, takeTurn } from './turn.ts'

const lookEveryMs = 2_000
/** The most applications that one process sends to at the same time. */
const applicationsMax = 8
/** The most batches in a row to one application, before others get its place. */
const batchesMax = 200
/** How long an application is left alone after an error of this process, such as one of the database. */
const afterErrorMs = 60_000

type Parts = Pick<Deps, 'database' | 'log' | 'clock' | 'secrets' | 'settings'>
type Due = { readonly tenantId: string; readonly id: string }

/**
 * Brings people and groups to the applications that ask for them (docs/decisions/0121). Every process does it, and one at a time for each
 * application. A slow application takes one of the places of its process and nothing else. Returns a function that stops it.
 */
export function startProvisioning(parts: Parts, everyMs = lookEveryMs): () => Promise<void> {
  const fetch = createWebhookFetch(parts.settings)
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const failedAtMs = new Map<string, number>()
  const begin = (due: Due) => {
    const work = provisionNow(parts, due, { fetch, signal: stopping.signal })
      .then(() => void failedAtMs.delete(due.id))
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        failedAtMs.set(due.id, Date.now())
        parts.log.warn({ err: error, connection: due.id }, 'provisioning an application failed')
      })
      .finally(() => running.delete(due.id))
    running.set(due.id, work)
  }
  const look = async () => {
    if (running.size >= applicationsMax) return
    for (const [id, atMs] of failedAtMs) if (Date.now() - atMs > afterErrorMs) failedAtMs.delete(id)
    const due = await dueConnections(parts, applicationsMax + failedAtMs.size)
    for (const one of due)
      if (running.size < applicationsMax && !running.has(one.id) && !failedAtMs.has(one.id)) begin(one)
  }
  const failed = 'looking for applications to provision failed; it is tried again'
  const stop = startTurns(look, { everyMs, log: parts.log, failed })
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
  { database, secrets, clock }: Parts,
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
    if ((await inTurn((tx) => guardRemovals(tx, connection, clock.now()))) !== true) return
    const token = secrets.open(connection.bearer_token, bearerTokenContext(id))
    const service = createScimService(fetch, { url: connection.url, token, signal })
    for (let sent = 0; sent < batchesMax && !isStopping(); sent += 1)
      if (!(await sendNext(turn, service, clock))) return
  } finally {
    await turn.end()
  }
}
