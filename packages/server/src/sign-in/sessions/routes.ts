import { getSession, renewSession, selectEnvironment, type CloudSession } from '@portico/core/contract'

import type { Sender } from '../../kit/http/senders.ts'
import { route, senderRoute } from '../../kit/http/route.ts'
import { systemBannerOf } from '../../kit/http/tenant-notice.ts'
import { senderScope } from '../../kit/http/sender-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { Failure, unauthenticated } from '../../kit/http/failure.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { openEnvironments } from '../../tenant/environments/queries.ts'
import { idpSwitchPath, isAskedToSwitch } from './asked-to-switch.ts'
import { sessionCookies } from './cookies.ts'
import { extendSession, renameSession } from './queries.ts'
import { noteSupportUse } from './support-sessions.ts'

export const sessionRoutes = [
  senderRoute(getSession, ['signed-in', 'support-reading', 'recovery', 'setup'], async ({ sender, deps }) => ({
    value: cloudSession(sender, deps.clock.now()),
  })),

  route(renewSession, ['signed-in', 'support-reading', 'deactivated-tenant'], async ({ tx, sender, deps }) => {
    const { credential, actor } = sender
    if (actor.kind === 'support') return { afterwards: () => renewSupport(sender, deps) }
    if (actor.kind !== 'user') return { value: cloudSession(sender, deps.clock.now()) }
    await extendSession(tx, actor.sessionHash)
    const value = cloudSession(await deps.senders.readSender(tx, credential), deps.clock.now())
    const afterwards = async () => {
      deps.senders.forget(credential)
      return { value }
    }
    return { value, afterwards }
  }),

  route(
    selectEnvironment,
    ['person', 'deactivated-tenant'],
    { 403: ['ENVIRONMENT_UNKNOWN'] },
    async ({ tx, actor, body, deps }) => {
      const open = await openEnvironments(tx, actor)
      if (!open.some((environment) => environment.id === body.env_id)) throw new Failure(403, 'ENVIRONMENT_UNKNOWN')
      const token = randomToken()
      if (!(await renameSession(tx, actor.sessionHash, hashToken(token), body.env_id))) throw unauthenticated()
      const isAsked = await isAskedToSwitch(tx, hashToken(token))
      return {
        location: isAsked ? idpSwitchPath : '/portal',
        headers: sessionCookies(deps.settings, deps.secrets, token),
      }
    },
  ),
]

/** Its use is one of two sessions, in two tenants. */
async function renewSupport({ credential }: Sender, deps: Deps): Promise<{ value: CloudSession }> {
  if (credential.kind !== 'session' || credential.began !== 'support') throw new TypeError('No support session.')
  await noteSupportUse(deps.database, credential)
  const sender = await senderScope(deps.database, credential).transaction((tx) =>
    deps.senders.readSender(tx, credential),
  )
  return { value: cloudSession(sender, deps.clock.now()) }
}

/** A service account's token has a fixed lifetime: renewing does not change its expiry. */
function cloudSession(sender: Sender, nowMs: number): CloudSession {
  const { actor, tenant, session } = sender
  const common = { deactivated: tenant.deactivated, systemBanner: systemBannerOf(sender, nowMs) }
  if (session !== null) {
    const expiresOn = new Date(Math.min(session.endsAt.getTime(), session.idleEndsAt.getTime()))
    return { expiresOn: expiresOn.toISOString(), sessionIdleSecs: session.idleSecs, ...common }
  }
  if (actor.kind === 'user' || actor.kind === 'support') throw new TypeError('A person has a session.')
  const endsAt = actor.kind === 'service-account' ? actor.token.expiresAt : actor.expiresAt
  const left = Math.max(0, Math.round((endsAt.getTime() - nowMs) / 1000))
  const kind = actor.kind === 'recovery' ? { repair: true } : actor.kind === 'setup' ? { setup: true } : {}
  return { expiresOn: endsAt.toISOString(), sessionIdleSecs: left, ...kind, ...common }
}
