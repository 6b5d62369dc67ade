import { isObject, type ComplexValue, type Value } from './values.ts'

/**
 * The values before and those added, each once. A new primary value takes the place of the old one (RFC 7644 section 3.5.2). The time
 * is linear in the size of both lists.
 */
export function withAdded(before: readonly Value[], added: readonly Value[]): readonly Value[] {
  const known = new Set(before.map(canonical))
  const fresh = added.filter((one) => {
    const text = canonical(one)
    if (known.has(text)) return false
    known.add(text)
    return true
  })
  const kept = without(before, fresh)
  return [...(fresh.some(isPrimary) ? kept.map(notPrimary) : kept), ...fresh]
}

/** The values that are not the same as one of the others by what identifies them: `value` and, where both have one, `type`. */
export function without(list: readonly Value[], others: readonly Value[]): readonly Value[] {
  const typesOf = new Map<Value, Set<Value | undefined>>()
  const wholes = new Set<string>()
  for (const one of others) {
    const { value, type } = identityOf(one)
    if (value === undefined) wholes.add(canonical(one))
    else typesOf.set(value, (typesOf.get(value) ?? new Set()).add(type))
  }
  return list.filter((one) => {
    const { value, type } = identityOf(one)
    if (value === undefined) return !wholes.has(canonical(one))
    const types = typesOf.get(value)
    return types === undefined || !(type === undefined || types.has(undefined) || types.has(type))
  })
}

export function isPrimary(one: Value): boolean {
  return isObject(one) && (one as ComplexValue)['primary'] === true
}

export function notPrimary(one: Value): Value {
  return isPrimary(one) ? { ...(one as ComplexValue), primary: false } : one
}

function identityOf(one: Value) {
  if (!isObject(one)) return { value: one, type: undefined }
  const { value, type } = one as ComplexValue
  return { value, type }
}

/** The same text for equal values, in whatever order their sub-attributes are. */
function canonical(one: Value): string {
  if (!isObject(one)) return JSON.stringify(one)
  return JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
