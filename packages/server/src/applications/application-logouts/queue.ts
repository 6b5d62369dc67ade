import { sql } from 'kysely'

import type { EndedSession, LogoutCall } from '../application-sessions/call.ts'
import { findTenantClient, type Client } from '../clients/queries.ts'
import { globalQuery, tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { endOverdueApplicationSessions } from '../application-sessions/application-sessions.ts'
import { logoutTokenCall, type OpenidLogoutParts } from '../../protocols/openid/logout-token.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import { isSamlClient, selfOf, type SamlDeps } from '../saml-applications/parties.ts'
import { soapLogoutCall } from '../saml-applications/soap-logout.ts'
import type { SamlSelf } from '../../protocols/saml/index.ts'
import { startBackgroundWork } from '../../kit/background-work.ts'
import { createWebhookFetch } from '../../tenant/webhooks/deliver.ts'
import { waitMs } from '../../tenant/webhooks/retries.ts'

const lookEveryMs = 1_000
/** How often ends by time and by deactivation are looked for. */
const overdueEveryMs = 5_000
const atOnceMax = 8
/** The last attempt is about ten hours after the first. */
const attemptsMax = 9
/** Longer than an attempt takes. After a crash another process continues once this time has passed. */
const takenSecs = 60

export type LogoutParts = OpenidLogoutParts & SamlDeps & Pick<Deps, 'metrics'>
type Due = { readonly tenantId: string; readonly id: string }

type Taken = EndedSession & {
  readonly clientId: string
  readonly attempts: number
  /** undefined: the application is no longer registered, or not in this environment. */
  readonly client: Client | undefined
  /** For applications that speak SAML: us, with the key that signs. */
  readonly self: SamlSelf | undefined
}

/**
 * Tells applications that sessions have ended, from server to server and with retries: OpenID clients by a logout token (OpenID
 * Connect Back-Channel Logout 1.0), SAML applications by a LogoutRequest over SOAP (SAML bindings 3.2). Every process does it; one at a
 * time for each session. Returns a function that stops it.
 */
export function startLogouts(parts: LogoutParts, everyMs = lookEveryMs): () => Promise<void> {
  const fetch = createWebhookFetch(parts.settings)
  const look = async () => {
    for (let due = await dueLogouts(parts); due.length > 0; due = await dueLogouts(parts))
      await Promise.all(due.map((one) => tellEnd(parts, one, fetch)))
  }
  const { log, metrics } = parts
  const stops = [
    startBackgroundWork(look, {
      job: 'application-logouts',
      everyMs,
      log,
      metrics,
      failed: 'telling applications of logouts failed; it is tried again',
    }),
    startBackgroundWork(() => endOverdueApplicationSessions(parts.database), {
      job: 'application-session-ends',
      everyMs: Math.min(overdueEveryMs, everyMs * 5),
      log,
      metrics,
      failed: 'ending sessions in applications failed; it is tried again',
    }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function dueLogouts({ database }: LogoutParts): Promise<Due[]> {
  const { rows } = await sql<{ tenant_id: string; id: string }>`
    select tenant_id, id from portico_due_application_ends(${atOnceMax})`.execute(globalQuery(database))
  return rows.map(({ tenant_id: tenantId, id }) => ({ tenantId, id }))
}

/** One attempt for one session, with no transaction open while the application is asked. */
async function tellEnd(parts: LogoutParts, { tenantId, id }: Due, fetch: ProviderFetch): Promise<void> {
  const scope = tenantScope(parts.database, tenantId)
  const taken = await scope.transaction((tx) => take(tx, parts, id))
  if (taken === undefined) return
  const call = await callOf(parts, taken)
  const failure = call === undefined ? undefined : await attempt(call, fetch)
  const isOver = failure === undefined || taken.attempts >= attemptsMax
  const isTold = call !== undefined && failure === undefined
  await scope.transaction((tx) => settle(tx, id, { isTold, againMs: isOver ? null : waitMs(taken.attempts) }))
  if (failure === undefined) return
  const about = { tenantId, client: taken.clientId, reason: failure, attempts: taken.attempts }
  parts.log.warn(about, isOver ? 'a logout was given up' : 'a logout was not accepted; it is sent again')
}

/** undefined: the application has no address for it. */
async function callOf(parts: LogoutParts, { client, self, ...ended }: Taken): Promise<LogoutCall | undefined> {
  if (client === undefined) return undefined
  if (!isSamlClient(client)) return logoutTokenCall(parts, client, ended)
  return self && soapLogoutCall(parts, { client, self, ended })
}

async function take(tx: TenantTransaction, parts: LogoutParts, id: string): Promise<Taken | undefined> {
  const { rows } = await sql<Omit<Taken, 'client' | 'self'>>`
    update application_sessions a
       set taken_until = now() + make_interval(secs => ${takenSecs}), attempts = a.attempts + 1
     where a.tenant_id = ${tx.tenantId} and a.id = ${id} and a.next_attempt_at <= now()
       and coalesce(a.taken_until, '-infinity') <= now()
    returning a.id, a.user_id as "userId", a.client_id as "clientId", a.name_id as "nameId", a.attempts`.execute(tx.db)
  const [row] = rows
  if (row === undefined) return undefined
  const client = await findTenantClient(tx, row.clientId)
  return { ...row, client, self: isSamlClient(client) ? await selfOf(tx, parts) : undefined }
}

async function settle(
  tx: TenantTransaction,
  id: string,
  { isTold, againMs }: { readonly isTold: boolean; readonly againMs: number | null },
): Promise<void> {
  await sql`
    update application_sessions
       set taken_until = null, next_attempt_at = now() + make_interval(secs => ${againMs === null ? null : againMs / 1000}::float8),
           told_at = case when ${isTold} then now() else told_at end
     where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx.db)
}

/** Why the application did not accept; undefined: it did. */
async function attempt(call: LogoutCall, fetch: ProviderFetch): Promise<string | undefined> {
  const { url, headers, body } = call
  try {
    const answer = await fetch(url, { method: 'POST', headers, body })
    return answer.ok ? await call.refusal(answer) : `status ${answer.status}`
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'unreachable'
  }
}
