// The addresses that screens give of each other, over core's table of routes.
import { askedAction, screenPath, securityPath, type Mapping, type SetupStep } from '@portico/core'

/** The tabs of Environment Management (spec section 2), in their order. */
export const environmentTabs = ['roles-and-groups', 'service-accounts', 'general-settings'] as const

export type EnvironmentTab = (typeof environmentTabs)[number]

export function isEnvironmentTab(text: string | undefined): text is EnvironmentTab {
  return environmentTabs.some((tab) => tab === text)
}

/** An environment, by default the first, with the tab that was used last. */
export function environmentSettingsPath(envId?: string): string {
  return screenPath('environmentSettings', envId === undefined ? {} : { envId })
}

export function environmentPath(envId: string, tabId: EnvironmentTab): string {
  return screenPath('environmentSettings', { envId, tabId })
}

export function serviceAccountsPath(envId: string): string {
  return environmentPath(envId, 'service-accounts')
}

export function createAccountPath(envId: string): string {
  return screenPath('serviceAccountCreate', { envId })
}

export function editAccountPath(envId: string, id: string): string {
  return screenPath('serviceAccountEdit', { envId, id })
}

/** The applications of an environment, with one of them open. */
export function applicationsPath(envId: string, appId?: string): string {
  const path = environmentPath(envId, 'roles-and-groups')
  return appId === undefined ? path : `${path}?${new URLSearchParams({ app: appId })}`
}

export function editApplicationPath(envId: string, appId: string): string {
  return screenPath('applicationEdit', { envId, appId })
}

/** The value of `?tab=` on the page of an application. */
export const peopleTab = 'people'

export const signInTab = 'sign-in'

/** How an application signs people in. */
export function applicationSignInPath(envId: string, appId: string): string {
  return `${editApplicationPath(envId, appId)}?${new URLSearchParams({ tab: signInTab })}`
}

export const provisioningTab = 'provisioning'

/** How people and groups are sent to an application. */
export function applicationProvisioningPath(envId: string, appId: string): string {
  return `${editApplicationPath(envId, appId)}?${new URLSearchParams({ tab: provisioningTab })}`
}

/** The people who can open an application. */
export function openersPath(envId: string, appId: string): string {
  return `${editApplicationPath(envId, appId)}?${new URLSearchParams({ tab: peopleTab })}`
}

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
  if (kind === 'portal-role') return securityPath('portal-roles')
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

/** The tabs of Global Settings (spec section 2), in their order. */
export const settingsTabs = ['identity-providers', 'custom-roles', 'security-settings'] as const
export type SettingsTab = (typeof settingsTabs)[number]

export function isSettingsTab(text: string | undefined): text is SettingsTab {
  return settingsTabs.some((tab) => tab === text)
}

export function settingsPath(tabId: SettingsTab): string {
  return screenPath('globalSettings', { tabId })
}

/** The parts of one identity provider (spec section 2), in their order. */
export const providerTabs = ['configuration', 'username-formats', 'scim'] as const
export type ProviderTab = (typeof providerTabs)[number]

export function isProviderTab(text: string | undefined): text is ProviderTab {
  return providerTabs.some((tab) => tab === text)
}

export function providerPath(idpId: string, tabId: ProviderTab = 'configuration'): string {
  return screenPath('identityProvider', { idpId, tabId })
}

/** The same, with the focus on its test login. */
export function testProviderPath(idpId: string): string {
  return `${providerPath(idpId)}?${new URLSearchParams({ [askedAction.name]: askedAction.test })}`
}

type WizardQuery = { readonly type: string; readonly id?: string | undefined; readonly step?: 3 }

/** The wizard for a new provider: its first step, or the one after `type` was chosen; `id`: the provider was saved. */
export function createProviderPath(query?: WizardQuery): string {
  const path = screenPath('identityProviderCreate')
  if (query === undefined) return path
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** The requests of one support session. */
export function transcriptPath(id: string): string {
  return `${securityPath('support-sessions')}?${new URLSearchParams({ transcript: id })}`
}

/** The value of `?role=` for one that does not exist yet. */
export const newRole = 'new'

/** The custom roles of the tenant, or one of them. */
export function customRolesPath(id?: string): string {
  const path = settingsPath('custom-roles')
  return id === undefined ? path : `${path}?${new URLSearchParams({ role: id })}`
}

export function peoplePath(): string {
  return screenPath('people')
}

/** The people in one group. */
export function membersPath(groupId: string): string {
  return `${peoplePath()}?group=${encodeURIComponent(groupId)}`
}

export function personPath(id: string): string {
  return screenPath('person', { personId: id })
}

/** In place of a person's id: the page that explains the access of any username. */
export const explained = 'explain'

type ExplainQuery = {
  /** A username, or the id of a person. */
  readonly user?: string
  readonly env?: string
  readonly app?: string
}

/** The explanation of what a person can open, and why. */
export function explainPath({ user = '', env = '', app = '' }: ExplainQuery = {}): string {
  const entries = Object.entries({ user, env, app }).filter(([, value]) => value !== '')
  const path = screenPath('person', { personId: explained })
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

/** `idp`: only those of one identity provider. */
export function signInsPath(idp?: string): string {
  const path = screenPath('signIns')
  return idp === undefined ? path : `${path}?idp=${encodeURIComponent(idp)}`
}

export function signInPath(code: string): string {
  return screenPath('signIn', { code })
}

export function operationsPath(): string {
  return screenPath('operations')
}

export function operatedTenantPath(slug: string): string {
  return screenPath('operatedTenant', { slug })
}

/** The page of a step: the wizard's three, then the test login with the initial group assignment. */
export function setupStepPath(step: SetupStep): string {
  return step === 4 ? screenPath('firstTime') : screenPath('setup', { step: String(step) })
}
