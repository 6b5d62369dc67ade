import { screenPath } from '@portico/core'

/** The tabs of Environment Management (spec section 2), in their order. */
export const environmentTabs = ['roles-and-groups', 'service-accounts', 'general-settings'] as const

export type EnvironmentTab = (typeof environmentTabs)[number]

/** The tab that Environment Management opens with: the most used one. */
export const firstTab: EnvironmentTab = 'service-accounts'

export function isEnvironmentTab(text: string | undefined): text is EnvironmentTab {
  return environmentTabs.some((tab) => tab === text)
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
