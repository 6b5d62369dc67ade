import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { readCookie } from '../../kit/http/cookies.ts'
import { Failure } from '../../kit/http/failure.ts'
import type { Sender } from '../../kit/http/senders.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { endSession, findSessionTenant } from './queries.ts'
import { endRepairSessions, findRepairTenant } from './repair-sessions.ts'
import { findSupportSession, signOutOfSupport } from './support-sessions.ts'
import { endSetupSessions, findSetupSessionTenant } from './setup-sessions.ts'

/** A new session replaces the one that this browser had, of any kind. */
export async function endEarlierSession({ database, settings, clock }: Deps, request: Request): Promise<void> {
  const token = readCookie(request, settings, 'session')
  if (token === undefined) return
  const hash = hashToken(token)
  const tenantId = await findSessionTenant(database, hash)
  if (tenantId !== undefined) {
    await tenantScope(database, tenantId).transaction((tx) => endSession(tx, hash))
    return
  }
  const repaired = await findRepairTenant(database, hash)
  if (repaired !== undefined) return tenantScope(database, repaired).transaction(endRepairSessions)
  const setUp = await findSetupSessionTenant(database, hash)
  if (setUp !== undefined) return tenantScope(database, setUp).transaction((tx) => endSetupSessions(tx, hash))
  const support = await findSupportSession(database, hash)
  const nowMs = clock.now()
  if (support !== undefined) await signOutOfSupport(database, support, { requestId: uuidv7(nowMs), nowMs })
}

/** Who has the session that this browser's next one would replace; undefined without one, or with one that has ended. */
export async function earlierSender({ senders }: Pick<Deps, 'senders'>, request: Request): Promise<Sender | undefined> {
  try {
    return await senders.senderOf(request)
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return undefined
    throw error
  }
}
