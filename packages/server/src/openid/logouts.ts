import { randomUUID } from 'node:crypto'

import { ClientConfig } from '@portico/core/contract'
import { sql } from 'kysely'
import * as v from 'valibot'

import { globalQuery, tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import type { ProviderFetch } from '../outbound/provider-fetch.ts'
import { startTurns } from '../turns.ts'
import { createWebhookFetch } from '../webhooks/deliver.ts'
import { waitMs } from '../webhooks/retries.ts'
import { endOverdueApplicationSessions } from './application-sessions.ts'
import { logoutTokenSecs } from './limits.ts'
import type { Signer } from './signer.ts'

const lookEveryMs = 1_000
/** How often ends by time and by deactivation are looked for. */
const overdueEveryMs = 5_000
const atOnceMax = 8
/** The last attempt is about ten hours after the first. */
const attemptsMax = 9
/** Longer than an attempt takes. After a crash another process continues once this time has passed. */
const takenSecs = 60

type Parts = Pick<Deps, 'database' | 'log' | 'clock' | 'settings'> & { readonly signer: Signer }
type Due = { readonly tenantId: string; readonly id: string }
type Taken = {
  readonly userId: string
  readonly clientId: string
  readonly attempts: number
  readonly url: string | null
}

/**
 * Tells OpenID clients that sessions have ended (OpenID Connect Back-Channel Logout 1.0), with retries. Every process does it; one at a
 * time for each session. Returns a function that stops it.
 */
export function startLogouts(parts: Parts, everyMs = lookEveryMs): () => Promise<void> {
  const fetch = createWebhookFetch(parts.settings)
  const look = async () => {
    for (let due = await dueLogouts(parts); due.length > 0; due = await dueLogouts(parts))
      await Promise.all(due.map((one) => tellEnd(parts, one, fetch)))
  }
  const { log } = parts
  const stops = [
    startTurns(look, { everyMs, log, failed: 'telling applications of log-outs failed; it is tried again' }),
    startTurns(() => endOverdueApplicationSessions(parts.database), {
      everyMs: Math.min(overdueEveryMs, everyMs * 5),
      log,
      failed: 'ending sessions in applications failed; it is tried again',
    }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function dueLogouts({ database }: Parts): Promise<Due[]> {
  const { rows } = await sql<{ tenant_id: string; id: string }>`
    select tenant_id, id from portico_due_application_ends(${atOnceMax})`.execute(globalQuery(database))
  return rows.map(({ tenant_id: tenantId, id }) => ({ tenantId, id }))
}

/** One attempt for one session, with no transaction open while the application is asked. */
export async function tellEnd(parts: Parts, { tenantId, id }: Due, fetch: ProviderFetch): Promise<void> {
  const scope = tenantScope(parts.database, tenantId)
  const taken = await scope.transaction((tx) => take(tx, id))
  if (taken === undefined) return
  const failure = taken.url === null ? undefined : await attempt(parts, { ...taken, url: taken.url, sid: id }, fetch)
  const isOver = failure === undefined || taken.attempts >= attemptsMax
  await scope.transaction((tx) => settle(tx, id, isOver ? null : waitMs(taken.attempts)))
  if (failure === undefined) return
  const about = { tenantId, client: taken.clientId, reason: failure, attempts: taken.attempts }
  parts.log.warn(about, isOver ? 'a log-out was given up' : 'a log-out was not accepted; it is sent again')
}

async function take(tx: TenantTransaction, id: string): Promise<Taken | undefined> {
  const { rows } = await sql<Omit<Taken, 'url'> & { config: unknown }>`
    update application_sessions a
       set taken_until = now() + make_interval(secs => ${takenSecs}), attempts = a.attempts + 1
      from application_clients c
     where a.tenant_id = ${tx.tenantId} and a.id = ${id} and a.next_attempt_at <= now()
       and coalesce(a.taken_until, '-infinity') <= now()
       and c.tenant_id = a.tenant_id and c.id = a.client_id
    returning a.user_id as "userId", a.client_id as "clientId", a.attempts, c.config`.execute(tx.db)
  const [row] = rows
  if (row === undefined) return undefined
  const { config, ...taken } = row
  const parsed = v.parse(ClientConfig, config)
  return { ...taken, url: parsed.protocol === 'openid' ? parsed.backchannelLogoutUri : null }
}

async function settle(tx: TenantTransaction, id: string, againMs: number | null): Promise<void> {
  await sql`
    update application_sessions
       set taken_until = null, next_attempt_at = now() + make_interval(secs => ${againMs === null ? null : againMs / 1000}::float8)
     where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx.db)
}

/** Why the application did not accept; undefined: it did. */
async function attempt(
  { clock, settings, signer }: Parts,
  {
    url,
    userId,
    clientId,
    sid,
  }: { readonly url: string; readonly userId: string; readonly clientId: string; readonly sid: string },
  fetch: ProviderFetch,
): Promise<string | undefined> {
  const iat = Math.floor(clock.now() / 1000)
  const token = await signer.sign('logout+jwt', {
    iss: settings.baseUrl,
    aud: clientId,
    sub: userId,
    sid,
    iat,
    exp: iat + logoutTokenSecs,
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  try {
    const body = new URLSearchParams({ logout_token: token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(url, { method: 'POST', headers, body })
    return answer.ok ? undefined : `status ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'unreachable'
  }
}
