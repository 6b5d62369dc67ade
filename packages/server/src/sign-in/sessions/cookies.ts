import { cookie, expiredCookie } from '../../kit/http/cookies.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import type { Settings } from '../../kit/settings/settings.ts'
import { csrfTokenOf } from '../../kit/http/csrf.ts'

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
