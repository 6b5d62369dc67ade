import { environmentPath } from '../environments/admin-paths.ts'

/** In place of an application's id: the custom roles, which belong to none. */
export const customRoles = 'custom-roles'

/** In place of a role's id: the application itself, which groups open without a role. */
export const withoutRole = 'none'

/** The groups of one role of an application, or of one custom role, in an environment. */
export function mappingPath(envId: string, app: string, role?: string): string {
  const query = new URLSearchParams(role === undefined ? { app } : { app, role })
  return `${environmentPath(envId, 'roles-and-groups')}?${query}`
}
