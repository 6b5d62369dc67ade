import { signOut, type Endpoint } from '@portico/core/contract'

import { isFromUs } from '../kit/http/csrf.ts'
import type { Failure } from '../kit/http/failure.ts'
import type { Answer } from '../kit/http/route.ts'
import { endedSessionCookies } from './sessions/cookies.ts'
import type { Settings } from '../kit/settings/settings.ts'

/** The error screen, with a code and the request id to quote; both are shown as text. */
export function errorScreen(code: string, requestId: string): string {
  return `/login/unauthorized?${new URLSearchParams({ error: code, reference: requestId }).toString()}`
}

/**
 * Where to send a browser that posted one of our forms, or returned from a provider, and was rejected: it never sees
 * JSON. undefined when the caller is not a browser, or the call is made by scripts.
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
  // Without a session the person is signed out already. Only our own page may have the cookies cleared: for another
  // site's form the session only looks missing because browsers withhold Lax cookies.
  if (endpoint.name === signOut.name && failure.status === 401 && isFromUs(request, settings.baseUrl))
    return { location: '/login/signed-out', headers: endedSessionCookies(settings) }
  return { location: errorScreen(failure.errorID, requestId), headers: Object.entries(failure.headers) }
}
