import { screenPath } from '../../kit/navigation/screen-path.ts'
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

/** The portal page of the object that an entry changed; undefined if there is none, or if its address needs the environment. */
export function auditTargetPath({ kind, id }: Target): string | undefined {
  if (id === null) return undefined
  if (kind === 'identity-provider') return screenPath('identityProvider', { idpId: id, tabId: 'configuration' })
  if (kind === 'person' || kind === 'user') return screenPath('person', { personId: id })
  if (kind === 'environment') return screenPath('environmentSettings', { envId: id })
  if (kind === 'tenant-role') return `${screenPath('globalSettings', { tabId: 'custom-roles' })}?role=${id}`
  return undefined
}

/** An object, or a setting of the tenant, which the beginning of its actions names: `{ setting: 'idle-time' }`. */
export type Audited = { readonly kind: string; readonly id: string } | { readonly setting: string }

/** The entries about one object. Changes of a person and sessions have two kinds of target, and the same id. */
export function historyOf(audited: Audited): { targetKind?: string; target?: string; action?: string } {
  if ('setting' in audited) return { action: audited.setting }
  const { kind, id } = audited
  return kind === 'person' || kind === 'user' ? { target: id } : { targetKind: kind, target: id }
}

/** The page of the audit log with the entries about one object. */
export function auditHistoryPath(audited: Audited): string {
  const { targetKind: kind, ...others } = historyOf(audited)
  return `${screenPath('audit')}?${new URLSearchParams({ ...(kind !== undefined && { kind }), ...others })}`
}
