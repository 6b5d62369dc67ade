import type { SecretBox } from '../secrets/secret-box.ts'
import { Failure } from './failure.ts'

/** Every change by cookie carries the session's own token, in the header or, from a posted form, in a field. */
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
 * A browser says where a request comes from; what says another site is refused. Programs say nothing and pass.
 * `none` is the person's own address bar. Forms of our pages say `Origin: null`, for their referrer policy is
 * no-referrer (Fetch standard, "append a request Origin header"); so do the sandboxed frames of others, and
 * Sec-Fetch-Site tells the two apart.
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

/** The CSRF token of a session: nobody without the server's key can make it for a session id they planted. */
export function csrfTokenOf(secrets: SecretBox, sessionToken: string): string {
  return secrets.mac('csrf', sessionToken)
}

/** Also a token made under an earlier secret key that is still accepted: a session outlives the change of the key. */
export function isCsrfTokenOf(secrets: SecretBox, sessionToken: string, given: string): boolean {
  return secrets.checkMac('csrf', sessionToken, given)
}
