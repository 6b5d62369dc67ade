import { signOut, type Endpoint } from '@portico/core/contract'

import { isFromUs } from '../http/csrf.ts'
import type { Failure } from '../http/failure.ts'
import type { Answer } from '../http/route.ts'
import { endedSessionCookies } from '../sessions/cookies.ts'
import type { Settings } from '../settings.ts'

/** The error screen, with a code and the request id to quote; both are shown as text (security.md "Sessions and browser"). */
export function errorScreen(code: string, requestId: string): string {
  return `/login/unauthorized?${new URLSearchParams({ error: code, reference: requestId }).toString()}`
}

/**
 * Where a browser goes that posted one of our forms, or came back from a provider, and was refused: it is never left
 * with JSON. undefined: whoever called is no browser, or the call is one that scripts make.
 */
export function browserRefusal(
  endpoint: Pick<Endpoint, 'name' | 'success'>,
  {
    request,
    settings,
    failure,
    requestId,
  }: {
    request: Request
    settings: Settings
    failure: Failure
    requestId: string
  },
): Answer<undefined> | undefined {
  if (endpoint.success !== 303 || !/\btext\/html\b/i.test(request.headers.get('accept') ?? '')) return undefined
  // Whoever has no session is signed out already. Only a page of ours may have the cookies cleared: to a form of another
  // site the session looks missing merely because browsers keep Lax cookies from it.
  if (endpoint.name === signOut.name && failure.status === 401 && isFromUs(request, settings.baseUrl))
    return { location: '/login/signed-out', headers: endedSessionCookies(settings) }
  return { location: errorScreen(failure.errorID, requestId), headers: Object.entries(failure.headers) }
}
