import { auditChanges } from './changes.ts'
import type { AuditRow } from './contract.ts'

/**
 * The changes that can be taken back, and the fields that are set again (docs/decisions/0104). A field of an entry that is not
 * listed, such as an id, is never set.
 */
const revertedFieldsOf = {
  'app-role.groups': ['tenantGroups'],
  'application.groups': ['tenantGroups'],
  'application.sign-in': ['config'],
  'branding.update': ['name', 'primaryColor', 'accentColor', 'privacyPolicyUrl'],
  'environment.update': ['name'],
  'idle-time.update': ['idletime'],
  'launcher.settings': ['announcement', 'accessContact'],
  'portal-role.groups': ['groups'],
  'service-account.dependencies': ['dependencies'],
  'service-account.update': ['name'],
  'support-access.update': ['allowProsAccess', 'allowProsChange'],
  'tenant-role.groups': ['tenantGroups'],
  'tenant-role.update': ['label'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type RevertibleAction = keyof typeof revertedFieldsOf

export const revertibleActions = Object.keys(revertedFieldsOf) as readonly RevertibleAction[]

export function isRevertible(action: string): action is RevertibleAction {
  return Object.hasOwn(revertedFieldsOf, action)
}

/** Why an entry cannot be taken back, whatever the present state is. */
export type RevertRefusal =
  | 'REVERT_CREATED'
  | 'REVERT_DELETED'
  | 'REVERT_EARLIER'
  | 'REVERT_EVENT'
  | 'REVERT_KEYS'
  | 'REVERT_NOT_OFFERED'
  | 'REVERT_PROVIDER'

type Recorded = Pick<AuditRow, 'action' | 'before' | 'after'>

/** undefined: the present state decides, which the server knows. */
export function revertRefusal(entry: Recorded): RevertRefusal | undefined {
  const { action } = entry
  if (!isRevertible(action)) return refusalOfAction(action)
  const { before } = revertedFields(entry)
  if (action === 'application.sign-in' && entry.before == null) return 'REVERT_CREATED'
  if (action === 'application.sign-in' && changesClientKeys(entry)) return 'REVERT_KEYS'
  if (action === 'service-account.update' && changesKeys(entry)) return 'REVERT_KEYS'
  if (action.endsWith('.groups') && action !== 'portal-role.groups' && environmentOf(entry) === undefined)
    return 'REVERT_EARLIER'
  return Object.keys(before).length === 0 ? 'REVERT_NOT_OFFERED' : undefined
}

const events =
  /^(?:session|token|support|setup|setup-url|cli-sign-in|recovery-codes|audit|tenant)\.|\.(?:warn|test|confirm|sign-out)$/

function refusalOfAction(action: string): RevertRefusal {
  if (events.test(action)) return 'REVERT_EVENT'
  if (/^(?:identity-provider|certificate|primary-switch|federation-keys)\./.test(action)) return 'REVERT_PROVIDER'
  if (action.endsWith('.create')) return 'REVERT_CREATED'
  return /\.(?:delete|forget|icon-remove)$/.test(action) ? 'REVERT_DELETED' : 'REVERT_NOT_OFFERED'
}

type Fields = Readonly<Record<string, unknown>>

/** The fields that a revert sets: what they were before the change, and what they must still be. */
export function revertedFields(entry: Recorded): { readonly before: Fields; readonly after: Fields } {
  if (!isRevertible(entry.action)) return { before: {}, after: {} }
  const names: readonly string[] = revertedFieldsOf[entry.action]
  const [before, after] = [recordedFields(entry, entry.before), recordedFields(entry, entry.after)]
  const changed = auditChanges({ before, after }).filter(({ name }) => names.includes(name))
  return {
    before: Object.fromEntries(changed.map((one) => [one.name, one.before])),
    after: Object.fromEntries(changed.map((one) => [one.name, one.after])),
  }
}

/** The roles of a service account are recorded as a list. */
function recordedFields({ action }: Recorded, value: unknown): Fields {
  if (action === 'service-account.dependencies') return { dependencies: value }
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** Where an application's keys are, or what they are: a replaced one can be in the wrong hands. */
function changesClientKeys({ before, after }: Recorded): boolean {
  const keysOf = (value: unknown) => {
    const { config = {} } = (value ?? {}) as { config?: Readonly<Record<string, unknown>> }
    return JSON.stringify([config['publicKeys'], config['jwksUri'], config['signingCertificates']])
  }
  return keysOf(before) !== keysOf(after)
}

function changesKeys(entry: Recorded): boolean {
  return auditChanges(entry).some(({ name }) => /^key[12](?:Algorithm)?$/.test(name))
}

/** The environment of a mapping. Entries of versions before 0104 do not have it. */
export function environmentOf({ after }: Pick<AuditRow, 'after'>): string | undefined {
  const { environment } = (after ?? {}) as { environment?: { id?: unknown } }
  return typeof environment?.id === 'string' ? environment.id : undefined
}
