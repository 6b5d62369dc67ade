import type { OidcProvider } from '../../providers/identity-providers/queries.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import { identityOf, type AssertedGroup, type AssertedIdentity } from '../attempts/identity.ts'
import { booleanAt, claimAt, textAt, type Claims } from '../../kit/outbound/claims.ts'
import { readGroupClaim } from './group-claim.ts'

type NamedClaims = Pick<OidcProvider['config'], 'usernameClaim' | 'groupClaim'>

/**
 * What an ID token contains about a person. `complete`: everything that would be read from userinfo. `enough`: what a sign-in requires,
 * the username and the groups.
 */
export function toldBy(claims: Claims, config: NamedClaims): { readonly complete: boolean; readonly enough: boolean } {
  const has = (name: string) => textAt(claims, name) !== undefined
  const enough = has(config.usernameClaim) && hasGroups(claims, config)
  const complete = enough && (has('name') || (has('given_name') && has('family_name'))) && has('email')
  return { complete, enough }
}

/** True for an empty list too: the provider reports that the person has no groups. */
function hasGroups(claims: Claims, { groupClaim }: NamedClaims): boolean {
  const value = claimAt(claims, groupClaim)
  return value !== undefined && value !== null
}

/** Who signed in, by the provider's claim names; the ID token wins over userinfo. A missing group claim means no groups. */
export function oidcIdentity(
  provider: OidcProvider,
  claims: Claims & { readonly sub: string },
  userinfo: Claims,
  checks: Checks,
): AssertedIdentity {
  const { config } = provider
  checks.passed('subject')
  const text = (name: string) => textAt(claims, name) ?? textAt(userinfo, name)
  const username = text(config.usernameClaim)
  if (username === undefined) {
    const found = [...new Set([...Object.keys(userinfo), ...Object.keys(claims)])].join(', ')
    return checks.refuse('username-missing', { expected: config.usernameClaim, found })
  }
  const texts = {
    username,
    displayName: text('name'),
    firstName: text('given_name'),
    lastName: text('family_name'),
    nickname: text('nickname'),
    email: text('email'),
    locale: text('locale'),
    // It speaks of the address beside it (OpenID Connect Core 1.0 section 5.1), not of one in the other answer.
    emailVerified: booleanAt(textAt(claims, 'email') === undefined ? userinfo : claims, 'email_verified'),
  }
  const groups = groupsOf(config.groupClaim, hasGroups(claims, config) ? claims : userinfo, claims, checks)
  return identityOf(oidcSubjectKey(provider, claims.sub), texts, groups, { config, checks })
}

/** undefined: no groups, and a warning already states why. */
function groupsOf(name: string, from: Claims, claims: Claims, checks: Checks): readonly AssertedGroup[] | undefined {
  const value = claimAt(from, name)
  const { names, unreadable } = readGroupClaim(value)
  if (unreadable > 0)
    checks.warned('groups-unreadable', { claim: name, came: JSON.stringify(value), count: unreadable })
  if (names.length > 0) return names.map((claim) => ({ claim }))
  if (isElsewhere(name, claims) || isElsewhere(name, from)) {
    checks.warned('groups-elsewhere', { claim: name })
    return undefined
  }
  if (value === undefined && claimAt(claims, name) === undefined) {
    checks.warned('groups-claim-missing', { expected: name, found: namesIn({ ...from, ...claims }).join(', ') })
    return undefined
  }
  return unreadable > 0 ? undefined : []
}

/** A client's roles are three names deep in Keycloak: `resource_access.CLIENT.roles`. */
const namesDepthMax = 3

/** The names of claims as a path of the configuration names them, never their values; those of the protocol are left out. */
function namesIn(claims: Claims, above = '', depth = 1): string[] {
  return Object.entries(claims).flatMap(([name, value]) => {
    if (depth === 1 && protocolClaims.has(name)) return []
    const path = `${above}${name}`
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && depth < namesDepthMax ? [path, ...namesIn(value as Claims, `${path}.`, depth + 1)] : [path]
  })
}

/** OpenID Connect Core 1.0 section 2, RFC 7519 section 4.1. */
const protocolClaims: ReadonlySet<string> = new Set(
  'iss sub aud exp nbf iat jti auth_time nonce acr amr azp at_hash c_hash s_hash sid typ'.split(' '),
)

/** A distributed or aggregated claim, of which the token has only a reference (OpenID Connect Core 1.0 section 5.6.2). */
function isElsewhere(name: string, claims: Claims): boolean {
  const references = claims['_claim_names']
  const isNamed = typeof references === 'object' && references !== null && Object.hasOwn(references, name)
  return isNamed || claims['hasgroups'] === true || claims['hasgroups'] === 'true'
}

/** A subject is unique for its issuer only (OpenID Connect Core 1.0 section 2). */
export function oidcSubjectKey({ config }: OidcProvider, subject: string): string {
  return `${config.issuer} ${subject}`
}
