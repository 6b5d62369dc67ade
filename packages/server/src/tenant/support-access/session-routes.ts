import {
  endSupportSession,
  enterTenant,
  getOwnSupportSession,
  getSupportTranscript,
  getVisitTranscript,
  leaveTenant,
  listSupportSessions,
  listSupportVisits,
} from '@portico/core/contract'

import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { closeVisit, endSupportSessions, holdOffSupport } from '../../sign-in/sessions/support-sessions.ts'
import { enter } from './enter.ts'
import { leave } from './leave.ts'
import { listSupportSessionsOf, nameOfSupportSession } from './session-queries.ts'
import { isVisit, listVisits, readTranscript } from './transcript.ts'

/** Support users enter and leave a tenant; its administrators see their sessions and end them. */
export const supportSessionRoutes = [
  route(
    enterTenant,
    'support',
    { 403: ['SUPPORT_ACCESS_OFF', 'SUPPORT_OWN_TENANT', 'SUPPORT_TENANT_DEACTIVATED'] },
    enter,
  ),

  route(getOwnSupportSession, 'in-support', async ({ actor, sender }) => ({
    value: {
      id: actor.id,
      tenant: { id: sender.tenant.id, name: sender.tenant.name },
      reason: actor.reason,
      since: actor.beganAt.toISOString(),
      until: actor.expiresAt.toISOString(),
      mayChange: actor.mayChange,
    },
  })),

  route(leaveTenant, 'in-support', leave),

  route(listSupportVisits, 'support', async ({ tx }) => ({ value: { supportSessions: await listVisits(tx) } })),

  route(getVisitTranscript, 'support', async ({ tx, params, query }) => {
    if (!(await isVisit(tx, params.id))) throw notFound()
    return { value: await readTranscript(tx, params.id, query.cursor) }
  }),

  route(getSupportTranscript, 'admin', async ({ tx, params, query }) => {
    if ((await nameOfSupportSession(tx, params.id)) === undefined) throw notFound()
    return { value: await readTranscript(tx, params.id, query.cursor) }
  }),

  route(listSupportSessions, ['admin', 'support-reading'], async ({ tx }) => ({
    value: { supportSessions: await listSupportSessionsOf(tx) },
  })),

  route(endSupportSession, 'admin', async ({ tx, actor, params, audit, deps, requestId }) => {
    await holdOffSupport(tx)
    const name = await nameOfSupportSession(tx, params.id)
    const [ended] = await endSupportSessions(tx, { id: params.id, how: 'ended', by: actor.name })
    if (name === undefined || ended === undefined) throw notFound()
    await audit({ action: 'support.end', target: { kind: 'support-session', id: params.id, name } })
    const afterwards = async () => {
      await closeVisit(deps.database, ended, 'ended', { requestId, nowMs: deps.clock.now() })
      return {}
    }
    return { afterwards }
  }),
]
