import { recordAudit } from '../../kit/audit-trail/record.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Answer } from '../../kit/http/route.ts'
import { postPage } from '../../kit/pages/continue.ts'
import {
  buildLogoutResponse,
  openLogout,
  readLogoutRequest,
  type SamlLogoutRequest,
} from '../../protocols/saml/index.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { endNamedSessions } from '../sessions/end-sessions.ts'
import { nameIdKey } from './identity.ts'
import { useOnce } from './one-use.ts'
import { readMessageOf } from './parties.ts'
import type { LogoutWork } from './logout-work.ts'
import { newMessageId } from './start.ts'

/** How long a request's id is remembered: longer than any request is taken, slack included. */
const rememberedMs = 3_600_000

/**
 * The provider ends sessions (profiles 4.4.4): after verification the named ones end, and the answer is Success, also
 * when none is left.
 */
export async function answerLogoutRequest(work: LogoutWork): Promise<Answer<undefined>> {
  const { call, provider, message, recording } = work
  const { deps } = call
  const nowMs = deps.clock.now()
  const opened = openLogout(message, 'request', recording.checks)
  const { said, parties } = await readMessageOf(deps, provider, recording.checks, (o) =>
    readLogoutRequest(opened, { ...o, nowMs }),
  )
  await visitorScope(deps.database, provider.tenantId).transaction((tx) => endSessions(tx, work, said, nowMs))
  if (parties.peer.sloUrl === undefined && parties.peer.sloResponseUrl === undefined)
    return { location: '/login/signed-out' }
  const { id: inResponseTo, relayState } = said
  const answer = { id: newMessageId(), inResponseTo, relayState, nowMs, status: 'Success' } as const
  const outgoing = buildLogoutResponse({ ...parties, ...answer })
  return outgoing.kind === 'redirect' ? { location: outgoing.url } : postPage(outgoing.action, outgoing.fields)
}

/** A repeated request is answered again, and ends nothing that began since. */
async function endSessions(
  tx: TenantTransaction,
  { call, provider }: LogoutWork,
  said: SamlLogoutRequest,
  nowMs: number,
): Promise<void> {
  const use = { kind: 'logout', providerId: provider.id, id: said.id, untilMs: nowMs + rememberedMs } as const
  if (!(await useOnce(tx, use))) return
  const subjectHash = hashToken(nameIdKey(provider.config.entityId, said.nameId))
  // Without a session index all sessions of the person are meant.
  const sessions = said.sessionIndexes.length === 0 ? [undefined] : new Set(said.sessionIndexes)
  const actor = { kind: 'system', name: provider.name } as const
  for (const session of sessions) {
    for (const user of await endNamedSessions(tx, { providerId: provider.id, session, subjectHash })) {
      const target = { kind: 'user', id: user.id, name: user.name }
      const after = { by: 'identity provider', sessions: user.sessions }
      await recordAudit(
        tx,
        { actor, requestId: call.requestId, nowMs, address: call.address },
        { action: 'session.end', target, after },
      )
    }
  }
}
