import { folded, sortedRows, type FieldValue } from '@portico/core'

import { isTextList } from './cell.ts'
import type { OutputPlan } from './plan.ts'

/** The rows that pass every `--filter`, in the order of `--sort` (else as they came). */
export function selectRows<Row>(plan: OutputPlan<Row>, rows: readonly Row[]): readonly Row[] {
  const passing = rows.filter((row) => passes(plan, row))
  return plan.sort === undefined ? passing : sortedRows(passing, plan.sort)
}

/** Whether a row passes every `--filter`. */
export function passes<Row>(plan: OutputPlan<Row>, row: Row): boolean {
  return plan.filters.every(({ field, compares, value }) =>
    compares === 'equals' ? equals(field.value(row), value) : contains(field.value(row), value),
  )
}

/** Ignores case and accents, as every search does. */
function contains(value: FieldValue, wanted: string): boolean {
  if (isTextList(value)) return value.some((entry) => contains(entry, wanted))
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  return folded(text).includes(folded(wanted))
}

/** A list passes if it contains the value; text comparison ignores case. */
function equals(value: FieldValue, wanted: string): boolean {
  if (isTextList(value)) return value.some((entry) => equals(entry, wanted))
  if (typeof value === 'object' && value !== null) return JSON.stringify(value) === wanted
  return String(value ?? '').toLowerCase() === wanted.toLowerCase()
}
