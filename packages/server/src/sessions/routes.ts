import { getSession, renewSession, type CloudSession } from '@portico/core/contract'

import { say } from '../http/say.ts'
import type { Sender } from '../http/senders.ts'
import { route, senderRoute } from '../http/route.ts'
import { extendSession } from './queries.ts'

export const sessionRoutes = [
  senderRoute(getSession, 'signed-in', async ({ sender, deps }) => ({ value: cloudSession(sender, deps.clock.now()) })),

  route(renewSession, 'signed-in', async ({ tx, sender, deps }) => {
    const { credential, actor } = sender
    if (actor.kind !== 'user') return { value: cloudSession(sender, deps.clock.now()) }
    await extendSession(tx, actor.sessionHash)
    const value = cloudSession(await deps.senders.readSender(tx, credential), deps.clock.now())
    const afterwards = async () => {
      deps.senders.forget(credential)
      return { value }
    }
    return { value, afterwards }
  }),
]

/** A service account's token lives as long as it was given: renewing does not move its end. */
function cloudSession({ actor, tenant, session, news }: Sender, nowMs: number): CloudSession {
  const { deactivated } = tenant
  const common = { deactivated, systemBanner: deactivated ? deactivatedBanner() : news }
  if (session !== null) {
    const expiresOn = new Date(Math.min(session.endsAt.getTime(), session.idleEndsAt.getTime()))
    return { expiresOn: expiresOn.toISOString(), sessionIdleSecs: session.idleSecs, ...common }
  }
  if (actor.kind === 'user') throw new TypeError('A person has a session.')
  const endsAt = actor.kind === 'service-account' ? actor.token.expiresAt : actor.expiresAt
  const left = Math.max(0, Math.round((endsAt.getTime() - nowMs) / 1000))
  const kind = actor.kind === 'recovery' ? { repair: true } : actor.kind === 'setup' ? { setup: true } : {}
  return { expiresOn: endsAt.toISOString(), sessionIdleSecs: left, ...kind, ...common }
}

/** Spec section 2: "a deactivated mode showing a system banner". */
function deactivatedBanner(): NonNullable<CloudSession['systemBanner']> {
  return { type: 'warning', message: say('session.deactivated') }
}
