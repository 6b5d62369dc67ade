import { getSession, renewSession, type CloudSession } from '@portico/core/contract'

import { route, type TenantCall } from '../http/route.ts'
import { extendSession, readSession } from './queries.ts'
import { recoveryNews } from './recovery-news.ts'
import { say } from '../http/say.ts'

export const sessionRoutes = [
  route(getSession, 'signed-in', async (call) => ({ value: await cloudSession(call) })),

  route(renewSession, 'signed-in', async (call) => {
    if (call.actor.kind === 'user') await extendSession(call.tx, call.actor.sessionHash, true)
    return { value: await cloudSession(call) }
  }),
]

/** A service account's token lives as long as it was given: renewing does not move its end. */
async function cloudSession({ actor, tx, deps }: TenantCall<typeof getSession>): Promise<CloudSession> {
  const tenant = await tx.db
    .selectFrom('tenants')
    .select('deactivated')
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  const news = actor.kind === 'user' && actor.isAdmin ? await recoveryNews(tx) : null
  const systemBanner = tenant.deactivated ? deactivatedBanner() : news
  const common = { deactivated: tenant.deactivated, systemBanner }
  if (actor.kind === 'service-account') {
    const left = Math.max(0, Math.round((actor.token.expiresAt.getTime() - deps.clock.now()) / 1000))
    return { expiresOn: actor.token.expiresAt.toISOString(), sessionIdleSecs: left, ...common }
  }
  if (actor.kind === 'recovery' || actor.kind === 'setup') {
    const left = Math.max(0, Math.round((actor.expiresAt.getTime() - deps.clock.now()) / 1000))
    const kind = actor.kind === 'recovery' ? { repair: true } : { setup: true }
    return { expiresOn: actor.expiresAt.toISOString(), sessionIdleSecs: left, ...kind, ...common }
  }
  const session = await readSession(tx, actor.sessionHash)
  return { expiresOn: session.expiresOn.toISOString(), sessionIdleSecs: session.idleSecs, ...common }
}

/** Spec section 2: "a deactivated mode showing a system banner". */
function deactivatedBanner(): NonNullable<CloudSession['systemBanner']> {
  return { type: 'warning', message: say('session.deactivated') }
}
