import type { Context } from 'hono'

import { pageHeaders } from '../pages/headers.ts'
import { loggedOutPage } from '../pages/logout.ts'
import type { Directory } from './directory.ts'

/**
 * Ends the session of whoever asks and goes back to the application, if it names an address that one of the directory's
 * applications has registered.
 */
export function answerLogout(
  context: Context,
  { config, clients, sessions }: Directory,
  sent: URLSearchParams,
): Response {
  const session = sessions.of(context)
  if (session !== undefined) sessions.end(context, session)
  const back = sent.get('post_logout_redirect_uri')
  const registered = clients().flatMap((each) => [...each.redirectUris, ...each.postLogoutRedirectUris])
  if (back === null || !registered.includes(back))
    return context.html(loggedOutPage({ company: config.name }), 200, pageHeaders())
  const url = new URL(back)
  const state = sent.get('state')
  if (state !== null) url.searchParams.set('state', state)
  return context.redirect(url.href, 303)
}
