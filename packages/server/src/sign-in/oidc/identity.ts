import type { OidcProvider } from '../../providers/identity-providers/queries.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import { identityOf, type AssertedIdentity } from '../attempts/identity.ts'
import { booleanAt, textAt, textsAt, type Claims } from '../../kit/outbound/claims.ts'

/** Who signed in, by the provider's claim names. A missing group claim means no groups. */
export function oidcIdentity(
  provider: OidcProvider,
  claims: Claims & { readonly sub: string },
  userinfo: Claims,
  checks: Checks,
): AssertedIdentity {
  const { config } = provider
  checks.passed('subject')
  const all = { ...userinfo, ...claims }
  const username = textAt(all, config.usernameClaim)
  if (username === undefined)
    return checks.refuse('username-missing', { expected: config.usernameClaim, found: Object.keys(all).join(', ') })
  const texts = {
    username,
    displayName: textAt(all, 'name'),
    firstName: textAt(all, 'given_name'),
    lastName: textAt(all, 'family_name'),
    nickname: textAt(all, 'nickname'),
    email: textAt(all, 'email'),
    locale: textAt(all, 'locale'),
    // It speaks of the address beside it (OpenID Connect Core 1.0 section 5.1), not of one in the other answer.
    emailVerified: booleanAt(Object.hasOwn(claims, 'email') ? claims : userinfo, 'email_verified'),
  }
  const groups = textsAt(all, config.groupClaim).map((claim) => ({ claim }))
  return identityOf(oidcSubjectKey(provider, claims.sub), texts, groups, { config, checks })
}

/** A subject is unique for its issuer only (OpenID Connect Core 1.0 section 2). */
export function oidcSubjectKey({ config }: OidcProvider, subject: string): string {
  return `${config.issuer} ${subject}`
}
