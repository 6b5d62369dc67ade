import type { Context } from 'hono'

import { isLoopback } from '../config/names.ts'
import { frontChannelPage } from '../pages/front-channel.ts'
import { pageHeaders } from '../pages/headers.ts'
import { loggedOutPage } from '../pages/logout.ts'
import { sessionPage } from '../pages/session.ts'
import { authorityPath, issuerOf, oauthPaths } from './addresses.ts'
import type { AzureSession, Directory } from './directory.ts'

/**
 * Ends the browser's session, notifies the applications in hidden frames, and returns to the application, if
 * it names an address that one of the directory's applications has registered.
 */
export function answerLogout(context: Context, directory: Directory, base: URL, sent: URLSearchParams): Response {
  const { config, sessions } = directory
  const session = sessions.of(context)
  if (session !== undefined) sessions.end(context, session)
  const frames = session === undefined ? [] : framesOf(directory, base, session.extra)
  const next = wayBack(directory, sent)
  if (frames.length > 0) {
    const { body, headers } = frontChannelPage({ company: config.name, frames, next })
    return context.html(body, 200, headers)
  }
  if (next !== undefined) return context.redirect(next, 303)
  return context.html(loggedOutPage({ company: config.name }), 200, pageHeaders())
}

/** The page where a person sees that they are signed in, and signs out. */
export function showSession(context: Context, { config, sessions }: Directory): Response {
  const person = sessions.of(context)?.person.username
  const signOut = `${authorityPath}/${config.tenantId}/${oauthPaths[config.version]}/logout`
  return context.html(sessionPage({ company: config.name, person, signOut }), 200, pageHeaders())
}

/** OpenID Connect Front-Channel Logout 1.0, section 3: the address of each application, with issuer and session id. */
function framesOf({ config, clients }: Directory, base: URL, { sid, signedInTo }: AzureSession): string[] {
  return clients().flatMap(({ clientId, frontchannelLogoutUri }) => {
    if (frontchannelLogoutUri === undefined || !signedInTo.has(clientId)) return []
    const url = new URL(frontchannelLogoutUri)
    url.searchParams.set('iss', issuerOf(base, config))
    url.searchParams.set('sid', sid)
    return [url.href]
  })
}

function wayBack({ config, clients }: Directory, sent: URLSearchParams): string | undefined {
  const back = sent.get('post_logout_redirect_uri')
  const registered = clients().flatMap((each) => [...each.redirectUris, ...each.postLogoutRedirectUris])
  if (back === null || !(registered.includes(back) || (config.anyLoopback && isLoopback(back)))) return undefined
  const url = new URL(back)
  const state = sent.get('state')
  if (state !== null) url.searchParams.set('state', state)
  return url.href
}
