import { invalidRequest, ScimFailure } from '../failure.ts'
import { parseFilter, parsePatchPath, type CompareValue, type Filter, type PatchPath } from '../filter.ts'
import { filterLengthMax } from '../limits.ts'
import type { AttributePath } from '../paths.ts'
import { groupType, userType, type Attribute, type ResourceType } from '../schemas.ts'
import { isReadable } from './readable.ts'
import { lengthOf, shownText } from './shown-text.ts'

/**
 * A filter, parsed and written again: it contains only values that are compared with a readable attribute. Of a text that is not a
 * filter only the length is kept.
 */
export function redactedFilter(text: string): string {
  const filter = readAsAny((type) => parseFilter(text, type))
  return filter === undefined ? lengthOf(text) : shownText(written(filter, nameOf))
}

/** The same for a key or the path of an operation. The name of an unknown attribute stands as it is. */
export function redactedPath(text: string): string {
  if (text.length > filterLengthMax) return lengthOf(text)
  if (/^[A-Za-z_$][\w$.:-]*$/.test(text)) return shownText(text)
  const found = readAsAny((type) => knownPath(text.trim(), type))
  if (found === undefined) return lengthOf(text)
  const { path, part } = found
  if (part === undefined) return shownText(nameOf(path))
  return shownText(
    `${writtenPart({ ...path, sub: undefined }, part)}${path.sub === undefined ? '' : `.${path.sub.name}`}`,
  )
}

function knownPath(text: string, type: ResourceType): PatchPath {
  const path = parsePatchPath(text, type)
  if ('unknown' in path) throw invalidRequest('invalidPath', 'The path has an unknown attribute.')
  return path
}

/** Read as a filter of users, or else of groups; undefined if it is neither. */
function readAsAny<T>(read: (type: ResourceType) => T): T | undefined {
  for (const type of [userType, groupType])
    try {
      return read(type)
    } catch (error) {
      if (!(error instanceof ScimFailure)) throw error
    }
  return undefined
}

function nameOf({ extension, attribute, sub }: AttributePath): string {
  return `${extension === undefined ? '' : `${extension}:`}${attribute.name}${sub === undefined ? '' : `.${sub.name}`}`
}

/** `outside`: the attribute before the brackets, with a dot. */
function written<Path extends AttributePath | Attribute>(
  filter: Filter<Path>,
  name: (path: Path) => string,
  outside = '',
): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.parts
        .map((part) => (part.op === 'or' ? `(${written(part, name, outside)})` : written(part, name, outside)))
        .join(` ${filter.op} `)
    case 'not':
      return `not (${written(filter.part, name, outside)})`
    case 'some':
      return writtenPart(filter.path, filter.part)
    case 'constant':
      return String(filter.holds)
    case 'pr':
      return `${name(filter.path)} pr`
    default: {
      const isShown = isReadable(outside + name(filter.path))
      return `${name(filter.path)} ${filter.op} ${isShown ? JSON.stringify(filter.value) : hidden(filter.value)}`
    }
  }
}

function writtenPart(path: AttributePath, part: Filter<Attribute>): string {
  return `${nameOf(path)}[${written(part, ({ name }) => name, `${nameOf(path)}.`)}]`
}

function hidden(value: CompareValue): string {
  return typeof value === 'string' ? `"${lengthOf(value)}"` : '…'
}
