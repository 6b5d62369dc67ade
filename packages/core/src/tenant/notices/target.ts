import { screenPath } from '../../kit/navigation/screen-path.ts'
import type { Notice, StalledProvisioning } from './contract.ts'

/** The page of the portal on which it is replaced. */
export function noticePath({ kind, targetId, environmentId }: Omit<Notice, 'id'>): string {
  // Not with `securityPath`: the launcher loads this file, and would load those of administration with it.
  if (targetId === null)
    return screenPath('securitySettings', { sectionId: kind === 'recovery-codes' ? kind : 'portal-roles' })
  if (kind === 'service-account-key' && environmentId !== null)
    return screenPath('serviceAccountEdit', { envId: environmentId, id: targetId })
  if (kind === 'application-certificate' && environmentId !== null)
    return `${screenPath('applicationEdit', { envId: environmentId, appId: targetId })}?tab=sign-in`
  return screenPath('identityProvider', { idpId: targetId, tabId: kind === 'scim-token' ? 'scim' : 'configuration' })
}

/** The page of the portal on which its provisioning goes on. */
export function stalledPath({
  environmentId: envId,
  applicationId: appId,
}: Pick<StalledProvisioning, 'environmentId' | 'applicationId'>): string {
  return `${screenPath('applicationEdit', { envId, appId })}?tab=provisioning`
}
