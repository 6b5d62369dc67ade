import { getSupportAccess, putSupportAccess } from '@portico/core/contract'

import { checkVersion, etagOf, versionOfContent } from '../../kit/http/etag.ts'
import { route } from '../../kit/http/route.ts'
import { closeVisit, endSupportSessions, holdOffSupport } from '../../sign-in/sessions/support-sessions.ts'
import { readSupportAccess, saveSupportAccess } from './queries.ts'

const kind = 'support-access'

export const supportAccessRoutes = [
  route(getSupportAccess, ['admin', 'support-reading'], async ({ tx }) => {
    const value = await readSupportAccess(tx)
    return { value, etag: etagOf(versionOfContent(value)) }
  }),

  route(putSupportAccess, 'admin', { 412: ['STALE'] }, async ({ tx, actor, body, ifMatch, audit, deps, requestId }) => {
    await holdOffSupport(tx)
    const before = await readSupportAccess(tx, { isLocked: true })
    checkVersion(ifMatch, versionOfContent(before), kind, actor.tenantId)
    const after = { allowProsAccess: body.allowProsAccess, allowProsChange: body.allowProsChange }
    const answer = { value: after, etag: etagOf(versionOfContent(after)) }
    if (versionOfContent(before) === versionOfContent(after)) return answer
    await saveSupportAccess(tx, after)
    await audit({ action: `${kind}.update`, target: { kind: 'tenant', id: actor.tenantId }, before, after })
    if (after.allowProsAccess) return answer
    const ended = await endSupportSessions(tx, { how: 'access-off', by: actor.name })
    for (const { id } of ended) await audit({ action: 'support.end', target: { kind: 'support-session', id } })
    const afterwards = async () => {
      const about = { requestId, nowMs: deps.clock.now() }
      for (const one of ended) await closeVisit(deps.database, one, 'access-off', about)
      return answer
    }
    return { ...answer, afterwards }
  }),
]
