import { securityPath } from '../../kit/navigation/sections.ts'
import { screenPath } from '../../kit/navigation/screen-path.ts'
import type { FindingTarget } from './finding.ts'

/** The page of the portal on which a finding is fixed. */
export function findingPath(target: FindingTarget): string {
  switch (target.kind) {
    case 'identity-provider':
      return screenPath('identityProvider', { idpId: target.id })
    case 'person':
      return screenPath('person', { personId: target.id })
    case 'service-account':
      return screenPath('serviceAccountEdit', { envId: target.environmentId, id: target.id })
    case 'application': {
      const page = screenPath('applicationEdit', { envId: target.environmentId, appId: target.id })
      if (target.part === 'roles') return page
      return `${page}?tab=${target.part === 'takeovers' ? 'provisioning' : target.part}`
    }
    case 'administrators':
      return securityPath('portal-roles')
    case 'recovery-codes':
      return securityPath('recovery-codes')
    case 'custom-roles':
      return screenPath('globalSettings', { tabId: 'custom-roles' })
    case 'username-formats':
      return screenPath('globalSettings', { tabId: 'identity-providers' })
    case 'audit':
    case 'notices':
    case 'people':
      return screenPath(target.kind)
  }
}
