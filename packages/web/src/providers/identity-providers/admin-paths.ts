import { screenPath } from '@portico/core'

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

/** `type` preselects the type; without it the page asks for one. */
export function createProviderPath(type?: string): string {
  const path = screenPath('identityProviderCreate')
  return type === undefined ? path : `${path}?type=${encodeURIComponent(type)}`
}

/** `idp`: only those of one identity provider. */
export function signInsPath(idp?: string): string {
  const path = screenPath('signIns')
  return idp === undefined ? path : `${path}?idp=${encodeURIComponent(idp)}`
}

export function signInPath(code: string): string {
  return screenPath('signIn', { code })
}
