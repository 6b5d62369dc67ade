import type { AuditRow } from './contract.ts'

/** One field that an entry changed; undefined: it was not there. */
export type AuditChange = { readonly name: string; readonly before: unknown; readonly after: unknown }

/** The fields of an entry whose values differ, in their order. An update also records fields that did not change. */
export function auditChanges({ before, after }: Pick<AuditRow, 'before' | 'after'>): readonly AuditChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names
    .map((name) => ({ name, before: was[name], after: is[name] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
}

/** A value that is not an object has one field without a name. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {}
  const isObject = typeof value === 'object' && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : { '': value }
}
