import { filterLengthMax } from '../limits.ts'
import { isObject } from '../values.ts'
import { isExtension, isReadable } from './readable.ts'
import { redactedFilter, redactedPath } from './redact-filter.ts'
import { lengthOf, shownText } from './shown-text.ts'

const rowsMax = 50
const depthMax = 8
/** Values of a body that are looked at. */
const valuesMax = 4_000
/** Bytes of JSON of a body that are kept. */
const bodyMax = 16_384

/** A body as the Inbox keeps it. Texts of attributes that are not readable, such as passwords and telephone numbers, become their length. */
export function redactedBody(body: unknown): unknown {
  if (body === undefined) return null
  const kept = redacted(body, { isShown: isObject(body), depth: 0 }, { left: valuesMax })
  const size = JSON.stringify(kept).length
  return size > bodyMax ? { '…': `${size} characters` } : kept
}

/** What may still be looked at of one body. */
type Budget = { left: number }
type Place = { readonly isShown: boolean; readonly depth: number }

function redacted(value: unknown, { isShown, depth }: Place, budget: Budget): unknown {
  budget.left -= 1
  if (depth > depthMax || budget.left < 0) return '…'
  if (typeof value === 'string') return isShown ? shownText(value) : lengthOf(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return isShown ? value : '…'
  if (Array.isArray(value)) {
    const rows = value.slice(0, rowsMax).map((one) => redacted(one, { isShown, depth: depth + 1 }, budget))
    return value.length > rowsMax ? [...rows, `… and ${value.length - rowsMax} more`] : rows
  }
  const object = value as Readonly<Record<string, unknown>>
  const names = Object.keys(object)
  const shows = showing(object, names)
  const entries = names.slice(0, rowsMax).map((name) => {
    const one = object[name]
    if (isShown && isPath(name) && typeof one === 'string') return [name, redactedPath(one)]
    return [redactedPath(name), redacted(one, { isShown: isShown && shows(name, one), depth: depth + 1 }, budget)]
  })
  return Object.fromEntries(entries) as unknown
}

const isPath = (name: string) => name.toLowerCase() === 'path'

/** Whether a value of an object is readable. In an operation it is of the attribute that the path names. */
function showing(
  object: Readonly<Record<string, unknown>>,
  names: readonly string[],
): (name: string, value: unknown) => boolean {
  const paths = names.filter(isPath).map((name) => object[name])
  const isOperation = names.some((name) => name.toLowerCase() === 'op')
  const isWhole = (path: unknown) => typeof path === 'string' && isExtension(path)
  const ofPath = paths.every((path) => isWhole(path) || (typeof path === 'string' && isReadable(path)))
  return (name, value) => {
    const folded = name.toLowerCase()
    if (folded === 'op') return true
    if (isPath(name)) return false
    // Without the name of one attribute, the value has to name its attributes itself.
    if (isOperation && folded === 'value' && paths.every(isWhole)) return ofPath && isObject(value)
    return ofPath && (isExtension(name) ? isObject(value) : isReadable(name))
  }
}

/** The part of an address after its question mark, decoded; null without one. */
export function redactedQuery(query: URLSearchParams): string | null {
  const parts = [...query]
    .slice(0, rowsMax)
    .map(([name, value]) => `${redactedPath(name)}=${redactedParameter(name, value)}`)
  return parts.length === 0 ? null : parts.join('&')
}

const plain = new Set(['startIndex', 'count', 'sortOrder', 'aadOptscim062020'])
const ofPaths = new Set(['sortBy', 'attributes', 'excludedAttributes'])

function redactedParameter(name: string, value: string): string {
  if (value === '') return ''
  if (name === 'filter') return redactedFilter(value)
  if (ofPaths.has(name) && value.length <= filterLengthMax)
    return shownText(value.split(',').map(redactedPath).join(','))
  return plain.has(name) && /^[\w+-]{1,20}$/.test(value) ? value : lengthOf(value)
}
