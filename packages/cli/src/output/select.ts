import type { FieldValue } from '@portico/core'

import { isTextList } from './cell.ts'
import type { OutputPlan } from './plan.ts'

/** The rows that pass every `--filter`, in the order of `--sort` (else as they came). */
export function selectRows<Row>(plan: OutputPlan<Row>, rows: readonly Row[]): readonly Row[] {
  const passing = rows.filter((row) => plan.filters.every(({ field, value }) => equals(field.value(row), value)))
  const { sort } = plan
  if (sort === undefined) return passing
  const direction = sort.descending ? -1 : 1
  return passing.toSorted((left, right) => direction * compare(sort.field.value(left), sort.field.value(right)))
}

/** A list passes when it holds the value; text is compared without regard to case. */
function equals(value: FieldValue, wanted: string): boolean {
  if (isTextList(value)) return value.some((entry) => equals(entry, wanted))
  if (typeof value === 'object' && value !== null) return JSON.stringify(value) === wanted
  return String(value ?? '').toLowerCase() === wanted.toLowerCase()
}

/** Independent of the locale, so that the same data sorts alike everywhere. */
function compare(left: FieldValue, right: FieldValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [a, b] = [orderedText(left), orderedText(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

function orderedText(value: FieldValue): string {
  const isStructure = typeof value === 'object' && value !== null && !isTextList(value)
  return (isStructure ? JSON.stringify(value) : String(value ?? '')).toLowerCase()
}
