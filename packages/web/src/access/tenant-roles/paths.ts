import { settingsPath } from '../../providers/identity-providers/admin-paths.ts'

/** The value of `?role=` for one that does not exist yet. */
export const newRole = 'new'

/** The custom roles of the tenant, or one of them. */
export function customRolesPath(id?: string): string {
  const path = settingsPath('custom-roles')
  return id === undefined ? path : `${path}?${new URLSearchParams({ role: id })}`
}
