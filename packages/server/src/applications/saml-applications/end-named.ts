import { sql } from 'kysely'

import { noteAnswer } from '../application-sessions/notifications.ts'
import { recordAudit } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Call } from '../../kit/http/route.ts'
import { isUuid } from '../../kit/identifiers.ts'
import { applicationSessionsOf } from '../application-sessions/application-sessions.ts'
import type { SamlLogoutRequest, SamlNameId } from '../../protocols/saml/index.ts'
import { endSession } from '../../sign-in/sessions/queries.ts'
import type { EndedThere } from './logout-chain.ts'
import type { SamlClient } from './parties.ts'

/** Maximum portal sessions of one person; no more are open in one application. */
const sessionsMax = 50

/** The sessions in other applications that ended with the named ones. */
export type EndedWith = {
  /** Sessions of both protocols. */
  readonly ids: readonly string[]
  /** Those that the browser can tell. */
  readonly byBrowser: readonly EndedThere[]
}

/**
 * Ends the portal sessions from which the named sessions in the application began; without a session index all of that name. The
 * application itself knows of it.
 */
export async function endSessionsNamed(
  tx: TenantTransaction,
  call: Pick<Call<never>, 'deps' | 'requestId' | 'address'>,
  client: SamlClient,
  said: SamlLogoutRequest,
): Promise<EndedWith> {
  const indexes = said.sessionIndexes.filter(isUuid)
  if (said.sessionIndexes.length > 0 && indexes.length === 0) return { ids: [], byBrowser: [] }
  const isNamed = indexes.length === 0 ? sql`true` : sql`a.id = any (${indexes}::uuid[])`
  const { rows } = await sql<{ hash: Buffer; userId: string; name: string }>`
    select s.id_hash as hash, u.id as "userId", u.name
      from application_sessions a
      join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id and s.ended_at is null
      join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
     where a.tenant_id = ${tx.tenantId} and a.client_id = ${client.id} and a.ended_at is null and ${isNamed}
       and a.name_id ->> 'value' = ${said.nameId.value}
       and (${said.nameId.format}::text is null or a.name_id ->> 'format' = ${said.nameId.format})
     order by u.id limit ${sessionsMax}`.execute(tx.db)
  const ids: string[] = []
  const byBrowser: EndedThere[] = []
  for (const { hash, userId, name } of rows) {
    const started = await applicationSessionsOf(tx, hash)
    byBrowser.push(...(await samlSessionsOf(tx, hash)).filter(({ clientId }) => clientId !== client.id))
    await endSession(tx, hash)
    for (const { id, clientId } of started)
      if (clientId === client.id) await noteAnswer(tx, id, true)
      else ids.push(id)
    await recordAudit(
      tx,
      {
        actor: { kind: 'system', name: client.application.label },
        requestId: call.requestId,
        nowMs: call.deps.clock.now(),
        address: call.address,
      },
      { action: 'session.end', target: { kind: 'user', id: userId, name }, after: { by: 'application', sessions: 1 } },
    )
  }
  return { ids, byBrowser }
}

/** The sessions in applications that the browser can tell of the end of one session of the portal. */
export async function samlSessionsOf(tx: TenantTransaction, sessionHash: Buffer): Promise<EndedThere[]> {
  const started = await applicationSessionsOf(tx, sessionHash)
  return started.flatMap(({ id, clientId, nameId, hasBrowserLogout }) =>
    nameId === null || !hasBrowserLogout ? [] : [{ id, clientId, nameId: nameId as SamlNameId }],
  )
}
