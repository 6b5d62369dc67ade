import type { FieldValue } from '@portico/core'

import { pemFingerprint } from '../../kit/keys/pem-fingerprint.ts'
import { keySummary } from '../../kit/output/cell.ts'
import { masked } from '../../kit/output/mask.ts'
import { changesBetween, type Change } from '../../kit/output/dry-run.ts'
import { isRecord, namesIn, valueAt, type ProviderDraft } from './draft.ts'

/** The changes that a save would make, by field; `stored` names the stored secrets, undefined before creation. */
export function changesOf(
  before: ProviderDraft | undefined,
  after: ProviderDraft,
  stored: readonly string[] = [],
): Change[] {
  const [old, now] = [before === undefined ? {} : flat(before), flat(after)]
  const absent = Object.fromEntries(Object.keys(old).map((name) => [name, null]))
  const secrets = Object.entries(after.secrets).flatMap(([name, secret]): Change[] => {
    const isStored = stored.includes(name)
    if (secret === null && !isStored) return []
    return [{ field: name, from: isStored ? masked : null, to: secret === null ? null : `${masked} (new)` }]
  })
  return [...changesBetween(old, { ...absent, ...now }), ...secrets]
}

/** All values by dotted name; a certificate is shown as its fingerprint. */
function flat({ type, name, enabled, config }: ProviderDraft): Record<string, FieldValue> {
  const values = namesIn(type, config).map((field) => [field, shown(field, valueAt(config, field))] as const)
  return { type, name, enabled, ...Object.fromEntries(values) }
}

function shown(field: string, value: unknown): FieldValue {
  if (typeof value === 'string')
    return field.startsWith('signingCertificate') ? (pemFingerprint(value) ?? keySummary(value)) : value
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return isRecord(value) ? value : value === undefined || value === null ? null : JSON.stringify(value)
}
