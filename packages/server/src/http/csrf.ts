import type { SecretBox } from '../secrets/secret-box.ts'
import { Failure } from './failure.ts'

/** Every change by cookie contains the session's CSRF token, in the header or, from a posted form, in a field. */
export function checkCsrf(options: {
  secrets: SecretBox
  sessionToken: string
  request: Request
  form: ReadonlyMap<string, string | Blob>
  baseUrl: string
}): void {
  checkOrigin(options.request, options.baseUrl)
  const field = options.form.get('X-CSRFToken')
  const given = options.request.headers.get('x-csrftoken') ?? (typeof field === 'string' ? field : undefined)
  if (given === undefined || !isCsrfTokenOf(options.secrets, options.sessionToken, given))
    throw new Failure(403, 'CSRF')
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

/** The CSRF token of a session: cannot be computed for a planted session id without the server's key. */
export function csrfTokenOf(secrets: SecretBox, sessionToken: string): string {
  return secrets.mac('csrf', sessionToken)
}

/** Also a token made under an earlier secret key that is still accepted: a session outlives the change of the key. */
export function isCsrfTokenOf(secrets: SecretBox, sessionToken: string, given: string): boolean {
  return secrets.checkMac('csrf', sessionToken, given)
}
