import type { SecretBox } from '../secrets/secret-box.ts'
import type { Deps } from './deps.ts'
import { cookie, readCookie } from './cookies.ts'
import { Failure } from './failure.ts'

/**
 * Every change by cookie contains the session's CSRF token, in the header or, from a posted form, in a field. The refusal
 * carries the token of the present secret key, for a session that began under a key that is no longer accepted:
 * the client sends the call again. A session that has ended gets 401 and no token.
 */
export async function checkCsrf(
  request: Request,
  form: ReadonlyMap<string, string | Blob>,
  { secrets, settings, senders }: Pick<Deps, 'secrets' | 'settings' | 'senders'>,
): Promise<void> {
  checkOrigin(request, settings.baseUrl)
  const sessionToken = readCookie(request, settings, 'session') ?? ''
  const field = form.get('X-CSRFToken')
  const given = request.headers.get('x-csrftoken') ?? (typeof field === 'string' ? field : undefined)
  if (given !== undefined && isCsrfTokenOf(secrets, sessionToken, given)) return
  await senders.senderOf(request)
  const token = cookie(settings, 'csrf', csrfTokenOf(secrets, sessionToken))
  throw new Failure(403, 'CSRF', { headers: { 'Set-Cookie': token } })
}

/**
 * Rejects requests that a browser marks as coming from another site. Programs send no such header and pass.
 * `none` is the person's address bar. Forms of our pages send `Origin: null`, because their referrer policy is
 * no-referrer (Fetch standard, "append a request Origin header"); so do other sites' sandboxed frames, and
 * Sec-Fetch-Site distinguishes the two.
 */
export function checkOrigin(request: Request, baseUrl: string): void {
  if (!isFromUs(request, baseUrl)) throw new Failure(403, 'CSRF')
}

export function isFromUs(request: Request, baseUrl: string): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return origin === null || origin === baseUrl || (origin === 'null' && site === 'same-origin')
}

/** The line that tells an operator that PORTICO_BASE_URL is not the address in the browser. */
export function logForeignRequest(log: Deps['log'], { headers }: Request, requestId: string): void {
  const origin = headers.get('origin')?.slice(0, 200) ?? null
  const secFetchSite = headers.get('sec-fetch-site')?.slice(0, 20) ?? null
  log.info({ requestId, origin, secFetchSite }, 'a request did not come from our pages')
}

/** The CSRF token of a session: cannot be computed for a planted session id without the server's key. */
export function csrfTokenOf(secrets: SecretBox, sessionToken: string): string {
  return secrets.mac('csrf', sessionToken)
}

/** Also a token made under an earlier secret key that is still accepted: a session outlives the change of the key. */
export function isCsrfTokenOf(secrets: SecretBox, sessionToken: string, given: string): boolean {
  return secrets.checkMac('csrf', sessionToken, given)
}
