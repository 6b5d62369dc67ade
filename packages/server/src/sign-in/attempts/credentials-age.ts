import { freshSignInSecs } from '@portico/core/contract'

import type { Checks } from '../../kit/checks/checks.ts'

/** What a provider says about the moment at which it checked the person's credentials, by its clock. */
export type SaidAuthentication = {
  /** `auth_time`, or the AuthnInstant; null without one. */
  readonly authenticatedMs: number | null
  /** When it made the token or the assertion. */
  readonly issuedMs: number | undefined
  /** How far the clocks of both sides may differ. */
  readonly slackSecs: number
  /** It has to say the moment, because the request asked for it (OpenID Connect Core 1.0 section 3.1.2.1, max_age). */
  readonly isOwed: boolean
}

/**
 * For how many seconds the person's credentials have been checked, null if that is not known (docs/decisions/0083). Where the
 * request asked the provider to check them again, an older check is refused, or reported in a test login; and a provider
 * that does not say when it was is taken to have done so now.
 */
export function credentialsAge(
  said: SaidAuthentication,
  attempt: { readonly isForced: boolean; readonly isTest: boolean; readonly nowMs: number },
  checks: Pick<Checks, 'warned' | 'refuse'>,
): number | null {
  const age = ageOf(said, attempt.nowMs)
  if (!attempt.isForced) return age
  if (age === null) {
    if (said.isOwed) checks.warned('authentication-unknown')
    return 0
  }
  if (age <= freshSignInSecs) return age
  const evidence = { at: new Date(said.authenticatedMs ?? 0).toISOString(), minutes: Math.floor(age / 60) }
  if (attempt.isTest) checks.warned('authentication-old', evidence)
  else checks.refuse('authentication-old', evidence)
  return age
}

/**
 * The longer of two ages: by the provider's clock, which may be wrong, until it issued its answer; and by our clock until now,
 * less the difference that clocks may have, because an answer may wait in a browser and Azure AD backdates `iat`.
 */
function ageOf({ authenticatedMs, issuedMs, slackSecs }: SaidAuthentication, nowMs: number): number | null {
  const ourAge = authenticatedMs === null ? undefined : (nowMs - authenticatedMs) / 1000
  // A time in the future is a mistake at the provider, and is ignored.
  if (authenticatedMs === null || ourAge === undefined || ourAge < -slackSecs) return null
  const theirAge = issuedMs === undefined ? 0 : (issuedMs - authenticatedMs) / 1000
  return Math.round(Math.max(0, theirAge, ourAge - slackSecs))
}
