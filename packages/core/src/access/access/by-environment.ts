import type { EffectiveAccess, HeldRole, OpenedApplication } from './contract.ts'

export type AccessInEnvironment = {
  readonly id: string
  readonly name: string
  /** Each with the labels of the roles there. */
  readonly applications: readonly OpenedApplication[]
  readonly customRoles: readonly HeldRole[]
}

/** What groups give, as it is read: the roles of the portal, then each environment. */
export type AccessByEnvironment = {
  readonly portalRoles: readonly HeldRole[]
  readonly environments: readonly AccessInEnvironment[]
  /** There are more roles or applications than the answer holds. */
  readonly isCut: boolean
}

export function accessByEnvironment(access: EffectiveAccess): AccessByEnvironment {
  const { roles, roleCount, applications, applicationCount } = access
  const named = [...applications, ...roles].flatMap(({ environment }) => environment ?? [])
  const environments = new Map(named.map((environment) => [environment.id, environment]))
  return {
    portalRoles: roles.filter(({ kind }) => kind === 'portal-role'),
    environments: [...environments.values()].map(({ id, name }) => ({
      id,
      name,
      applications: applications.filter(({ environment }) => environment.id === id),
      customRoles: roles.filter(({ kind, environment }) => kind === 'tenant-role' && environment?.id === id),
    })),
    isCut: applicationCount > applications.length || roleCount > roles.length,
  }
}
