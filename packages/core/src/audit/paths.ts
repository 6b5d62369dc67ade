import { screenPath } from '../navigation/screen-path.ts'
import type { AuditRow } from './contract.ts'

type Target = Pick<AuditRow['target'], 'kind' | 'id'>

/** The kinds of objects that the filter of the faces offers; the server knows others too. */
export const auditedKinds = [
  'application',
  'environment',
  'group',
  'identity-provider',
  'person',
  'portal-role',
  'service-account',
  'tenant',
  'tenant-role',
  'user',
] as const

/** The page of the portal about what an entry changed; undefined where it has none, or not without its environment. */
export function auditTargetPath({ kind, id }: Target): string | undefined {
  if (id === null) return undefined
  if (kind === 'identity-provider') return screenPath('identityProvider', { idpId: id, tabId: 'configuration' })
  if (kind === 'person' || kind === 'user') return screenPath('person', { personId: id })
  if (kind === 'environment') return screenPath('environmentSettings', { envId: id })
  if (kind === 'tenant-role') return `${screenPath('globalSettings', { tabId: 'custom-roles' })}?role=${id}`
  return undefined
}

/** The page of the audit log with the entries about one object. */
export function auditHistoryPath({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${screenPath('audit')}?${new URLSearchParams({ kind, target: id })}`
}
