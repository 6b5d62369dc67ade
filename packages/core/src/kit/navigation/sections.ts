import { screenPath } from './screen-path.ts'

/** The sections of the Security tab of Global Settings, each with an address, in their order. */
export const securitySections = [
  'portal-roles',
  'idle-time',
  'support-access',
  'support-sessions',
  'webhooks',
  'api-tokens',
  'recovery-codes',
] as const

export type SecuritySection = (typeof securitySections)[number]

export function securityPath(sectionId: SecuritySection): string {
  return screenPath('securitySettings', { sectionId })
}

/** The sections of the configuration of an identity provider, in their order; certificates in effect only of one that has some. */
export const configurationSections = ['settings', 'provider-side', 'certificates'] as const

export type ConfigurationSection = (typeof configurationSections)[number]

export function configurationPath(idpId: string, sectionId: ConfigurationSection): string {
  return screenPath('identityProvider', { idpId, tabId: 'configuration', sectionId })
}

/** The sections of the tab SCIM of an identity provider, in their order. */
export const scimSections = ['tokens', 'group-source', 'activity', 'drift', 'requests'] as const

export type ScimSection = (typeof scimSections)[number]

export function scimPath(idpId: string, sectionId: ScimSection): string {
  return screenPath('identityProvider', { idpId, tabId: 'scim', sectionId })
}
