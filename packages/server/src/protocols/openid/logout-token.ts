import { randomUUID } from 'node:crypto'

import type { EndedSession, LogoutCall } from '../../applications/application-sessions/call.ts'
import type { Client } from '../../applications/clients/queries.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { logoutTokenSecs } from './limits.ts'
import type { Signer } from './signer.ts'

export type OpenidLogoutParts = Pick<Deps, 'database' | 'log' | 'clock' | 'settings'> & { readonly signer: Signer }

/** The logout token of a session (OpenID Connect Back-Channel Logout 1.0, section 2.5); undefined: the client has no address for it. */
export async function logoutTokenCall(
  { clock, settings, signer }: OpenidLogoutParts,
  { id: clientId, config }: Client,
  { id: sid, userId }: EndedSession,
): Promise<LogoutCall | undefined> {
  if (config.protocol !== 'openid' || config.backchannelLogoutUri === null) return undefined
  const iat = Math.floor(clock.now() / 1000)
  const token = await signer.sign('logout+jwt', {
    iss: settings.baseUrl,
    aud: clientId,
    sub: userId,
    sid,
    iat,
    exp: iat + logoutTokenSecs,
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  return {
    url: config.backchannelLogoutUri,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
    refusal: async () => undefined,
  }
}
