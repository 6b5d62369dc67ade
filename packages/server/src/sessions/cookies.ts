import { cookie, expiredCookie } from '../http/cookies.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Settings } from '../settings.ts'
import { csrfTokenOf } from '../http/csrf.ts'

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
