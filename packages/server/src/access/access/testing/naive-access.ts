import type { Model, User } from './random-tenant.ts'

/** The access rules implemented a second time, as plainly as possible: loops over data, no query. */
export function naiveAccess(model: Model) {
  const providerOf = (user: User) => model.providers.find(({ id }) => id === user.providerId)
  const holds = (user: User, groupId: string) => user.groupIds.includes(groupId)

  const canSignIn = (user: User) => user.active && providerOf(user)?.enabled === true

  /** At a provider that administers, by a group of that provider. */
  const isAdmin = (user: User) =>
    providerOf(user)?.administers === true &&
    model.portalRoleGroups.some(
      (id) => holds(user, id) && model.groups.find((group) => group.id === id)?.providerId === user.providerId,
    )

  const heldRoles = (user: User, environmentId: string, applicationId: string) =>
    model.roles.filter(
      (role) =>
        role.environmentId === environmentId &&
        role.applicationId === applicationId &&
        model.roleGroups.some(({ roleId, groupId }) => roleId === role.id && holds(user, groupId)),
    )

  const groupsOpen = (user: User, environmentId: string, applicationId: string) =>
    heldRoles(user, environmentId, applicationId).length > 0 ||
    model.accessGroups.some(
      (one) => one.environmentId === environmentId && one.applicationId === applicationId && holds(user, one.groupId),
    )

  /** Labels of visible roles. */
  const rolesAt = (user: User, environmentId: string, applicationId: string) => [
    ...new Set(heldRoles(user, environmentId, applicationId).flatMap(({ visible, label }) => (visible ? [label] : []))),
  ]

  /** Every role that is shown: of the portal, of the tenant in each environment, of applications. */
  const shownRoles = (user: User) => [
    ...(isAdmin(user) ? ['portal-role'] : []),
    ...model.environments.flatMap(({ id: environmentId }) =>
      model.tenantRoles
        .filter(({ id }) =>
          model.tenantRoleGroups.some(
            (one) => one.roleId === id && one.environmentId === environmentId && holds(user, one.groupId),
          ),
        )
        .map(({ id }) => `tenant-role ${environmentId} ${id}`),
    ),
    ...model.placed.flatMap(({ environmentId, applicationId }) =>
      heldRoles(user, environmentId, applicationId)
        .filter(({ visible }) => visible)
        .map(({ id }) => `application-role ${environmentId} ${id}`),
    ),
  ]

  const applicationsIn = (user: User, environmentId: string) =>
    model.applications.filter(({ id }) => groupsOpen(user, environmentId, id))

  const environmentsOf = (user: User) =>
    model.environments.filter(({ id }) => isAdmin(user) || applicationsIn(user, id).length > 0)

  return { canSignIn, isAdmin, groupsOpen, rolesAt, shownRoles, applicationsIn, environmentsOf }
}
