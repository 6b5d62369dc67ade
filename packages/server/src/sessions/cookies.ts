import { cookie, expiredCookie } from '../http/cookies.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Settings } from '../settings.ts'

/** The CSRF token of a session: nobody without the server's key can make it for a session id they planted. */
export function csrfTokenOf(secrets: SecretBox, sessionToken: string): string {
  return secrets.mac('csrf', sessionToken)
}

/** Also a token made under an earlier secret key that is still accepted: a session outlives the change of the key. */
export function isCsrfTokenOf(secrets: SecretBox, sessionToken: string, given: string): boolean {
  return secrets.checkMac('csrf', sessionToken, given)
}

export function sessionCookies(settings: Settings, secrets: SecretBox, sessionToken: string): [string, string][] {
  return [
    ['Set-Cookie', cookie(settings, 'session', sessionToken)],
    ['Set-Cookie', cookie(settings, 'csrf', csrfTokenOf(secrets, sessionToken))],
  ]
}

export function endedSessionCookies(settings: Settings): [string, string][] {
  return [
    ['Set-Cookie', expiredCookie(settings, 'session')],
    ['Set-Cookie', expiredCookie(settings, 'csrf')],
  ]
}
