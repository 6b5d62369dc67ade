import { securityAdminRole, supportRole, type PrincipalInfo } from '@portico/core/contract'

import { forbidden } from '../../kit/http/failure.ts'
import type { Sender } from '../../kit/http/senders.ts'

/** Who is acting, without the groups; `nickname` is what the header calls them. Throws 403 for an actor without a name. */
export function principalOf({ actor, tenant, environment, profile }: Sender): Omit<PrincipalInfo, 'groups'> & {
  nickname: string
} {
  if (actor.kind === 'recovery' || actor.kind === 'setup') throw forbidden()
  if (actor.kind === 'support') {
    const { id, name } = actor
    const place = { tenant: { id: tenant.id, name: tenant.name }, environment: null, portalRoles: [securityAdminRole] }
    return { ...place, kind: 'support', id, username: name, name, nickname: name, email: null, identityProvider: null }
  }
  const { id, name } = actor
  const portalRoles = [
    ...(actor.isAdmin ? [securityAdminRole] : []),
    ...(actor.kind === 'user' && actor.supports ? [supportRole] : []),
  ]
  const common = { id, tenant: { id: tenant.id, name: tenant.name }, environment, portalRoles }
  if (profile === null)
    return {
      ...common,
      kind: 'service-account',
      username: name,
      name,
      nickname: name,
      email: null,
      identityProvider: null,
    }
  const { groups: _, ...fields } = profile
  return { ...common, kind: 'user', ...fields }
}
