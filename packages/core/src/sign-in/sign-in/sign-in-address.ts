import { readReturnPath } from './return-path.ts'

/**
 * `inactivity` if the last known end of the session is in the past; `early` if it is not: someone ended the session, such as an
 * administrator or the identity provider. `unknown`: there was a session, which is over.
 */
export type SessionEnd = 'inactivity' | 'early' | 'unknown'

/** Why the sign-in page is shown: a session ended, or another site began a sign-in that would end the session of this browser. */
export type SignInReason = SessionEnd | 'elsewhere'

type Known = {
  /** This browser holds the CSRF cookie of a session: a person signed in and has not logged out. */
  readonly hadSession: boolean
  /** The last known end of the session (RFC 3339). */
  readonly expiresOn: string | undefined
  readonly nowMs: number
}

/** How the session of a 401 ended; undefined if there was no session. */
export function sessionEndOf({ hadSession, expiresOn, nowMs }: Known): SessionEnd | undefined {
  if (!hadSession) return undefined
  if (expiresOn === undefined) return 'unknown'
  return Date.parse(expiresOn) <= nowMs ? 'inactivity' : 'early'
}

/** The sentence of the dialog about a session that has ended, and whose last known end is `expiresOn`. */
export function sessionEndedWord(
  expiresOn: string | undefined,
  nowMs: number,
): 'session.endedMessage' | 'session.endedEarly' {
  return sessionEndOf({ hadSession: true, expiresOn, nowMs }) === 'early'
    ? 'session.endedEarly'
    : 'session.endedMessage'
}

/** Where signing in leads by default. */
const usualPlaces = ['/portal', '/portal/environments']

/**
 * `/login/` (spec section 8), which returns to `place` after signing in if that is a screen of the portal, and says how the
 * session ended.
 */
export function signInAddress(place: { path: string; search: string }, ended: SignInReason | undefined): string {
  const query = new URLSearchParams()
  const returnPath = readReturnPath(place.path + place.search)
  if (returnPath !== undefined && !usualPlaces.includes(returnPath)) query.set('returnPath', returnPath)
  if (ended !== undefined) query.set('ended', ended)
  return query.size === 0 ? '/login/' : `/login/?${query.toString()}`
}

const reasonWords = {
  inactivity: 'login.inactive',
  early: 'login.endedEarly',
  unknown: 'error.401.help',
  elsewhere: 'login.elsewhere',
} as const

/** The sentence for `ended` in the address; undefined for any other value. */
export function sessionEndWord(ended: string | null): (typeof reasonWords)[SignInReason] | undefined {
  return ended !== null && Object.hasOwn(reasonWords, ended) ? reasonWords[ended as SignInReason] : undefined
}
