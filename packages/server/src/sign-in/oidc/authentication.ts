import type { SaidAuthentication } from '../attempts/credentials-age.ts'
import type { Claims } from '../../kit/outbound/claims.ts'
import { clockSkewSecs } from './id-token-claims.ts'

/**
 * What a request adds so that the provider checks the person's credentials although it knows them. `max_age` makes it say
 * in `auth_time` when it did (OpenID Connect Core 1.0 section 3.1.2.1); Azure AD documents only `prompt`.
 */
export function askForCredentials(family: 'oidc' | 'azure'): Record<string, string> {
  return { prompt: 'login', ...(family === 'oidc' ? { max_age: '0' } : {}) }
}

/** `auth_time` of a verified ID token (OpenID Connect Core 1.0 section 2); seconds, other values say nothing. */
export function authenticationOf(claims: Claims, family: 'oidc' | 'azure'): SaidAuthentication {
  return {
    authenticatedMs: msOf(claims['auth_time']) ?? null,
    issuedMs: msOf(claims['iat']),
    slackSecs: clockSkewSecs,
    isOwed: family === 'oidc',
  }
}

function msOf(claim: unknown): number | undefined {
  // No time after the year 2286 is meant; a larger number is one of milliseconds, or a mistake.
  return typeof claim === 'number' && claim > 0 && claim < 1e10 ? claim * 1000 : undefined
}
