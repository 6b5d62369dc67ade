import { sql } from 'kysely'

import { globalQuery, tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { createProviderFetch, type ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import { startBackgroundWork } from '../../kit/background-work.ts'
import { tracedWork } from '../../kit/tracing/spans.ts'
import { attempt, attemptMaxMs } from './attempt.ts'
import { giveBack, noteDelivery, noteFailure } from './settle.ts'
import { takeMessage } from './take.ts'

const lookEveryMs = 2_000
/** The most webhooks that one process sends to at the same time. */
const webhooksMax = 8
/** The most messages in a row to one webhook, before others get its place. */
const messagesMax = 50

type Parts = Pick<Deps, 'database' | 'log' | 'metrics' | 'clock' | 'secrets' | 'settings'>
type Due = { readonly tenantId: string; readonly id: string }

/** Calls addresses of webhooks under the rules for those of identity providers. */
export function createWebhookFetch(settings: Deps['settings']): ProviderFetch {
  return createProviderFetch({ ...settings, providerTimeoutMs: attemptMaxMs })
}

/**
 * Sends the messages of all webhooks, in order and at least once. Every process does it, and one at a time for each webhook. A slow
 * receiver takes one of the places of its process and nothing else. Returns a function that stops it and releases the messages in
 * progress.
 */
export function startWebhooks(parts: Parts, everyMs = lookEveryMs): () => Promise<void> {
  const fetch = createWebhookFetch(parts.settings)
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const send = async (due: Due) => {
    for (let sent = 0; sent < messagesMax && !stopping.signal.aborted; sent += 1)
      if (!(await sendNext(parts, due, { fetch, signal: stopping.signal }))) return
  }
  const begin = (due: Due) => {
    const work = tracedWork('webhook', () => send(due))
      .catch((error: unknown) => parts.log.warn({ err: error, webhook: due.id }, 'sending to a webhook failed'))
      .finally(() => running.delete(due.id))
    running.set(due.id, work)
  }
  const look = async () => {
    if (running.size >= webhooksMax) return
    const due = await dueWebhooks(parts, webhooksMax)
    for (const one of due) if (running.size < webhooksMax && !running.has(one.id)) begin(one)
  }
  const stop = startBackgroundWork(look, {
    ...parts,
    job: 'webhooks',
    everyMs,
    failed: 'looking for webhooks failed; it is tried again',
  })
  return async () => {
    stopping.abort()
    await stop()
    await Promise.all(running.values())
  }
}

async function dueWebhooks({ database }: Parts, most: number): Promise<Due[]> {
  const { rows } = await sql<{ tenant_id: string; id: string }>`
    select tenant_id, id from portico_due_webhooks(${most})`.execute(globalQuery(database))
  return rows.map(({ tenant_id: tenantId, id }) => ({ tenantId, id }))
}

/** Sends one message, in two transactions with the attempt between them. True: there may be another one to send now. */
export async function sendNext(
  parts: Parts,
  { tenantId, id }: Due,
  { fetch, signal }: { readonly fetch: ProviderFetch; readonly signal: AbortSignal },
): Promise<boolean> {
  const { database, clock, log } = parts
  const scope = tenantScope(database, tenantId)
  const taken = await scope.transaction((tx) => takeMessage(tx, id, parts))
  if (typeof taken === 'string') return taken === 'passed'
  const outcome = await attempt(fetch, { ...taken, nowMs: clock.now(), signal })
  if (outcome.failure === undefined) {
    await scope.transaction((tx) => noteDelivery(tx, id, taken))
    return true
  }
  if (signal.aborted) {
    await scope.transaction((tx) => giveBack(tx, id, taken))
    return false
  }
  const paused = await scope.transaction((tx) => noteFailure(tx, id, { taken, outcome, nowMs: clock.now() }))
  if (paused !== undefined)
    log.warn({ tenantId, webhook: id, reason: paused, status: outcome.status }, 'a webhook was paused')
  return false
}
