import { screenPath, type Mapping } from '@portico/core'

import { environmentPath } from '../../tenant/environments/admin-paths.ts'
import { settingsPath } from '../../providers/identity-providers/admin-paths.ts'

/** In place of an application's id: the custom roles, which belong to none. */
export const customRoles = 'custom-roles'

/** In place of a role's id: the application itself, which groups open without a role. */
export const withoutRole = 'none'

/** The groups of one role of an application, or of one custom role, in an environment. */
export function mappingPath(envId: string, app: string, role?: string): string {
  const query = new URLSearchParams(role === undefined ? { app } : { app, role })
  return `${environmentPath(envId, 'roles-and-groups')}?${query}`
}

/** Where a mapping is edited. Roles of the portal are the same in all environments, and have their page in Global Settings. */
export function editMappingPath(
  envId: string,
  { kind, appId = '', roleId }: Pick<Mapping, 'kind' | 'appId' | 'roleId'>,
): string {
  if (kind === 'portal-role') return settingsPath('security-settings')
  if (kind === 'tenant-role') return mappingPath(envId, customRoles, roleId)
  return mappingPath(envId, appId, kind === 'application' ? withoutRole : roleId)
}

/** The page of one group: what it is mapped to. */
export function groupPath(id: string): string {
  return `${screenPath('groups')}?${new URLSearchParams({ group: id })}`
}

/** The groups of a provider; of the primary one by default. */
export function groupsPath(idp?: string): string {
  return idp === undefined ? screenPath('groups') : `${screenPath('groups')}?${new URLSearchParams({ idp })}`
}

/** All roles of an environment against groups. */
export function matrixPath(envId: string): string {
  return `${environmentPath(envId, 'roles-and-groups')}?${new URLSearchParams({ view: 'matrix' })}`
}

/** The mappings of an environment beside those of another one, or the choice of it. */
export function comparePath(envId: string, to?: string): string {
  const query = new URLSearchParams({ view: 'compare', ...(to === undefined ? {} : { to }) })
  return `${environmentPath(envId, 'roles-and-groups')}?${query}`
}
