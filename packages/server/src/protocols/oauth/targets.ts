import { allAssignedApplications } from '@portico/core/contract'

import { urn } from '../../kit/identifiers.ts'
import { invalidTarget, type Refusal } from '../../kit/http/oauth-refusal.ts'

/** The portal's application id and name, the same in every tenant (design "The API"). */
export const portal = 'portal'

/** What a token is for: applications, each with the names of the roles that the account holds there. */
export type Targets = ReadonlyMap<string, readonly string[]>

/** Who asks (ClientAccount). `targets`: what it may ask for. */
type Asking = {
  readonly tenantSlug: string
  readonly deactivated: boolean
  readonly targets: Targets
  readonly dependsOn: ReadonlySet<string>
}

export function portalAudience(tenantSlug: string): string {
  return urn(tenantSlug, 'application', portal)
}

/** The applications that the `resource`s (RFC 8707) of a request name; without one, the portal. */
export function findTargets(account: Asking, resources: readonly string[]): Targets | Refusal {
  const portalOnly = portalAudience(account.tenantSlug)
  const named = resources.length === 0 ? [portalOnly] : resources
  const asked = named.flatMap((resource) => (resource === allAssignedApplications ? [...account.dependsOn] : resource))
  if (asked.length === 0) return invalidTarget('The service account depends on no application.')
  if (account.deactivated && asked.some((resource) => resource !== portalOnly))
    return invalidTarget('The tenant is deactivated: only tokens for the portal are issued.')
  const targets = new Map<string, readonly string[]>()
  for (const resource of asked) {
    const roles = account.targets.get(resource)
    if (roles === undefined)
      return invalidTarget(`The service account does not depend on this application${shown(resource)}.`)
    targets.set(resource, roles)
  }
  return targets
}

/** RFC 6749 section 5.2 allows few characters in a description. */
function shown(resource: string): string {
  return /^[\w.:~/%?&=+@-]{1,200}$/.test(resource) ? `: ${resource}` : ''
}
