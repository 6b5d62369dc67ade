import type { Endpoint } from '@portico/core/contract'

import type { Failure } from './failure.ts'

/** What a path is about, the most specific first, and the parameter that names it. */
const resources: readonly (readonly [part: string, type: string, parameter: string])[] = [
  ['/portal/admin/setup/', 'setup', ''],
  ['/apitoken/tokens', 'api-token', 'id'],
  ['/admin/api-tokens', 'api-token', 'id'],
  ['/applications/{appId}/roles/{roleId}', 'app-role', 'roleId'],
  ['/applications/{appId}', 'application', 'appId'],
  ['/environments/{envId}/roles/{roleId}', 'tenant-role', 'roleId'],
  ['/admin/roles', 'tenant-role', 'id'],
  ['/admin/groups/{id}', 'group', 'id'],
  ['/service-accounts', 'service-account', 'id'],
  ['/portal-roles', 'portal-role', 'id'],
  ['/tenant/idps', 'identity-provider', 'id'],
  ['/tenant/primary-idp', 'identity-provider', ''],
  ['/idp-switch', 'identity-provider', ''],
  ['/scim/tokens/{tokenId}', 'scim-token', 'tokenId'],
  ['/idps/{id}', 'identity-provider', 'id'],
  ['/idps/{idpId}', 'identity-provider', 'idpId'],
  ['/people/{id}/sessions/{sessionId}', 'session', 'sessionId'],
  ['/people', 'person', 'id'],
  ['/sign-ins', 'sign-in', 'code'],
  ['/idp-metadata', 'identity-provider', ''],
  ['/certificates', 'certificate', ''],
  ['/publickey', 'certificate', ''],
  ['/groups', 'group', ''],
  ['/primary-idp-groups', 'group', ''],
  ['/environments/{envId}', 'environment', 'envId'],
  ['/environments', 'environment', 'id'],
  ['/cloudsession', 'session', ''],
  ['/portal/sessions', 'session', 'id'],
  ['/launcher/icons', 'application', ''],
  ['/launcher/preferences', 'launcher-preferences', ''],
  ['/launcher/notices', 'launcher-notices', ''],
  ['/settings/launcher', 'launcher-settings', ''],
  ['/settings/branding', 'branding', ''],
  ['/settings/idletime', 'idle-time', ''],
  ['/support-sessions', 'support-session', 'id'],
  ['/operations/support-session', 'support-session', ''],
  ['/settings/support-access', 'support-access', ''],
  ['/recovery-codes', 'recovery-codes', ''],
  ['/admin/audit/{id}', 'audit', 'id'],
  ['/admin/audit', 'audit', ''],
  ['/admin/webhooks', 'webhook', 'id'],
]

/** The kind of resource that a call concerns, and the parameter with its id; undefined: none, as signing in. */
export function resourceOf({ path }: Pick<Endpoint, 'path'>): { type: string; parameter: string } | undefined {
  const found = resources.find(([part]) => path.includes(part))
  return found && { type: found[1], parameter: found[2] }
}

/**
 * The failure with the resource it concerns (spec section 8), if the handler did not name one. The id is the one from the
 * path, known or not: an id of another tenant and an unknown one get the same answer.
 */
export function concerning(
  failure: Failure,
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string>>,
): Failure {
  const ofCall = resourceOf(endpoint)
  // Authentication, rate limits and internal errors concern no resource.
  if (ofCall === undefined || failure.status === 401 || failure.status === 429 || failure.status >= 500) return failure
  // For a list or a creation in an unknown environment, the resource is the environment.
  const isElsewhere = failure.status === 404 && !(ofCall.parameter in params) && 'envId' in params
  const type = failure.resource?.type ?? (isElsewhere ? 'environment' : ofCall.type)
  const parameter = type === ofCall.type ? ofCall.parameter : type === 'environment' ? 'envId' : ''
  return failure.about({ type, id: failure.resource?.id ?? params[parameter] })
}
