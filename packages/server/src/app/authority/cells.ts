import type { Endpoint } from '@portico/core/contract'

import type { Route } from '../../kit/http/route.ts'

/** Who calls. */
export const actors = [
  'no session',
  'ended session',
  'plain user',
  'admin',
  "globex's admin",
  'vendor support',
  'service account',
  'admin service account',
  'revoked token',
  'SCIM token',
  'recovery code',
  'setup URL',
  // Support sessions in acme: after it switched support access off, while it allows reading, and while it allows changes.
  'support with toggle off',
  'support with toggle on',
  'support that may change',
] as const
export type ActorName = (typeof actors)[number]

/** What the path names, seen from the tenant acme, to which all actors but one belong. */
export const idKinds = ["acme's", "globex's", "other environment's", 'random', 'wrong type'] as const
export type IdKind = (typeof idKinds)[number]

/** Objects of another tenant must look the same as a random id. */
export function belongsTo(actor: ActorName, ids: IdKind, { path }: Pick<Endpoint, 'path'>): boolean {
  // Support users know every tenant; this one can be entered.
  if (actor === 'vendor support') return ids === "acme's" && path.includes('{tenantId}')
  return ids === (actor === "globex's admin" ? "globex's" : "acme's")
}

/** Whether the path names an object of a tenant; metadata types and roles of the portal are shared by all tenants. */
export function namesObjects({ path }: Pick<Endpoint, 'path'>): boolean {
  return path.replace('{type}', '').replace('/portal-roles/{id}', '').includes('{')
}

export const needsFreshSignIn: ReadonlySet<string> = new Set(['createRecoveryCodes', 'drillRecoveryCode'])

export type GuardedRoute = Exclude<Route, { allow: 'anyone' }>

/** The expected status of a cell: an allowed actor succeeds on objects of their own tenant. */
export function expectedStatus(cell: { route: GuardedRoute; actor: ActorName; ids: IdKind }): number {
  const { route, actor, ids } = cell
  const { endpoint, allow, also } = route
  if (
    actor === 'no session' ||
    actor === 'ended session' ||
    actor === 'revoked token' ||
    actor === 'SCIM token' ||
    actor === 'support with toggle off'
  )
    return ids === 'wrong type' ? 404 : 401
  const isAdmin = actor === 'admin' || actor === "globex's admin" || actor === 'admin service account'
  const isPerson =
    actor === 'plain user' || actor === 'admin' || actor === "globex's admin" || actor === 'vendor support'
  const hasIds = namesObjects(endpoint)
  if (hasIds && ids === 'wrong type') return 404
  if (actor === 'setup URL') {
    if (allow !== 'setup' && !also.includes('setup')) return 403
    // No test login has passed.
    if (endpoint.name === 'completeSetup') return 409
    return hasIds ? 404 : endpoint.success
  }
  if (allow === 'setup') return 403
  if (allow === 'support') {
    if (actor !== 'vendor support') return 403
    return hasIds && !belongsTo(actor, ids, endpoint) ? 404 : endpoint.success
  }
  const isSupport = actor === 'support with toggle on' || actor === 'support that may change'
  if (allow === 'in-support') return isSupport ? endpoint.success : 403
  const mayChange = actor === 'support that may change' && also.includes('support-changing')
  if (isSupport && !also.includes('support-reading') && !mayChange) return 403
  const isRepair = actor === 'recovery code'
  if (isRepair && !also.includes('recovery')) return 403
  const isNamed = isRepair || isSupport
  if ((!isNamed && allow === 'admin' && !isAdmin) || (!isNamed && allow === 'person' && !isPerson)) return 403
  // Only a person has a sign-in that can be fresh.
  if (actor === 'admin service account' && needsFreshSignIn.has(endpoint.name)) return 403
  // The code in the body is one of acme.
  if (endpoint.name === 'drillRecoveryCode' && actor === "globex's admin") return 400
  // Its body names a provider and a group of acme, which do not exist for globex.
  if (endpoint.name === 'setPortalRoleGroups' && actor === "globex's admin") return 400
  // The form names an environment of acme, which does not exist for other tenants.
  if (endpoint.name === 'selectEnvironment' && (actor === "globex's admin" || actor === 'vendor support')) return 403
  // The application with this id is the portal itself, which no launcher opens.
  if (endpoint.name === 'recordLaunch') return 404
  // The session, or the token, is one of another person.
  if (endpoint.name === 'endSession' || endpoint.name === 'revokeOwnApiToken') return 404
  // No image has the hash of these paths.
  if (endpoint.name === 'getApplicationIcon') return 404
  // No provider has the id of its query (primary-idp.test.ts tries one of another tenant).
  if (endpoint.name === 'rehearsePrimaryIdp') return 404
  if (!hasIds) return endpoint.success
  // The provider has no metadata address, and a single certificate.
  if ((endpoint.name === 'refreshMetadata' || endpoint.name === 'retireCertificate') && belongsTo(actor, ids, endpoint))
    return 409
  // The address of its body answers no image.
  if (endpoint.name === 'linkApplicationIcon' && belongsTo(actor, ids, endpoint)) return 400
  return belongsTo(actor, ids, endpoint) ? endpoint.success : 404
}
