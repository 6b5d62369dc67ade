import { comparedAttribute, type CompareValue, type Filter } from './filter.ts'
import type { AttributePath } from './paths.ts'
import type { Attribute } from './schemas.ts'
import { isObject, valueIn, type ComplexValue, type ResourceValues, type Value } from './values.ts'

/** Whether a resource matches a filter. An attribute with several values matches if one of them does. */
export function matches(filter: Filter, resource: ResourceValues): boolean {
  return holds(filter, (path) => valuesAt(resource, path), resource)
}

/** Whether one value of an attribute matches the filter in brackets. */
export function valueMatches(filter: Filter<Attribute>, value: Value): boolean {
  return holds(filter, ({ name }) => (isObject(value) ? present((value as ComplexValue)[name]) : []), {})
}

/** The values that a path names in a resource. */
export function valuesAt(resource: ResourceValues, { extension, attribute, sub }: AttributePath): readonly Value[] {
  const values = present(valueIn(resource, extension, attribute.name))
  if (sub === undefined) return values
  return values.flatMap((value) => (isObject(value) ? present((value as ComplexValue)[sub.name]) : []))
}

function holds<Path extends AttributePath | Attribute>(
  filter: Filter<Path>,
  read: (path: Path) => readonly Value[],
  resource: ResourceValues,
): boolean {
  switch (filter.op) {
    case 'and':
      return filter.parts.every((part) => holds(part, read, resource))
    case 'or':
      return filter.parts.some((part) => holds(part, read, resource))
    case 'not':
      return !holds(filter.part, read, resource)
    case 'some':
      return valuesAt(resource, filter.path).some((value) => valueMatches(filter.part, value))
    case 'constant':
      return filter.holds
    case 'pr':
      return read(filter.path).some((value) => value !== '')
    default:
      return compares(filter, comparedAttribute(filter.path), read(filter.path).map(comparedValue))
  }
}

function compares(
  { op, value }: { readonly op: string; readonly value: CompareValue },
  attribute: Attribute,
  found: readonly Value[],
): boolean {
  if (op === 'ne') return !compares({ op: 'eq', value }, attribute, found)
  if (value === null) return found.length === 0
  return found.some((one) => comparesOne(op, attribute, one, value))
}

function comparesOne(op: string, { type, caseExact }: Attribute, found: Value, value: CompareValue): boolean {
  if (typeof found === 'boolean' || typeof value === 'boolean') return found === value
  if (typeof found !== 'string' || typeof value !== 'string') return false
  if (type === 'dateTime' && !['co', 'sw', 'ew'].includes(op)) return ordered(op, Date.parse(found), Date.parse(value))
  const [a, b] = caseExact ? [found, value] : [found.toLowerCase(), value.toLowerCase()]
  if (op === 'co') return a.includes(b)
  if (op === 'sw') return a.startsWith(b)
  if (op === 'ew') return a.endsWith(b)
  return ordered(op, a, b)
}

function ordered<T extends string | number>(op: string, a: T, b: T): boolean {
  if (op === 'eq') return a === b
  if (op === 'gt') return a > b
  if (op === 'ge') return a >= b
  return op === 'lt' ? a < b : a <= b
}

/** For a value with sub-attributes, its `value`. */
function comparedValue(value: Value): Value {
  return isObject(value) ? ((value as ComplexValue)['value'] ?? '') : value
}

function present(value: Value | undefined): readonly Value[] {
  if (value === undefined) return []
  return Array.isArray(value) ? (value as readonly Value[]) : [value]
}
