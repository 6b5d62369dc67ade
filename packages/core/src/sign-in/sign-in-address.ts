import { readReturnPath } from './return-path.ts'

/** Known from the session's last end where it lay in the past; otherwise a session there was, which is over. */
export type SessionEnd = 'inactivity' | 'unknown'

type Known = {
  /** This browser holds the CSRF cookie of a session: a person signed in and has not logged out. */
  readonly hadSession: boolean
  /** End of the session as it was told last (RFC 3339). */
  readonly expiresOn: string | undefined
  readonly nowMs: number
}

/** How the session ended that a 401 speaks of; undefined if there was no session. */
export function sessionEndOf({ hadSession, expiresOn, nowMs }: Known): SessionEnd | undefined {
  if (!hadSession) return undefined
  return expiresOn !== undefined && Date.parse(expiresOn) <= nowMs ? 'inactivity' : 'unknown'
}

/** Where signing in leads by itself. */
const usualPlaces = ['/portal', '/portal/environments']

/**
 * `/login/` (spec section 8), which leads back to `place` after signing in if that is a screen of the portal, and says how
 * the session ended.
 */
export function signInAddress(place: { path: string; search: string }, ended: SessionEnd | undefined): string {
  const query = new URLSearchParams()
  const returnPath = readReturnPath(place.path + place.search)
  if (returnPath !== undefined && !usualPlaces.includes(returnPath)) query.set('returnPath', returnPath)
  if (ended !== undefined) query.set('ended', ended)
  return query.size === 0 ? '/login/' : `/login/?${query.toString()}`
}

/** The sentence for `ended` of the address; undefined for whatever else stands there. */
export function sessionEndWord(ended: string | null): 'login.inactive' | 'error.401.help' | undefined {
  if (ended === 'inactivity') return 'login.inactive'
  return ended === 'unknown' ? 'error.401.help' : undefined
}
