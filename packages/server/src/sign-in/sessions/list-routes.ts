import {
  endOtherSessions,
  endSession,
  endSessionOfPerson,
  listSessions,
  listSessionsOfPerson,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { endOpenSessions, listOpenSessions, nameOfPerson } from './list-queries.ts'

/** A person sees and ends their own sessions, an administrator those of each person of the tenant. */
export const sessionListRoutes = [
  route(listSessions, 'person', async ({ tx, actor }) => ({
    value: { sessions: await listOpenSessions(tx, actor.id, actor.sessionHash) },
  })),

  route(endSession, ['person', 'deactivated-tenant'], async ({ tx, actor, params, audit }) => {
    if ((await endOpenSessions(tx, actor.id, { id: params.id })) === 0) throw notFound()
    await audit({ action: 'session.end', target: targetOf(actor.id, actor.name), after: { session: params.id } })
    return {}
  }),

  route(endOtherSessions, ['person', 'deactivated-tenant'], async ({ tx, actor, audit }) => {
    const endedSessions = await endOpenSessions(tx, actor.id, { butHash: actor.sessionHash })
    if (endedSessions > 0)
      await audit({ action: 'session.end', target: targetOf(actor.id, actor.name), after: { endedSessions } })
    return { value: { endedSessions } }
  }),

  route(listSessionsOfPerson, ['admin', 'support-reading'], async ({ tx, actor, params }) => {
    await personNamed(tx, params.id)
    const hash = actor.kind === 'user' ? actor.sessionHash : undefined
    return { value: { sessions: await listOpenSessions(tx, params.id, hash) } }
  }),

  route(endSessionOfPerson, 'admin', async ({ tx, params, audit }) => {
    const name = await personNamed(tx, params.id)
    if ((await endOpenSessions(tx, params.id, { id: params.sessionId })) === 0) throw notFound()
    await audit({ action: 'session.end', target: targetOf(params.id, name), after: { session: params.sessionId } })
    return {}
  }),
]

async function personNamed(tx: TenantTransaction, id: string): Promise<string> {
  const name = await nameOfPerson(tx, id)
  if (name === undefined) throw notFound()
  return name
}

/** The audit target, with the same kind as for signing in and out. */
function targetOf(id: string, name: string) {
  return { kind: 'user', id, name } as const
}
