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
