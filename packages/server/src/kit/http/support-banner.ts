import type { PortalUser } from '@portico/core/contract'

import type { SupportActor } from './actor.ts'
import { minuteOf, say } from '../words/say.ts'

/** Spec section 3, "Portal user": the banner is the only sign of a support user. */
export function supportBanner(
  { mayChange, expiresAt }: SupportActor,
  tenant: string,
): NonNullable<PortalUser['banner']> {
  const until = minuteOf(expiresAt)
  return {
    title: say('supportSession.banner.title', { tenant }),
    message: say(mayChange ? 'supportSession.banner.change' : 'supportSession.banner.read', { until }),
    ...(!mayChange && { readonly: true }),
  }
}
